package io.verbena.kit.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemsDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/problems.md");

    @ParameterizedTest
    @EnumSource
    void explainsEachType(ProblemType type) throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("| `" + type.uri() + "` | " + type.status() + " |");
    }

    @Test
    void namesNoTypeThatThereIsNot() throws IOException {
        var named = Pattern.compile("`(urn:verbena:problem:[-a-z]+)` \\|")
                .matcher(Files.readString(DOCUMENT))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(named).hasSameSizeAs(ProblemType.values()).doesNotHaveDuplicates();
    }
}
