"""The law, read by whoever imports this: once in the process from which servers are forked."""

import pitboss

pitboss.load()
