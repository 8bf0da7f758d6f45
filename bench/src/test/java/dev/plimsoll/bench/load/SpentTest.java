package dev.plimsoll.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class SpentTest {

    private static final int MB = 1 << 20;

    @Test
    void countsTheWorkOfTheCommonPool() {
        Spent.Measurement start = new Spent.Measurement();
        byte[][] ownArrays = arrays();
        Spent alone = start.spent();
        byte[][] poolArrays =
                ForkJoinPool.commonPool().submit(SpentTest::arrays).join();
        Spent both = start.spent();

        assertThat(ownArrays.length + poolArrays.length).isEqualTo(200);
        assertThat(alone.bytes()).isBetween(100L * MB, 130L * MB);
        assertThat(both.bytes()).isBetween(200L * MB, 260L * MB);
        assertThat(both.nanos()).isGreaterThan(alone.nanos());
    }

    private static byte[][] arrays() {
        byte[][] arrays = new byte[100][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = new byte[MB];
        }
        return arrays;
    }
}
