package io.verbena.standalone.terminal;

/** How a piece of text looks, as its SGR code; nothing at all where colours are off. */
public enum Style {
    BOLD(1),
    DIM(2),
    RED(31),
    GREEN(32),
    YELLOW(33),
    CYAN(36);

    private final int code;

    Style(int code) {
        this.code = code;
    }

    String on() {
        return "\u001b[" + code + 'm';
    }

    static String off() {
        return "\u001b[0m";
    }
}
