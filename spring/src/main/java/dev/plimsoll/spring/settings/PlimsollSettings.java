package dev.plimsoll.spring.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the properties say.
 *
 * @param name what rules call this server
 * @param maxBytes how much is kept in memory
 * @param keys what seals cursors; null for a random key
 * @param set what holds while the application runs and can be changed then: names and values
 * @param warnings properties that are taken and do nothing here
 */
public record PlimsollSettings(
        String name,
        Policies policies,
        long maxBytes,
        @Nullable KeyRing keys,
        Map<String, String> set,
        List<String> warnings) {

    public PlimsollSettings {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        warnings = List.copyOf(warnings);
    }
}
