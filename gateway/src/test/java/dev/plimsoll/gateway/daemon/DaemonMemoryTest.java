package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.run.AnswerListener;
import org.junit.jupiter.api.Test;

/** Tests when the daemon returns the heap of ended sessions. */
class DaemonMemoryTest {

    private final DaemonMemory memory = new DaemonMemory(1L << 28);

    @Test
    void returnsHeapOnceAfterEachGroupOfSessions() {
        assertThat(memory.returnUnusedHeap()).isFalse();
        memory.open(entries -> {}, AnswerListener.NONE);
        memory.open(entries -> {}, AnswerListener.NONE);
        assertThat(memory.returnUnusedHeap()).isTrue();
        assertThat(memory.returnUnusedHeap()).isFalse();
    }

    /** Checks a session that starts and ends between two checks of the daemon. */
    @Test
    void returnsHeapOfAShortSession() {
        memory.open(entries -> {}, AnswerListener.NONE);
        memory.returnUnusedHeap();
        memory.open(entries -> {}, AnswerListener.NONE);
        assertThat(memory.returnUnusedHeap()).isTrue();
    }
}
