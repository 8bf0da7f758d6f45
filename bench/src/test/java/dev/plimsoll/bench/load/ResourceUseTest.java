package dev.plimsoll.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class ResourceUseTest {

    private static final int MB = 1 << 20;

    @Test
    void includesTheWorkOfTheCommonPool() {
        ResourceUse.Measurement measurement = new ResourceUse.Measurement();
        byte[][] ownArrays = allocateArrays();
        ResourceUse ownUse = measurement.used();
        byte[][] poolArrays = ForkJoinPool.commonPool()
                .submit(ResourceUseTest::allocateArrays)
                .join();
        ResourceUse ownAndPoolUse = measurement.used();

        assertThat(ownArrays.length + poolArrays.length).isEqualTo(200);
        assertThat(ownUse.bytes()).isBetween(100L * MB, 130L * MB);
        assertThat(ownAndPoolUse.bytes()).isBetween(200L * MB, 260L * MB);
        assertThat(ownAndPoolUse.nanos()).isGreaterThan(ownUse.nanos());
    }

    private static byte[][] allocateArrays() {
        byte[][] arrays = new byte[100][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = new byte[MB];
        }
        return arrays;
    }
}
