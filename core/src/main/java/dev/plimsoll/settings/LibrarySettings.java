package dev.plimsoll.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.Policies;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the library in one server, from the configuration of its host. Names are those of the gateway's
 * configuration file, such as {@code policy.maxTtl} or {@code tools.list_*.heavy}; case, dashes, and underscores of keys do
 * not matter.
 *
 * @param name name of the server in rules
 * @param storeBytes maximum size of all stored results, in bytes
 * @param keys keys for cursors; null for a random key
 * @param faults faults that were found, one sentence each; if there are any, do not use the other values
 */
public record LibrarySettings(
        String name,
        Policies policies,
        long storeBytes,
        @Nullable KeyRing keys,
        List<String> faults) {

    /** Maximum size of all stored results if no setting changes it, in bytes. */
    public static final long DEFAULT_STORE_BYTES = 256L << 20;

    public LibrarySettings {
        faults = List.copyOf(faults);
    }

    /**
     * Reads settings.
     *
     * @param texts texts by name, in the order in which rules apply
     * @param hostKeys names that the host reads itself
     */
    public static LibrarySettings parse(Map<String, String> texts, Set<String> hostKeys) {
        return new FlatSettings(texts, hostKeys).read();
    }

    /**
     * Returns the name of a setting from another spelling of it, such as {@code cursor.previousKeys} from {@code
     * cursor.previous.keys}; null if there is none. Compares only letters and digits, because the name of an
     * environment variable does not keep the other characters. Returns null for a setting of a rule.
     *
     * @param hostKeys names that the host reads itself
     */
    public static @Nullable String findName(String spelling, Set<String> hostKeys) {
        return SettingNames.find(spelling, hostKeys);
    }

    /** Returns a name in the form in which names are compared: in lower case, without dashes and underscores. */
    public static String plainName(String name) {
        return FlatSettings.plainName(name);
    }
}
