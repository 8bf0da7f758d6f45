package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.endpoint.FairPool;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class SessionMessagesTest {

    private static final long MB = 1 << 20;

    private final FairPool pool = new FairPool("messages", 100 * MB);

    @Test
    void reservesOnlyForLongMessages() {
        try (SessionMessages messages = new SessionMessages(pool, "1")) {
            LongPredicate message = messages.open();
            assertThat(message.test(SessionMessages.SHORT_BYTES)).isTrue();
            assertThat(pool.used()).isZero();
            assertThat(message.test(10 * MB)).isTrue();
            assertThat(message.test(5 * MB)).isTrue();
            assertThat(pool.used()).isEqualTo(5 * MB);
            assertThat(message.test(200 * MB)).isFalse();
            assertThat(pool.used()).as("a refusal changes nothing").isEqualTo(5 * MB);
            assertThat(message.test(0)).isTrue();
            assertThat(pool.used()).isZero();
        }
    }

    @Test
    void reservesMemoryForOtherSessions() {
        SessionMessages greedy = new SessionMessages(pool, "1");
        try (SessionMessages other = new SessionMessages(pool, "2")) {
            assertThat(greedy.open().test(50 * MB)).isTrue();
            assertThat(greedy.open().test(39 * MB)).isTrue();
            assertThat(greedy.open().test(2 * MB)).isFalse();
            assertThat(other.open().test(10 * MB)).isTrue();
            greedy.close();
            assertThat(pool.used())
                    .as("the end of a session releases all its memory")
                    .isEqualTo(10 * MB);
            assertThat(greedy.open().test(2 * MB)).isFalse();
            assertThat(other.open().test(80 * MB)).isTrue();
        }
        assertThat(pool.used()).isZero();
    }
}
