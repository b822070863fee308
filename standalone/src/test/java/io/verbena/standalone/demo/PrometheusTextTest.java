package io.verbena.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrometheusTextTest {
    private static final String TEXT = """
            # HELP vnic_vf_transmit_bytes_total bytes
            # TYPE vnic_vf_transmit_bytes_total counter
            vnic_vf_transmit_bytes_total{host="host-a",pf="0",tenant="blue",vf="blue-a"} 1.048576E6
            vnic_vf_transmit_bytes_total{host="host-b",pf="0",tenant="blue",vf="blue-b"} 7.0 1700000000000
            vnic_odd{text="a \\"quoted\\" }, b=c",vf="x"} +Inf
            up 1
            not a sample
            """;

    private final PrometheusText samples = PrometheusText.parse(TEXT);

    @Test
    void findsASeriesByOneOfItsLabels() {
        assertThat(samples.value("vnic_vf_transmit_bytes_total", "vf", "blue-a"))
                .contains(1048576.0);
        assertThat(samples.value("vnic_vf_transmit_bytes_total", "vf", "blue-b"))
                .contains(7.0);
    }

    @Test
    void readsLabelsThatHoldTheSignsOfTheFormat() {
        assertThat(samples.value("vnic_odd", "vf", "x")).contains(Double.POSITIVE_INFINITY);
    }

    @Test
    void findsNothingForALabelThatIsNotThere() {
        assertThat(samples.value("vnic_vf_transmit_bytes_total", "vf", "red-a")).isEmpty();
        assertThat(samples.value("up", "vf", "blue-a")).isEmpty();
    }
}
