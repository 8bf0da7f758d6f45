package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Format of data in a text. To add one, add its class to the table in {@code TextFormats}. */
public interface TextFormat {

    /** Returns the name of the format in the argument {@code as}. */
    String name();

    /** Returns whether a text may be in this format, based on its beginning. Must be cheap for texts of any size. */
    boolean mayRead(Slice text);

    /** Reads all of a text that may be in this format; null if it is not. */
    @Nullable TextData read(Slice text);

    /**
     * Reads a text that a caller says is in this format; null if it is not. Unlike {@link #read}, it accepts what is too
     * short or too common in other texts to be recognized.
     */
    default @Nullable TextData readAs(Slice text) {
        return mayRead(text) ? read(text) : null;
    }

    /**
     * Returns the offset of the first error in a text that {@link #readAs} does not accept; 0 if it is not
     * determined.
     */
    default int errorOffset(Slice text) {
        return 0;
    }
}
