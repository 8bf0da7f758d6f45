package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingTest {

    private static final Slice NO_NOTES = Slice.of("");

    private final Slice message = Slice.of(new byte[1_000]);

    @Test
    void holdsOnToAWholeArray() {
        Holding holding = holding(NO_NOTES, message);
        assertThat(holding.bytes()).isEqualTo(1_000);
        assertThat(heldArray(holding, 0)).isSameAs(message.bytes());
    }

    @Test
    void copiesASmallPartOfALargeArray() {
        Holding holding = holding(NO_NOTES, message.sub(0, 499));
        assertThat(holding.bytes()).isEqualTo(499);
        assertThat(heldArray(holding, 0)).hasSize(499);
    }

    @Test
    void holdsOnToHalfAnArrayAndCountsAllOfIt() {
        Holding holding = holding(NO_NOTES, message.sub(500, 1_000));
        assertThat(holding.bytes()).isEqualTo(1_000);
        assertThat(heldArray(holding, 0)).isSameAs(message.bytes());
    }

    @Test
    void countsAnArrayOnceHoweverManyPartsOfItAreHeld() {
        Holding holding = holding(message.sub(0, 10), message.sub(10, 300), message.sub(300, 600));
        assertThat(holding.bytes()).isEqualTo(1_000);
        assertThat(holding.notes().bytes()).isSameAs(message.bytes());
        assertThat(heldArray(holding, 0)).isSameAs(message.bytes());
        assertThat(heldArray(holding, 1)).isSameAs(message.bytes());
    }

    @Test
    void judgesEachArrayForItself() {
        Slice other = Slice.of(new byte[100]);
        Holding holding = holding(other.sub(0, 49), message.sub(0, 900), other.sub(0, 0));
        assertThat(holding.bytes()).isEqualTo(1_049);
        assertThat(holding.notes().bytes()).hasSize(49);
        assertThat(heldArray(holding, 0)).isSameAs(message.bytes());
        assertThat(heldArray(holding, 1)).isEmpty();
    }

    private static Holding holding(Slice notes, Slice... segments) {
        Origin origin = new Origin("", "", "", "", "");
        Duration minute = Duration.ofMinutes(1);
        return new Holding(new Keep(origin, notes, List.of(segments), minute, minute));
    }

    private static byte[] heldArray(Holding holding, int segment) {
        Segment held = holding.segments().get(segment);
        return held.read(0, held.length()).bytes();
    }
}
