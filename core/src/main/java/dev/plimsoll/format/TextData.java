package dev.plimsoll.format;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Data that a text holds: can be written as one JSON value, and knows where its records stand in the text. */
public interface TextData {

    /** The name of the format in a sentence: {@code CSV}. */
    String label();

    /** Bytes that {@link #writeTo} writes, about. */
    int size();

    /** Writes the data as one JSON value. */
    void writeTo(ByteSink out);

    /** Returns the text of some records, which is a text in the same format; null where the data is no list. */
    @Nullable Slice text(int from, int to);

    /** The lines that are not in order. */
    default LineErrors faults() {
        return LineErrors.NONE;
    }
}
