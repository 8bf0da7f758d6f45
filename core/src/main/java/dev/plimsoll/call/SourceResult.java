package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.source.PageSource;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Result whose items are read from a source on demand. The engine closes the source when its cursors expire.
 *
 * @param json converts the value of a row to JSON
 */
public record SourceResult(PageSource source, Function<@Nullable Object, Slice> json) implements CallResult {

    public SourceResult {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(json, "json");
    }
}
