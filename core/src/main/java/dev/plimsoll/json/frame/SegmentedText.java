package dev.plimsoll.json.frame;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text whose bytes are in several slices. Writers write one slice after the other; {@link #joined} copies them once, if
 * they are needed in one array.
 */
public final class SegmentedText {

    private final List<Slice> segments;
    private volatile @Nullable Slice joined;

    private SegmentedText(List<Slice> segments) {
        this.segments = segments;
    }

    public static SegmentedText of(Slice... segments) {
        return new SegmentedText(List.of(segments));
    }

    public List<Slice> segments() {
        return segments;
    }

    public int length() {
        long length = 0;
        for (Slice segment : segments) {
            length += segment.length();
        }
        return Math.toIntExact(length);
    }

    /** Returns whether the text is exactly this range, in the same byte array. */
    public boolean isSameRange(Slice other) {
        return segments.size() == 1 && segments.get(0).isSameRange(other);
    }

    public Slice joined() {
        Slice bytes = joined;
        if (bytes == null) {
            bytes = segments.size() == 1 ? segments.get(0) : copySegments();
            joined = bytes;
        }
        return bytes;
    }

    private Slice copySegments() {
        ByteSink out = new ByteSink(length());
        segments.forEach(out::raw);
        return out.slice();
    }
}
