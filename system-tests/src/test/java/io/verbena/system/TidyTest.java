package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the rules of CONTRIBUTING.md that can be seen in the source tree, and that documents name what exists. */
class TidyTest {
    static final Path ROOT = root();
    private static final int MAX_LINES = 400;
    private static final Pattern FORBIDDEN_NAME =
            Pattern.compile("(Manager|Helper|Utils?|Impl|Base|Info|Data)\\.java$");
    /** {@code Class.member} or {@code package.Class} in back quotes, as the walkthroughs and tables write it. */
    private static final Pattern CODE = Pattern.compile("`([A-Za-z.]+)`");

    private static List<Path> sources;

    @BeforeAll
    static void findSources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("verbena"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    @Test
    void aSourceFileHasOneThingInIt() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : sources) {
            long lines = Files.readAllLines(source).size();
            if (lines > MAX_LINES && isMain(source)) {
                tooLong.add(ROOT.relativize(source) + ": " + lines + " lines");
            }
        }

        assertThat(tooLong).isEmpty();
    }

    @Test
    void aClassHasANoun() {
        assertThat(sources.stream()
                        .filter(TidyTest::isMain)
                        .map(file -> file.getFileName().toString()))
                .filteredOn(name -> FORBIDDEN_NAME.matcher(name).find() && !name.equals("SriovManager.java"))
                .isEmpty();
    }

    @Test
    void aPackageSaysItsRoleAndIsNullMarked() throws IOException {
        Set<Path> packages = new TreeSet<>();
        sources.stream().filter(TidyTest::isMain).forEach(file -> packages.add(file.getParent()));
        List<String> silent = new ArrayList<>();
        for (Path folder : packages) {
            Path file = folder.resolve("package-info.java");
            String text = Files.exists(file) ? Files.readString(file) : "";
            if (!text.contains("@NullMarked") || !text.contains("/**")) {
                silent.add(ROOT.relativize(folder).toString());
            }
        }

        assertThat(silent).isEmpty();
    }

    @Test
    void nothingIsLeftToDo() throws IOException {
        List<String> left = new ArrayList<>();
        Pattern marker = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b|@Disa" + "bled");
        for (Path source : sources) {
            if (marker.matcher(Files.readString(source)).find()) {
                left.add(ROOT.relativize(source).toString());
            }
        }

        assertThat(left).isEmpty();
    }

    @Test
    void everyTestInTheConformanceTableExists() throws IOException {
        assertThat(missingMembers("docs/conformance.md")).isEmpty();
    }

    @Test
    void everyTestInTheTableOfRequirementsExists() throws IOException {
        assertThat(missingMembers("docs/requirements.md")).isEmpty();
    }

    @Test
    void everyClassInTheWalkthroughsExists() throws IOException {
        assertThat(missingMembers("docs/walkthroughs/rdma-write.md")).isEmpty();
        assertThat(missingMembers("docs/walkthroughs/vf-provision.md")).isEmpty();
        assertThat(missingMembers("docs/walkthroughs/quota-lease.md")).isEmpty();
    }

    /** What a document names that is in no source: a class, or a member of a class. */
    private static Set<String> missingMembers(String document) throws IOException {
        Set<String> missing = new TreeSet<>();
        Matcher code = CODE.matcher(Files.readString(ROOT.resolve(document)));
        for (String name : new HashSet<>(code.results().map(MatchResult::group).toList())) {
            String[] words = name.replace("`", "").split("\\.");
            int at = firstClass(words);
            if (at < words.length && !exists(words, at)) {
                missing.add(name);
            }
        }
        return missing;
    }

    private static int firstClass(String[] words) {
        int at = 0;
        while (at < words.length
                && (words[at].isEmpty() || !Character.isUpperCase(words[at].charAt(0)) || isConstant(words[at]))) {
            at++;
        }
        return at;
    }

    private static boolean isConstant(String word) {
        return word.equals(word.toUpperCase(Locale.ROOT)) || word.equals("Ready") || word.equals("PUT");
    }

    private static boolean exists(String[] words, int at) throws IOException {
        String packageTail = String.join("/", List.of(words).subList(0, at));
        for (Path source : sources) {
            if (!source.getFileName().toString().equals(words[at] + ".java")
                    || !source.getParent().toString().endsWith(packageTail)) {
                continue;
            }
            String text = Files.readString(source);
            if (at + 1 == words.length || text.matches("(?s).*\\b" + words[at + 1] + "\\(.*")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMain(Path file) {
        return file.toString().contains("/src/main/");
    }
}
