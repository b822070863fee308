package io.verbena.ctl;

/** What a shell script may decide by. Listed in {@code vnicctl --help} and {@code docs/vnicctl.md}. */
final class ExitCodes {
    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int USAGE = 2;
    static final int UNREACHED = 3;
    static final int NOT_FOUND = 4;
    static final int FAILED = 5;
    static final int UNFINISHED = 6;

    private ExitCodes() {}
}
