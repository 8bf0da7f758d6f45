package dev.plimsoll.gateway.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the queue. {@link ResultQueue#add} returns true if no reader is active, so that the caller must start one. */
class ResultQueueTest {

    private final ResultQueue queue = new ResultQueue(10);

    @Test
    void oneReaderReadsAllInOrder() {
        assertThat(queue.add("a", Slice.of("1"))).isTrue();
        assertThat(queue.add("b", Slice.of("2"))).isFalse();
        assertThat(Objects.requireNonNull(queue.next()).tool()).isEqualTo("a");
        assertThat(queue.add("c", Slice.of("3"))).isFalse();
        assertThat(Objects.requireNonNull(queue.next()).tool()).isEqualTo("b");
        assertThat(Objects.requireNonNull(queue.next()).result()).isEqualTo(Slice.of("3"));
        assertThat(queue.next()).isNull();
        assertThat(queue.add("a", Slice.of("4"))).isTrue();
    }

    @Test
    void holdsOneResultPerTool() {
        assertThat(queue.add("a", Slice.of("1"))).isTrue();
        assertThat(queue.add("a", Slice.of("2"))).isFalse();
        assertThat(Objects.requireNonNull(queue.next()).result()).isEqualTo(Slice.of("1"));
        assertThat(queue.next()).isNull();
    }

    @Test
    void limitsTheBytesInTheQueue() {
        assertThat(queue.add("a", Slice.of("1234567890"))).isTrue();
        assertThat(queue.add("b", Slice.of("1"))).isFalse();
        assertThat(Objects.requireNonNull(queue.next()).tool()).isEqualTo("a");
        assertThat(queue.next()).isNull();
        assertThat(queue.add("b", Slice.of("1"))).isTrue();
    }
}
