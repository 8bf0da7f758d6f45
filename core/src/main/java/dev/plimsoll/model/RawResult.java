package dev.plimsoll.model;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A result as it came.
 *
 * @param checked the same, where somebody has checked it and remembers where its parts stand; else null
 */
public record RawResult(Slice bytes, @Nullable CheckedJson checked) {

    public static RawResult of(Slice bytes) {
        return new RawResult(bytes, null);
    }
}
