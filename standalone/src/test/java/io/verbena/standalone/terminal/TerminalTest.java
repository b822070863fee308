package io.verbena.standalone.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static final String SHOW_CURSOR = "\u001b[?25h";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @AfterEach
    void forgetTheWidth() {
        System.clearProperty(Terminal.COLUMNS_PROPERTY);
    }

    @Test
    void isPlainWhenNoTerminalIsThere() {
        Terminal terminal = Terminal.detect(out(UTF_8), Map.of("TERM", "xterm"));

        assertThat(terminal.live()).isFalse();
        assertThat(terminal.colour()).isFalse();
    }

    @Test
    void isLiveAndColouredOnATerminalOfEightyColumns() {
        System.setProperty(Terminal.COLUMNS_PROPERTY, "80");

        Terminal terminal = Terminal.detect(out(UTF_8), Map.of("TERM", "xterm"));

        assertThat(terminal.live()).isTrue();
        assertThat(terminal.colour()).isTrue();
    }

    @Test
    void isNotLiveWhereItsLinesWouldWrap() {
        System.setProperty(Terminal.COLUMNS_PROPERTY, "79");

        assertThat(Terminal.detect(out(UTF_8), Map.of("TERM", "xterm")).live()).isFalse();
    }

    @Test
    void hasNoColoursWhereTheUserWantsNone() {
        System.setProperty(Terminal.COLUMNS_PROPERTY, "80");

        Terminal terminal = Terminal.detect(out(UTF_8), Map.of("TERM", "xterm", "NO_COLOR", "1"));

        assertThat(terminal.styled("text", Style.RED)).isEqualTo("text");
    }

    @Test
    void writesALineForEachStepThatEndsWhereItCannotPaint() {
        try (Board board = new Board(Terminal.plain(out(UTF_8)), List.of("first", "second"))) {
            board.running("first", "starting");
            board.done("first", "127.0.0.1:1");
            board.failed("second", "no reason");
        }

        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("  ✓ first   127.0.0.1:1")
                                .endsWith("0.0 s"),
                        line -> assertThat(line)
                                .startsWith("  ✗ second  no reason")
                                .endsWith("0.0 s"));
    }

    @Test
    void leavesItsLastFrameAndGivesTheCursorBack() {
        try (Board board = new Board(new Terminal(out(UTF_8), true, false, true), List.of("first", "second"))) {
            board.done("first", "here");
        }

        assertThat(text()).endsWith(SHOW_CURSOR).containsOnlyOnce(SHOW_CURSOR);
        assertThat(text().substring(text().lastIndexOf("first"))).contains("here", "· second");
    }

    @Test
    void cutsALongTextSoThatNoLineWraps() {
        try (Board board = new Board(Terminal.plain(out(UTF_8)), List.of("part"))) {
            board.failed("part", "x".repeat(200));
        }

        assertThat(lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(Terminal.WIDTH)
                        .contains("x…"));
    }

    @Test
    void wrapsALongTextBetweenWords() {
        String wrapped = Terminal.wrap("  log: here\nverbena: " + "word ".repeat(28));

        assertThat(wrapped.lines()).hasSize(3).first().isEqualTo("  log: here");
        assertThat(wrapped.lines())
                .allSatisfy(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(Terminal.WIDTH)
                        .endsWith(line.strip()));
    }

    @Test
    void usesLettersWhereTheCharsetHasNoSigns() {
        try (Board board = new Board(Terminal.plain(out(US_ASCII)), List.of("part"))) {
            board.done("part", "up");
        }

        assertThat(lines()).singleElement().satisfies(line -> assertThat(line).startsWith("  + part  up"));
    }

    @Test
    void alignsNumbersToTheRight() {
        Table table = new Table("name", ">bytes");
        table.row("a", "1");
        table.row("longer", "1024");
        table.print(Terminal.plain(out(UTF_8)));

        assertThat(lines()).containsExactly("  name    bytes", "  a           1", "  longer   1024");
    }

    private PrintStream out(Charset charset) {
        return new PrintStream(written, true, charset);
    }

    private String text() {
        return written.toString(UTF_8);
    }

    private List<String> lines() {
        return text().lines().toList();
    }
}
