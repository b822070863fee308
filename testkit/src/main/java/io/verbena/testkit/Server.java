package io.verbena.testkit;

/** A server that listens on a port of loopback, in a container or not. */
record Server(int port, Runnable stop) {}
