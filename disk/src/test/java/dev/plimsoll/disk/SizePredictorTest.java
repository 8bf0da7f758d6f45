package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizePredictorTest {

    private final SizePredictor sizePredictor = new SizePredictor(16_000);

    private void recordSmall(int count) {
        for (int i = 0; i < count; i++) {
            sizePredictor.record(8);
        }
    }

    @Test
    void predictsTheLargestPlusAQuarter() {
        assertThat(sizePredictor.predict()).isZero();
        sizePredictor.record(400);
        assertThat(sizePredictor.predict()).isEqualTo(500);
        sizePredictor.record(80);
        assertThat(sizePredictor.predict()).isEqualTo(500);
    }

    @Test
    void predictsAtMostAFractionOfMemory() {
        sizePredictor.record(15_000);
        assertThat(sizePredictor.predict()).isEqualTo(16_000 / SizePredictor.MEMORY_DIVISOR);
    }

    @Test
    void usesTheLastTwoWindows() {
        sizePredictor.record(480);
        recordSmall(SizePredictor.WINDOW - 10);
        sizePredictor.record(400);
        recordSmall(SizePredictor.WINDOW - 1);
        assertThat(sizePredictor.predict()).isGreaterThanOrEqualTo(500);
        recordSmall(2 * SizePredictor.WINDOW);
        assertThat(sizePredictor.predict()).isEqualTo(10);
    }
}
