"""`python -m pitboss` is the `pitboss` command."""

from pitboss.cli import main

if __name__ == "__main__":
    main()
