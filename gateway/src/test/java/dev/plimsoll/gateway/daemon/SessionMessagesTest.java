package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.json.frame.MemoryReservation;
import org.junit.jupiter.api.Test;

class SessionMessagesTest {

    private static final long MB = 1 << 20;

    private final FairPool pool = new FairPool("messages", 100 * MB);

    @Test
    void reservesOnlyForLongMessages() {
        try (SessionMessages messages = new SessionMessages(pool, "1")) {
            MemoryReservation message = messages.openReservation();
            assertThat(message.tryResize(SessionMessages.SHORT_BYTES)).isTrue();
            assertThat(pool.used()).isZero();
            assertThat(message.tryResize(10 * MB)).isTrue();
            assertThat(message.tryResize(5 * MB)).isTrue();
            assertThat(pool.used()).isEqualTo(5 * MB);
            assertThat(message.tryResize(200 * MB)).isFalse();
            assertThat(pool.used()).as("a refusal changes nothing").isEqualTo(5 * MB);
            message.release();
            assertThat(pool.used()).isZero();
        }
    }

    @Test
    void reservesMemoryForOtherSessions() {
        SessionMessages greedy = new SessionMessages(pool, "1");
        try (SessionMessages other = new SessionMessages(pool, "2")) {
            assertThat(greedy.openReservation().tryResize(50 * MB)).isTrue();
            assertThat(greedy.openReservation().tryResize(39 * MB)).isTrue();
            assertThat(greedy.openReservation().tryResize(2 * MB)).isFalse();
            assertThat(other.openReservation().tryResize(10 * MB)).isTrue();
            greedy.close();
            assertThat(pool.used())
                    .as("the end of a session releases all its memory")
                    .isEqualTo(10 * MB);
            assertThat(greedy.openReservation().tryResize(2 * MB)).isFalse();
            assertThat(other.openReservation().tryResize(80 * MB)).isTrue();
        }
        assertThat(pool.used()).isZero();
    }
}
