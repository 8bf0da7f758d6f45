package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BodyMemoryTest {

    @Test
    void reusesReleasedMemory() throws Exception {
        BodyMemory room = new BodyMemory(100);
        room.take(60);
        assertThatThrownBy(() -> room.take(41))
                .isInstanceOf(HttpErrorException.class)
                .satisfies(e -> assertThat(((HttpErrorException) e).status()).isEqualTo(503))
                .satisfies(e -> assertThat(((HttpErrorException) e).headers()).containsKey("Retry-After"));
        room.take(40);
        room.release(60);
        room.take(60);
    }

    /** Checks that a body which exceeds the memory releases its share at once. */
    @Test
    void countsGrowingBodyOnce() throws Exception {
        BodyMemory room = new BodyMemory(100);
        room.take(50);
        room.take(100 - 50);
        room.release(100);
        room.take(100);
    }
}
