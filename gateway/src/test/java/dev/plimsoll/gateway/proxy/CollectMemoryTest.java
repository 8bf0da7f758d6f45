package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollectMemoryTest {

    private final CollectMemory memory = new CollectMemory(60, 100);

    @Test
    void limitsOneAnswer() {
        try (CollectMemory.Share share = memory.openShare("ann")) {
            assertThat(share.take(40)).isNull();
            assertThat(share.take(21)).startsWith("all pages together exceed");
            assertThat(share.take(10)).isNull();
        }
    }

    @Test
    void limitsOneCallerToHalf() {
        try (CollectMemory.Share one = memory.openShare("ann");
                CollectMemory.Share two = memory.openShare("ann");
                CollectMemory.Share otherShare = memory.openShare("bob")) {
            assertThat(one.take(30)).isNull();
            assertThat(two.take(21)).startsWith("too many pages are in memory");
            assertThat(two.take(20)).isNull();
            assertThat(otherShare.take(50)).isNull();
        }
    }

    @Test
    void limitsAllSharesTogetherUntilTheyAreClosed() {
        CollectMemory.Share shareOfAnn = memory.openShare("ann");
        CollectMemory.Share shareOfBob = memory.openShare("bob");
        assertThat(shareOfAnn.take(50)).isNull();
        assertThat(shareOfBob.take(50)).isNull();
        try (CollectMemory.Share eve = memory.openShare("eve")) {
            assertThat(eve.take(1)).startsWith("too many pages are in memory");
            shareOfAnn.close();
            assertThat(eve.take(50)).isNull();
        }
        shareOfBob.close();
        assertThat(shareOfBob.take(1)).isEqualTo("the answer has ended");
    }
}
