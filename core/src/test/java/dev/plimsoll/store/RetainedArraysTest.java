package dev.plimsoll.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetainedArraysTest {

    private static final Slice NO_NOTES = Slice.of("");

    private final Slice message = Slice.of(new byte[1_000]);

    @Test
    void retainsAFullyUsedArray() {
        RetainedArrays retainedArrays = retaining(NO_NOTES, message);
        assertThat(retainedArrays.bytes()).isEqualTo(1_000);
        assertThat(segmentArray(retainedArrays, 0)).isSameAs(message.bytes());
    }

    @Test
    void copiesASmallPartOfALargeArray() {
        RetainedArrays retainedArrays = retaining(NO_NOTES, message.sub(0, 499));
        assertThat(retainedArrays.bytes()).isEqualTo(499);
        assertThat(segmentArray(retainedArrays, 0)).hasSize(499);
    }

    @Test
    void retainsAHalfUsedArrayAndCountsAllOfIt() {
        RetainedArrays retainedArrays = retaining(NO_NOTES, message.sub(500, 1_000));
        assertThat(retainedArrays.bytes()).isEqualTo(1_000);
        assertThat(segmentArray(retainedArrays, 0)).isSameAs(message.bytes());
    }

    @Test
    void countsASharedArrayOnce() {
        RetainedArrays retainedArrays = retaining(message.sub(0, 10), message.sub(10, 300), message.sub(300, 600));
        assertThat(retainedArrays.bytes()).isEqualTo(1_000);
        assertThat(retainedArrays.notes().bytes()).isSameAs(message.bytes());
        assertThat(segmentArray(retainedArrays, 0)).isSameAs(message.bytes());
        assertThat(segmentArray(retainedArrays, 1)).isSameAs(message.bytes());
    }

    @Test
    void decidesForEachArraySeparately() {
        Slice other = Slice.of(new byte[100]);
        RetainedArrays retainedArrays = retaining(other.sub(0, 49), message.sub(0, 900), other.sub(0, 0));
        assertThat(retainedArrays.bytes()).isEqualTo(1_049);
        assertThat(retainedArrays.notes().bytes()).hasSize(49);
        assertThat(segmentArray(retainedArrays, 0)).isSameAs(message.bytes());
        assertThat(segmentArray(retainedArrays, 1)).isEmpty();
    }

    private static RetainedArrays retaining(Slice notes, Slice... segments) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("", "", "", "", "");
        Duration minute = Duration.ofMinutes(1);
        return new RetainedArrays(new SaveRequest(snapshotOrigin, notes, List.of(segments), minute, minute));
    }

    private static byte[] segmentArray(RetainedArrays retainedArrays, int index) {
        Segment segment = retainedArrays.segments().get(index);
        return segment.read(0, segment.length()).bytes();
    }
}
