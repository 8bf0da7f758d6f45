package dev.plimsoll.settings;

import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of the settings, except those of rules, whose names contain globs. */
final class SettingNames {

    static final String TOOLS = "tools.";
    static final String POLICY = "policy.";
    static final String PRESET = "preset";
    static final String NAME = "name";
    static final String CLIENT_PROFILES = "clientProfiles";
    static final String STORE_BYTES = "store.maxBytes";
    static final String CURSOR_KEY = "cursor.key";
    static final String PREVIOUS_KEYS = "cursor.previousKeys";

    private static final List<String> FIXED =
            List.of(PRESET, NAME, CLIENT_PROFILES, STORE_BYTES, CURSOR_KEY, PREVIOUS_KEYS);

    private SettingNames() {}

    /** Returns all names: with those of the host, and with both names of a policy key that contains a dot. */
    static List<String> all(Set<String> hostKeys) {
        List<String> names = new ArrayList<>(FIXED);
        names.addAll(hostKeys);
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            names.add(POLICY + key.name());
            if (key.name().contains(".")) {
                names.add(key.name());
            }
        }
        return names;
    }

    static @Nullable String find(String spelling, Set<String> hostKeys) {
        String wanted = lettersAndDigits(spelling);
        for (String name : all(hostKeys)) {
            if (lettersAndDigits(name).equals(wanted)) {
                return name;
            }
        }
        return null;
    }

    private static String lettersAndDigits(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
