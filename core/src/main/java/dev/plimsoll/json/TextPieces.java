package dev.plimsoll.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text whose bytes are in several slices. Writers write one slice after the other; {@link #joined} copies them once, if
 * they are needed in one array.
 */
public final class TextPieces {

    private final List<Slice> parts;
    private volatile @Nullable Slice joined;

    private TextPieces(List<Slice> parts) {
        this.parts = parts;
    }

    public static TextPieces of(Slice... parts) {
        return new TextPieces(List.of(parts));
    }

    public List<Slice> parts() {
        return parts;
    }

    public int length() {
        long length = 0;
        for (Slice part : parts) {
            length += part.length();
        }
        return Math.toIntExact(length);
    }

    /** Returns whether the text is exactly that range of bytes. */
    public boolean isSameRange(Slice other) {
        return parts.size() == 1 && parts.get(0).isSameRange(other);
    }

    public Slice joined() {
        Slice known = joined;
        if (known == null) {
            known = parts.size() == 1 ? parts.get(0) : copied();
            joined = known;
        }
        return known;
    }

    private Slice copied() {
        ByteSink out = new ByteSink(length());
        parts.forEach(out::raw);
        return out.slice();
    }
}
