package dev.plimsoll.format;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** A way to write data as text. To add one, add its class to the table in {@link TextFormats}. */
interface TextFormat {

    /** Returns whether a text may be in this format, from a look at its beginning. Must be cheap, whatever the size. */
    boolean mayRead(Slice text);

    /** Reads all of a text that may be in this format; null where it is not. */
    @Nullable TextData read(Slice text);
}
