package io.verbena.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What needs no service; the rest is in the system tests, against real ones. */
class VnicctlTest {
    private static final String NOBODY = "http://127.0.0.1:1";

    @TempDir
    Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void setHome() {
        variables.put("HOME", home.toString());
    }

    private int run(String... arguments) {
        return Vnicctl.run(variables, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            get                                    | Missing required subcommand
            get fleets                             | fleets
            get operations                         | ID
            get vfs --watch                        | whose VFs?
            events blue-a                          | whose blue-a?
            describe vf blue-a                     | --tenant
            get nics -o yaml                       | yaml
            create vf a                            | --tenant
            create vf a -t blue -l qps=1           | 'qps' is none of [vf, qp, cq, mr, pd, registeredBytes]
            create vf a -t blue -l qp=many         | 'many' is not a number
            create vf a -t blue -l registeredBytes=9999999999Ti | is more than
            quota set blue                         | which limits?
            drain nic nic-a --outcome force        | --deadline
            drain vf a -t blue --deadline 1 --outcome maybe | maybe
            get nics --config nowhere              | nowhere cannot be read
            get nics --ca nowhere                  | certificates cannot be read from nowhere
            get nics                               | who asks?
            """)
    void refusesWhatMakesNoSense(String arguments, String said) {
        assertThat(run(arguments.split(" "))).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("vnicctl: ", said);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void saysThatNothingListens() {
        variables.put("VNICCTL_TOKEN", "x");

        assertThat(run("get", "nics", "--sriov-url", NOBODY)).isEqualTo(ExitCodes.UNREACHED);
        assertThat(err.toString()).contains("nothing listens at " + NOBODY);
    }

    @Test
    void takesOptionsBeforeVariablesBeforeTheFile() throws IOException {
        Path folder = Files.createDirectories(home.resolve(".config"));
        Files.writeString(
                folder.resolve("vnicctl.properties"), "sriov-url=http://127.0.0.1:1/file\ntoken=x\noutput=json\n");

        run("get", "nics");
        assertThat(err.toString()).contains("127.0.0.1:1");

        variables.put("VNICCTL_SRIOV_URL", "http://127.0.0.1:2");
        run("get", "nics");
        assertThat(err.toString()).contains("127.0.0.1:2");

        run("get", "nics", "--sriov-url", "http://127.0.0.1:3");
        assertThat(err.toString()).contains("127.0.0.1:3");
    }

    @Test
    void namesWhatIsNoOptionInTheFile() throws IOException {
        Path file = Files.writeString(home.resolve("c"), "sriov_url=x\n");

        assertThat(run("get", "nics", "--config", file.toString())).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("there is no option --sriov_url");
    }

    @Test
    void readsSecretsFromAFile() {
        variables.put("VNICCTL_CLIENT_SECRET_FILE", home.resolve("none").toString());

        assertThat(run("token")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("cannot be read from", "none");
    }

    @Test
    void printsWhatBashNeedsToComplete() {
        assertThat(run("completion")).isZero();
        assertThat(out.toString()).contains("complete -F _complete_vnicctl", "organisations", "--sriov-url");
    }

    @Test
    void helpsWithExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("get", "quota", "VNICCTL_TENANT_URL", "Exit codes", "6");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= Table.WIDTH);
    }

    @Test
    void fitsTablesIntoATerminal() {
        new Table("NAME", ">N").row("a", "1").row("b".repeat(90), "22").print(new PrintWriter(out, true));

        assertThat(out.toString().lines()).hasSize(3).allMatch(line -> line.length() <= Table.WIDTH);
    }

    @Test
    void addsRowsBelowThoseThatArePrintedInTheSameColumns() {
        Table table = Table.ofChanges("NAME", ">N");
        PrintWriter writer = new PrintWriter(out, true);
        table.row("+", "abc", "100").print(writer);
        table.row("", "a", "1").print(writer);
        table.row("-", "abcdef", "100").print(writer);

        assertThat(out.toString().lines())
                .containsExactly("   NAME    N", "+  abc   100", "   a       1", "-  abcdef  100");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "8, 8", "4096, 4Ki", "33554432, 32Mi", "1500, 1500", "1099511627776, 1Ti"})
    void showsBytesByTheLargestUnitThatIsExact(long bytes, String shown) {
        assertThat(Amounts.shown("registeredBytes", bytes)).isEqualTo(shown);
        assertThat(new Amounts.Converter().convert(shown)).isEqualTo(bytes);
    }
}
