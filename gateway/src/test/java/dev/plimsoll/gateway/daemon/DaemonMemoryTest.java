package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests when the daemon returns the heap memory of ended sessions to the operating system. */
class DaemonMemoryTest {

    @Test
    void returnsHeapOnceAfterEachGroupOfSessions() {
        DaemonMemory memory = new DaemonMemory(1L << 28);
        assertThat(memory.returnUnusedHeap(0)).isFalse();
        assertThat(memory.returnUnusedHeap(2)).isTrue();
        assertThat(memory.returnUnusedHeap(2)).isFalse();
        assertThat(memory.returnUnusedHeap(3))
                .as("a session between two checks")
                .isTrue();
    }
}
