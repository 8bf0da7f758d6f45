package dev.plimsoll.policy.option;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Mark of certain requests: a text in their {@code _meta} that begins with a prefix.
 *
 * @param key key in {@code _meta}
 * @param prefix beginning of its value
 */
public record MetaPrefix(String key, String prefix) {

    public MetaPrefix {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(prefix, "prefix");
    }

    /**
     * Returns whether a request has the mark.
     *
     * @param meta function that returns the text under a key of {@code _meta}, or null if there is none
     */
    public boolean matches(Function<String, @Nullable String> meta) {
        String text = meta.apply(key);
        return text != null && text.startsWith(prefix);
    }
}
