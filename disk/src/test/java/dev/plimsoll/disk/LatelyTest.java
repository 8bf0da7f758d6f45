package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatelyTest {

    private final Lately lately = new Lately(16_000);

    private void small(int count) {
        for (int i = 0; i < count; i++) {
            lately.saw(8);
        }
    }

    @Test
    void wantsRoomForTheLargestAndAQuarter() {
        assertThat(lately.wanted()).isZero();
        lately.saw(400);
        assertThat(lately.wanted()).isEqualTo(500);
        lately.saw(80);
        assertThat(lately.wanted()).isEqualTo(500);
    }

    @Test
    void wantsAPartOfMemoryAtMost() {
        lately.saw(15_000);
        assertThat(lately.wanted()).isEqualTo(16_000 / Lately.PART);
    }

    @Test
    void remembersWhatCameAmongTheLastOnes() {
        lately.saw(480);
        small(Lately.REMEMBERED - 10);
        lately.saw(400);
        small(Lately.REMEMBERED - 1);
        assertThat(lately.wanted()).isGreaterThanOrEqualTo(500);
        small(2 * Lately.REMEMBERED);
        assertThat(lately.wanted()).isEqualTo(10);
    }
}
