package dev.plimsoll.format;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Format of data in a text. To add one, add its class to the table in {@link TextFormats}. */
interface TextFormat {

    /** Returns whether a text may be in this format, based on its beginning. Must be cheap for texts of any size. */
    boolean mayRead(Slice text);

    /** Reads all of a text that may be in this format; null if it is not. */
    @Nullable TextData read(Slice text);
}
