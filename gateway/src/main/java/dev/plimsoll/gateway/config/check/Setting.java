package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.source.ConfigOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A valid setting.
 *
 * @param value in the key's type; a {@code List<String>}, {@code Map<String, String>}, or {@code List<ScopeSettings>}
 *     for keys with several values; null resets the key to its default
 * @param displayValue the value to show, with secrets masked; null if {@code value} is null
 * @param references the references to secrets in the value, as written, such as <code>${TOKEN}</code>; empty if there
 *     are none
 */
public record Setting(@Nullable Object value, @Nullable Object displayValue, ConfigOrigin origin, String references) {}
