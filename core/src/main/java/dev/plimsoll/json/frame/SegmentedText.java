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

    private SegmentedText(List<Slice> parts) {
        this.segments = parts;
    }

    public static SegmentedText of(Slice... parts) {
        return new SegmentedText(List.of(parts));
    }

    public List<Slice> segments() {
        return segments;
    }

    public int length() {
        long length = 0;
        for (Slice part : segments) {
            length += part.length();
        }
        return Math.toIntExact(length);
    }

    /** Returns whether the text is exactly that range of bytes. */
    public boolean isSameRange(Slice other) {
        return segments.size() == 1 && segments.get(0).isSameRange(other);
    }

    public Slice joined() {
        Slice known = joined;
        if (known == null) {
            known = segments.size() == 1 ? segments.get(0) : copied();
            joined = known;
        }
        return known;
    }

    private Slice copied() {
        ByteSink out = new ByteSink(length());
        segments.forEach(out::raw);
        return out.slice();
    }
}
