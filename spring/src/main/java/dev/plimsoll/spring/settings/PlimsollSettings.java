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
 * @param activeSettings names and values of the properties that can be changed at run time
 * @param warnings messages about properties that have no effect here
 */
public record PlimsollSettings(
        String name,
        Policies policies,
        long maxBytes,
        @Nullable KeyRing keys,
        Map<String, String> activeSettings,
        List<String> warnings) {

    public PlimsollSettings {
        activeSettings = Collections.unmodifiableMap(new LinkedHashMap<>(activeSettings));
        warnings = List.copyOf(warnings);
    }
}
