package dev.plimsoll.gateway.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.gateway.telemetry.store.SumHistogram.Range;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SumHistogramTest {

    private final SplittableRandom random = new SplittableRandom(8);

    private long[] values(int count) {
        return random.longs(count)
                .map(value -> Math.abs(value) >> random.nextInt(64))
                .toArray();
    }

    private static SumHistogram of(long... values) {
        SumHistogram sumHistogram = new SumHistogram();
        Arrays.stream(values).forEach(sumHistogram::add);
        return sumHistogram;
    }

    @Test
    void percentilesAreAtMostSevenPercentOff() {
        for (int round = 0; round < 100; round++) {
            long[] values = values(1 + random.nextInt(2_000));
            SumHistogram sumHistogram = of(values);
            Arrays.sort(values);
            for (int percent : new int[] {1, 50, 95, 99, 100}) {
                long exact = values[(int) Math.ceil(values.length * percent / 100.0) - 1];
                assertThat((double) sumHistogram.percentile(percent)).isCloseTo((double) exact, within(exact * 0.07));
            }
        }
    }

    /** Checks that the range of a percentile contains its exact value, which the histogram does not know. */
    @Test
    void rangeContainsPercentile() {
        SumHistogram histogram = of(34_000, 864_000, 864_000, 864_000, 864_000, 864_000);
        assertThat(histogram.range(50)).isEqualTo(new Range(851_968, 917_503));
        assertThat(of(3, 3, 15).range(50)).isEqualTo(new Range(3, 3));
        assertThat(of().range(95)).isEqualTo(new Range(0, 0));
        for (int round = 0; round < 100; round++) {
            long[] values = values(1 + random.nextInt(2_000));
            SumHistogram sumHistogram = of(values);
            Arrays.sort(values);
            for (int percent : new int[] {1, 50, 95, 99, 100}) {
                Range range = sumHistogram.range(percent);
                assertThat(values[(int) Math.ceil(values.length * percent / 100.0) - 1])
                        .isBetween(range.low(), range.high());
            }
        }
    }

    @Test
    void addsHistograms() {
        long[] some = values(500);
        long[] others = values(700);
        SumHistogram sum = of(some);
        sum.add(of(others));
        SumHistogram expected = of(some);
        Arrays.stream(others).forEach(expected::add);
        assertThat(pack(sum)).isEqualTo(pack(expected));
        assertThat(sum.count()).isEqualTo(1_200);
    }

    @Test
    void survivesRoundTrip() {
        SumHistogram sumHistogram = of(values(1_000));
        SumHistogram unpacked = new SumHistogram();
        unpacked.addPacked(new PackedLongs(pack(sumHistogram)));
        assertThat(pack(unpacked)).isEqualTo(pack(sumHistogram));
    }

    @Test
    void handlesEmptyHistogramAndNegativeValues() {
        assertThat(of().percentile(50)).isZero();
        assertThat(of(-5).percentile(50)).isZero();
        assertThat(of(Long.MAX_VALUE).percentile(50)).isGreaterThan(1L << 62);
    }

    private static byte[] pack(SumHistogram sumHistogram) {
        PackedLongs out = new PackedLongs();
        sumHistogram.write(out);
        return out.toByteArray();
    }
}
