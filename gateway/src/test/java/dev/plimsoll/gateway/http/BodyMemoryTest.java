package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BodyMemoryTest {

    @Test
    void reusesReleasedMemory() throws Exception {
        BodyMemory bodyMemory = new BodyMemory(100);
        bodyMemory.take(60);
        assertThatThrownBy(() -> bodyMemory.take(41))
                .isInstanceOf(HttpErrorException.class)
                .satisfies(e -> assertThat(((HttpErrorException) e).status()).isEqualTo(503))
                .satisfies(e -> assertThat(((HttpErrorException) e).headers()).containsKey("Retry-After"));
        bodyMemory.take(40);
        bodyMemory.release(60);
        bodyMemory.take(60);
    }

    /** Checks that a growing body takes only the additional bytes, and releases all of them at the end. */
    @Test
    void countsGrowingBodyOnce() throws Exception {
        BodyMemory bodyMemory = new BodyMemory(100);
        bodyMemory.take(50);
        bodyMemory.take(100 - 50);
        bodyMemory.release(100);
        bodyMemory.take(100);
    }
}
