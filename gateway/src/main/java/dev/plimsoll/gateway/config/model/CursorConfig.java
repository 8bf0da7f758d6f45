package dev.plimsoll.gateway.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the signing of cursors.
 *
 * @param bind whether a cursor belongs to a caller or to a session
 * @param key key that signs cursors; null: the key is in a file in the data folder
 * @param previousKeys earlier keys, whose cursors are still accepted; not used for new cursors
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
