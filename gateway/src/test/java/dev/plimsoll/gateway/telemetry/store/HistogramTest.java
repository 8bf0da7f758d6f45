package dev.plimsoll.gateway.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HistogramTest {

    private final SplittableRandom random = new SplittableRandom(8);

    private long[] values(int count) {
        return random.longs(count)
                .map(value -> Math.abs(value) >> random.nextInt(64))
                .toArray();
    }

    private static Histogram of(long... values) {
        Histogram histogram = new Histogram();
        Arrays.stream(values).forEach(histogram::add);
        return histogram;
    }

    @Test
    void percentilesAreAtMostSevenPercentOff() {
        for (int round = 0; round < 100; round++) {
            long[] values = values(1 + random.nextInt(2_000));
            Histogram histogram = of(values);
            Arrays.sort(values);
            for (int percent : new int[] {1, 50, 95, 99, 100}) {
                long exact = values[(int) Math.ceil(values.length * percent / 100.0) - 1];
                assertThat((double) histogram.percentile(percent)).isCloseTo((double) exact, within(exact * 0.07));
            }
        }
    }

    @Test
    void addingTwoIsAddingAllTheirValues() {
        long[] some = values(500);
        long[] others = values(700);
        Histogram both = of(some);
        both.add(of(others));
        Histogram whole = of(some);
        Arrays.stream(others).forEach(whole::add);
        assertThat(written(both)).isEqualTo(written(whole));
        assertThat(both.count()).isEqualTo(1_200);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Histogram histogram = of(values(1_000));
        Histogram back = new Histogram();
        back.read(new Packed(written(histogram)));
        assertThat(written(back)).isEqualTo(written(histogram));
    }

    @Test
    void nothingHasNoPercentileAndOddValuesCount() {
        assertThat(of().percentile(50)).isZero();
        assertThat(of(-5).percentile(50)).isZero();
        assertThat(of(Long.MAX_VALUE).percentile(50)).isGreaterThan(1L << 62);
    }

    private static byte[] written(Histogram histogram) {
        Packed out = new Packed();
        histogram.write(out);
        return out.toByteArray();
    }
}
