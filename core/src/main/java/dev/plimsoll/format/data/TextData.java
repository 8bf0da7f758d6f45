package dev.plimsoll.format.data;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Data in a text: writes itself as one JSON value, and finds its records in the text. */
public interface TextData {

    /** Returns the name of the format in a sentence: {@code CSV}. */
    String label();

    /** Returns a phrase for data that is an object. */
    default String objectPhrase() {
        return label() + " object";
    }

    /** Returns a remark on how the data was read, for the end of a phrase; may be empty. */
    default String remark() {
        return "";
    }

    /** Returns the approximate number of bytes that {@link #writeTo} writes. */
    int size();

    /** Writes the data as one JSON value. */
    void writeTo(ByteSink out);

    /**
     * Returns the text of the records from the index {@code from} to before {@code to}, in the same format; null if the data is
     * not a list, or cannot be divided.
     */
    @Nullable Slice text(int from, int to);

    /** Returns whether {@link #text} is JSON, which answers contain as JSON and not as a string. */
    default boolean isJson() {
        return false;
    }

    /** Describes the records if they all have the same members; null if they do not, or it is unknown. */
    default @Nullable UniformRecords uniformRecords() {
        return null;
    }

    /** Returns the errors in lines that do not match the format. */
    default LineErrors lineErrors() {
        return LineErrors.NONE;
    }

    /**
     * Returns the noun for the parts of the text that have the errors, such as {@code line}. They are
     * numbered from 1.
     */
    default String errorUnit() {
        return "line";
    }

    /** Returns the text around the data that is not part of it. */
    default OtherText otherText() {
        return OtherText.NONE;
    }
}
