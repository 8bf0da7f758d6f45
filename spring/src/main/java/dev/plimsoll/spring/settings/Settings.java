package dev.plimsoll.spring.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the properties say.
 *
 * @param name what rules call this server
 * @param maxBytes how much is kept in memory
 * @param keys what seals cursors; null for a random key
 * @param warnings properties that are taken and do nothing here
 */
public record Settings(
        String name,
        Policies policies,
        long maxBytes,
        @Nullable KeyRing keys,
        List<String> warnings) {

    public Settings {
        warnings = List.copyOf(warnings);
    }
}
