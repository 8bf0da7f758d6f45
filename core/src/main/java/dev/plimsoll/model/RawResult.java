package dev.plimsoll.model;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A result as it came.
 *
 * @param checked the same, where somebody has checked it and remembers where its parts stand; else null
 */
public record RawResult(Slice bytes, @Nullable CheckedJson checked) {

    public RawResult {
        if (checked != null && !checked.value().isSameRange(Json.trim(bytes))) {
            throw new IllegalArgumentException("checked: must be of these very bytes");
        }
    }

    public static RawResult of(Slice bytes) {
        return new RawResult(bytes, null);
    }
}
