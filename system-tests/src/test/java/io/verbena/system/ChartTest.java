package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart with Helm 3: what {@code .ci/chart.sh} asks of Helm 4, and that what comes out is what Kubernetes knows. */
class ChartTest {
    private static final Path CHART = TidyTest.ROOT.resolve("helm/verbena");
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    @TempDir
    private Path folder;

    static List<Path> valueSets() throws IOException {
        return valuesIn(CHART.resolve("ci"));
    }

    static List<Path> wrongValueSets() throws IOException {
        return valuesIn(CHART.resolve("ci/invalid"));
    }

    @Test
    void helmHasNothingToSay() {
        LintResult result = new Helm(CHART).lint().strict().quiet().call();

        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("valueSets")
    void aValueSetRendersToWhatKubernetesKnows(Path values) throws IOException {
        List<String> unknown = new ArrayList<>();
        for (HasMetadata resource : render(values)) {
            String name = resource.getKind() + " " + resource.getMetadata().getName();
            assertThat(resource).as(name).isNotInstanceOf(GenericKubernetesResource.class);
            UnknownFields.in(resource).forEach(field -> unknown.add(name + ": " + field));
        }

        assertThat(unknown).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("wrongValueSets")
    void aWrongValueIsRefusedByItsKey(Path values) throws IOException {
        assertThatThrownBy(() -> new Helm(chartFor(values))
                        .template()
                        .withName("verbena")
                        .withValuesFile(values)
                        .call())
                .hasMessageContaining(directive(values, "error"));
    }

    @Test
    void aMisspeltFieldWouldBeFound() {
        HasMetadata misspelt = YAML.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: { name: p }
                spec: { containers: [ { name: c, securityContext: { readOnlyRootFileSystem: true } } ] }
                """);

        assertThat(UnknownFields.in(misspelt))
                .containsExactly("spec.containers[0].securityContext.readOnlyRootFileSystem");
    }

    @Test
    void whatRunsIsRestricted() throws IOException {
        var pods = render(CHART.resolve("ci/default.yaml")).stream()
                .flatMap(resource -> switch (resource) {
                    case Deployment deployment ->
                        Stream.of(deployment.getSpec().getTemplate().getSpec());
                    case StatefulSet set ->
                        Stream.of(set.getSpec().getTemplate().getSpec());
                    default -> Stream.empty();
                })
                .toList();

        assertThat(pods).hasSize(6).allSatisfy(pod -> {
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getEnableServiceLinks()).isFalse();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            assertThat(pod.getContainers()).allSatisfy(container -> {
                assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                        .isFalse();
                assertThat(container.getSecurityContext().getCapabilities().getDrop())
                        .containsExactly("ALL");
                assertThat(container.getResources().getLimits()).containsKey("memory");
                assertThat(container.getReadinessProbe()).isNotNull();
                assertThat(container.getPorts())
                        .allSatisfy(port -> assertThat(port.getProtocol()).isIn("TCP", "UDP"));
            });
        });
    }

    private List<HasMetadata> render(Path values) throws IOException {
        var template = new Helm(chartFor(values)).template().withName("verbena").withValuesFile(values);
        String version = directive(values, "kube-version");
        if (!version.isEmpty()) {
            template.withKubeVersion(version);
        }
        return Stream.of(template.call().split("(?m)^---\\s*$"))
                .filter(document -> document.lines().anyMatch(line -> line.startsWith("kind:")))
                .map(document -> (HasMetadata) YAML.unmarshal(document))
                .toList();
    }

    /**
     * A copy of the chart that finds no secrets, and the API versions of the value set's first lines: the library asks
     * whatever cluster it finds, and cannot be told what one has.
     */
    private Path chartFor(Path values) throws IOException {
        List<String> there = List.of(directive(values, "api-versions").split(" "));
        List<String> missing = List.of(directive(values, "no-api-versions").split(" "));
        try (Stream<Path> files = Files.walk(CHART, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve("verbena").resolve(CHART.relativize(file));
                Files.createDirectories(copy.getParent());
                String text = Files.readString(file)
                        .replace("lookup \"v1\" \"Secret\" $root.Release.Namespace $name", "dict");
                for (String version : there) {
                    text = text.replace(
                            "Capabilities.APIVersions.Has \"" + version + "\"", "Values.nics | kindIs \"map\"");
                }
                for (String version : missing) {
                    text = text.replace(
                            "Capabilities.APIVersions.Has \"" + version + "\"", "Values.nics | kindIs \"bool\"");
                }
                Files.writeString(copy, text);
            }
        }
        return folder.resolve("verbena");
    }

    /** What a line {@code # NAME: TEXT} of a value set says, or nothing. */
    private static String directive(Path values, String name) throws IOException {
        String prefix = "# " + name + ": ";
        return Files.readAllLines(values).stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst()
                .orElse("");
    }

    private static List<Path> valuesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
