"""The floor over HTTP and WebSockets: thin, over tables in memory and the store."""
