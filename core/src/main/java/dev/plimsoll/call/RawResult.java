package dev.plimsoll.call;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Result as received.
 *
 * @param checked its validated form with the offsets of its parts, or null if it is not validated yet
 */
public record RawResult(Slice bytes, @Nullable CheckedJson checked) implements CallResult {

    public RawResult {
        if (checked != null && !checked.value().isSameRange(Json.trim(bytes))) {
            throw new IllegalArgumentException("checked: must refer to the same bytes");
        }
    }

    public static RawResult of(Slice bytes) {
        return new RawResult(bytes, null);
    }
}
