package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Format of data in a text. To add a format, add its class to the table in {@code TextFormats}. */
public interface TextFormat {

    /** Returns the name of the format in the argument {@code as}. */
    String name();

    /** Returns whether a text may be in this format, based on its beginning. Must be cheap for texts of any size. */
    boolean canRead(Slice text);

    /** Reads all of a text that may be in this format; null if it is not. */
    @Nullable TextData read(Slice text);

    /**
     * Reads a text that the caller declares to be in this format; null if it is not. Also accepts data that {@link #read}
     * does not recognize because it is too short, or too similar to other texts.
     */
    default @Nullable TextData readDeclared(Slice text) {
        return canRead(text) ? read(text) : null;
    }

    /**
     * Returns the offset of the first error in a text that {@link #readDeclared} does not accept; 0 if the format does not find
     * the error.
     */
    default int errorOffset(Slice text) {
        return 0;
    }
}
