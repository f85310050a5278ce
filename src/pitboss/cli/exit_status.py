"""The exit statuses of the `pitboss` command."""

DONE, FAULTS, REFUSED, INTERRUPTED = 0, 1, 2, 130
