package dev.plimsoll.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BodyMemoryTest {

    @Test
    void reusesReleasedMemory() throws Exception {
        BodyMemory bodyMemory = new BodyMemory(100, holder -> 1);
        bodyMemory.take("ada", 60);
        // a tenth of the memory is reserved for other callers
        assertThatThrownBy(() -> bodyMemory.take("ada", 31))
                .isInstanceOf(HttpErrorException.class)
                .satisfies(e -> assertThat(((HttpErrorException) e).status()).isEqualTo(503))
                .satisfies(e -> assertThat(((HttpErrorException) e).headers()).containsKey("Retry-After"));
        bodyMemory.take("ada", 30);
        bodyMemory.release("ada", 60);
        bodyMemory.take("ada", 60);
    }

    /** Checks that a growing body takes only the additional bytes, and releases all of them at the end. */
    @Test
    void countsGrowingBodyOnce() throws Exception {
        BodyMemory bodyMemory = new BodyMemory(100, holder -> 1);
        bodyMemory.take("ada", 50);
        bodyMemory.take("ada", 90 - 50);
        bodyMemory.release("ada", 90);
        bodyMemory.take("ada", 90);
    }

    @Test
    void leavesMemoryForAnotherCaller() throws Exception {
        BodyMemory bodyMemory = new BodyMemory(100, holder -> 1);
        bodyMemory.take("ada", 90);
        assertThatThrownBy(() -> bodyMemory.take("ada", 1)).hasMessageContaining("you use 90");
        bodyMemory.take("ben", 10);
    }
}
