"""SDKs generated from the committed document, each of which plays a whole game on a running service."""
