package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.source.PageSource;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * List that the tool has not loaded. The engine keeps its source open until its cursors expire, then closes it.
 *
 * @param json converts the value of a row to JSON
 */
public record SourceResult(PageSource source, Function<@Nullable Object, Slice> json) implements CallResult {

    public SourceResult {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(json, "json");
    }
}
