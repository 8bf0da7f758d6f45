package dev.plimsoll.gateway.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the signing of cursors.
 *
 * @param bind whether a cursor belongs to a caller or to a session
 * @param key null for a key file in the data folder
 * @param previousKeys still accepted, but not used for new cursors
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
