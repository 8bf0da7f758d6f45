package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizePredictorTest {

    private final SizePredictor sizePredictor = new SizePredictor(16_000);

    private void small(int count) {
        for (int i = 0; i < count; i++) {
            sizePredictor.saw(8);
        }
    }

    @Test
    void predictsTheLargestPlusAQuarter() {
        assertThat(sizePredictor.wanted()).isZero();
        sizePredictor.saw(400);
        assertThat(sizePredictor.wanted()).isEqualTo(500);
        sizePredictor.saw(80);
        assertThat(sizePredictor.wanted()).isEqualTo(500);
    }

    @Test
    void predictsAtMostAFractionOfMemory() {
        sizePredictor.saw(15_000);
        assertThat(sizePredictor.wanted()).isEqualTo(16_000 / SizePredictor.PART);
    }

    @Test
    void remembersRecentSizes() {
        sizePredictor.saw(480);
        small(SizePredictor.REMEMBERED - 10);
        sizePredictor.saw(400);
        small(SizePredictor.REMEMBERED - 1);
        assertThat(sizePredictor.wanted()).isGreaterThanOrEqualTo(500);
        small(2 * SizePredictor.REMEMBERED);
        assertThat(sizePredictor.wanted()).isEqualTo(10);
    }
}
