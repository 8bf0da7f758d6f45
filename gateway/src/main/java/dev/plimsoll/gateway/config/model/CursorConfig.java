package dev.plimsoll.gateway.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How cursors are sealed.
 *
 * @param bind whom a cursor belongs to
 * @param key null: a key file in the data folder
 * @param previousKeys open cursors, but seal none
 */
public record CursorConfig(Bind bind, @Nullable SecretValue key, List<SecretValue> previousKeys) {

    public enum Bind {
        CALLER,
        SESSION
    }

    public CursorConfig {
        previousKeys = List.copyOf(previousKeys);
    }
}
