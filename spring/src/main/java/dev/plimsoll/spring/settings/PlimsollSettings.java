package dev.plimsoll.spring.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of all properties.
 *
 * @param name the name of this server in rules
 * @param maxBytes the maximum number of bytes of snapshots in memory
 * @param keys the keys for cursors; null for a random key
 * @param reloadableSettings full names and values of the properties that are set, and that a reload can change
 * @param warnings messages about properties that have no effect here
 */
public record PlimsollSettings(
        String name,
        Policies policies,
        long maxBytes,
        @Nullable KeyRing keys,
        Map<String, String> reloadableSettings,
        List<String> warnings) {

    public PlimsollSettings {
        reloadableSettings = Collections.unmodifiableMap(new LinkedHashMap<>(reloadableSettings));
        warnings = List.copyOf(warnings);
    }
}
