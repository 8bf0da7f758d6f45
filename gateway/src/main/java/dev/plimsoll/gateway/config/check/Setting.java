package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.source.ConfigOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A value that was set, and is allowed.
 *
 * @param value of the key's form; a {@code List<String>}, {@code Map<String, String>} or {@code List<Settings>} for keys that
 *     hold several; null sets the key back to its default
 * @param shown the same with secrets masked, as texts
 */
public record Setting(@Nullable Object value, @Nullable Object shown, ConfigOrigin origin, String note) {}
