package dev.plimsoll.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricWriterTest {

    private final MetricRegistry metricRegistry = new MetricRegistry();

    private String text(MetricWriter metricWriter) {
        List<String> text = new ArrayList<>();
        metricRegistry.read(families -> text.add(metricWriter.format(families).utf8()));
        return text.get(0);
    }

    @Test
    void writesPrometheusFormat() {
        MetricFamily counter = metricRegistry.counter("plimsoll_a_total", "Some.", "server");
        MetricFamily gauge = metricRegistry.gauge("plimsoll_b", "Others.");
        MetricFamily histogram = metricRegistry.histogram("plimsoll_c_seconds", "Times.", new double[] {.5, 2}, "tool");
        counter.add(2, "x");
        gauge.set(-.25);
        histogram.observe(.5, "t");
        histogram.observe(1, "t");
        histogram.observe(7, "t");
        assertThat(text(MetricWriter.PROMETHEUS)).isEqualTo("""
                # HELP plimsoll_a_total Some.
                # TYPE plimsoll_a_total counter
                plimsoll_a_total{server="x"} 2
                # HELP plimsoll_b Others.
                # TYPE plimsoll_b gauge
                plimsoll_b -0.25
                # HELP plimsoll_c_seconds Times.
                # TYPE plimsoll_c_seconds histogram
                plimsoll_c_seconds_bucket{tool="t",le="0.5"} 1
                plimsoll_c_seconds_bucket{tool="t",le="2.0"} 2
                plimsoll_c_seconds_bucket{tool="t",le="+Inf"} 3
                plimsoll_c_seconds_sum{tool="t"} 8.5
                plimsoll_c_seconds_count{tool="t"} 3
                """);
    }

    @Test
    void writesOpenMetricsFormat() {
        metricRegistry.counter("plimsoll_a_total", "Some.").add(1);
        assertThat(text(MetricWriter.OPEN_METRICS)).isEqualTo("""
                # HELP plimsoll_a Some.
                # TYPE plimsoll_a counter
                plimsoll_a_total 1
                # EOF
                """);
    }

    @Test
    void escapesLabelValues() {
        metricRegistry.counter("plimsoll_a_total", "Some.", "tool").add(1, "a\"} 9\nplimsoll_b 1\\\r\u0007");
        assertThat(text(MetricWriter.PROMETHEUS))
                .contains("plimsoll_a_total{tool=\"a\\\"} 9\\nplimsoll_b 1\\\\??\"} 1\n")
                .doesNotContain("\nplimsoll_b");
    }

    @Test
    void selectsFormatByAcceptHeader() {
        assertThat(MetricWriter.forAcceptHeader(null)).isEqualTo(MetricWriter.PROMETHEUS);
        assertThat(MetricWriter.forAcceptHeader("text/plain;version=0.0.4;q=0.5,*/*;q=0.1"))
                .isEqualTo(MetricWriter.PROMETHEUS);
        assertThat(MetricWriter.forAcceptHeader("application/openmetrics-text;version=1.0.0,text/plain;q=0.5"))
                .isEqualTo(MetricWriter.OPEN_METRICS);
    }
}
