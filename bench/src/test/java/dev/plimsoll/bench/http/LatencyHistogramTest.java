package dev.plimsoll.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

    @Test
    void quantileIsAtMostOneBucketOff() {
        LatencyHistogram latencyHistogram = new LatencyHistogram();
        for (int micros = 1; micros <= 10_000; micros++) {
            latencyHistogram.add(micros * 1_000L);
        }

        assertThat(latencyHistogram.quantile(0.5)).isCloseTo(5_000_000, within(100_000.0));
        assertThat(latencyHistogram.quantile(0.99)).isCloseTo(9_900_000, within(200_000.0));
    }

    @Test
    void mergesAnotherHistogram() {
        LatencyHistogram slowCalls = new LatencyHistogram();
        slowCalls.add(Long.MAX_VALUE);
        LatencyHistogram allCalls = new LatencyHistogram();
        allCalls.add(7);
        allCalls.add(slowCalls);

        assertThat(allCalls.count()).isEqualTo(2);
        assertThat(allCalls.quantile(0.5)).isEqualTo(7.5);
        assertThat(allCalls.quantile(1)).isGreaterThan(9e18);
    }

    @Test
    void quantileIsZeroWithoutCalls() {
        assertThat(new LatencyHistogram().quantile(0.5)).isZero();
    }
}
