package dev.plimsoll.shape.draft;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;

/** Copies some characters around a position of a text. */
public final class TextExcerpt {

    private static final Slice ELLIPSIS = Slice.of("…");
    private static final int MAX_BYTES_PER_CHARACTER = 4;

    private TextExcerpt() {}

    /**
     * Returns an excerpt, or the text itself if it is short.
     *
     * @param position position in the text, in bytes
     * @param characters maximum number of characters, a third of them before the position
     */
    public static Slice of(Slice text, int position, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        int from = moveBack(text, position, characters / 3);
        int to = moveForward(text, from, characters);
        from = to == text.length() ? moveBack(text, to, characters) : from;
        ByteSink out = new ByteSink(to - from + 2 * ELLIPSIS.length());
        out.raw(from == 0 ? ELLIPSIS.sub(0, 0) : ELLIPSIS).raw(text.sub(from, to));
        return out.raw(to == text.length() ? ELLIPSIS.sub(0, 0) : ELLIPSIS).slice();
    }

    private static int moveBack(Slice text, int from, int characters) {
        int position = from;
        for (int remaining = characters; remaining > 0 && position > 0; remaining--) {
            position = Utf8.floor(text, position - 1);
        }
        return position == 0 ? 0 : Utf8.graphemeFloor(text, position);
    }

    private static int moveForward(Slice text, int from, int characters) {
        int position = from;
        for (int remaining = characters; remaining > 0 && position < text.length(); remaining--) {
            position++;
            while (position < text.length()
                    && (text.at(position) & 0xC0) == 0x80
                    && position - from < MAX_BYTES_PER_CHARACTER * characters) {
                position++;
            }
        }
        int boundary = Utf8.graphemeFloor(text, position);
        return boundary > from ? boundary : position;
    }
}
