package dev.plimsoll.spring.settings;

import dev.plimsoll.policy.SettingType;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Preset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A property that can be set.
 *
 * @param path as the gateway's file calls it, such as {@code policy.maxTtl}
 * @param unset the default as it may be written; empty for none
 * @param allowed what may be written, in words
 * @param choices the words there are to choose from
 */
public record Property(String path, SettingType.Kind kind, String unset, String allowed, List<String> choices, String about) {

    /** What all of them begin with. */
    public static final String PREFIX = "plimsoll.";

    static final String LIMITS = "query.";
    private static final String ROLLOUT = "rollout.";
    static final SettingType<Long> STORE_BYTES = SettingType.size(1L << 20, 1L << 40);
    static final SettingType<String> STORE_TYPE = SettingType.word("memory");

    public Property {
        choices = List.copyOf(choices);
    }

    /** All that have a name of their own, in the order of the reference; rules and profiles are written below names of users. */
    public static List<Property> all() {
        List<Property> all = new ArrayList<>();
        all.add(flag("enabled", "true", "false: the starter does nothing at all"));
        all.add(text(
                "name",
                "main",
                "1 to 100 characters without a slash",
                "what rules call this server, as in crm/list_*"));
        all.add(new Property(
                "preset",
                SettingType.Kind.CHOICE,
                "balanced",
                allowed(presets()),
                presets(),
                "a named set of defaults for policy"));
        for (PolicyKey<?> key : Policy.keys()) {
            all.add(of(path(key), key));
        }
        all.add(flag("clientProfiles", "true", "whether what a client can take lowers what it gets"));
        all.add(of(
                "store.type", STORE_TYPE, "memory", "where results are kept; for others, give a SnapshotStore bean"));
        all.add(of("store.maxBytes", STORE_BYTES, "256MB", "how much is kept"));
        all.add(text(
                "cursor.key",
                "",
                "a text of at least 16 bytes",
                "seals cursors; unset: a random key, so that cursors end with the process"));
        all.add(new Property(
                "cursor.previousKeys",
                SettingType.Kind.NAMES,
                "",
                "a list, each a text of at least 16 bytes",
                List.of(),
                "keys that still open cursors"));
        return List.copyOf(all);
    }

    /** What may be set below {@code tools} for the tools that a glob matches. */
    public static List<Property> ofRules() {
        return Policy.keys().stream()
                .filter(key -> !key.name().startsWith(LIMITS))
                .map(key -> of("tools.GLOB." + key.name(), key))
                .toList();
    }

    /** As the gateway's file calls a key of the policy for every tool. */
    static String path(PolicyKey<?> key) {
        boolean alone = key.name().startsWith(LIMITS) || key.name().startsWith(ROLLOUT);
        return alone ? key.name() : "policy." + key.name();
    }

    private static Property of(String path, PolicyKey<?> key) {
        return new Property(
                path,
                key.form().kind(),
                key.unsetText(),
                key.allowed(),
                key.form().choices(),
                key.about());
    }

    private static Property of(String path, SettingType<?> settingType, String unset, String about) {
        return new Property(path, settingType.kind(), unset, settingType.allowed(), settingType.choices(), about);
    }

    private static Property flag(String path, String unset, String about) {
        return of(path, SettingType.flag(), unset, about);
    }

    private static Property text(String path, String unset, String allowed, String about) {
        return new Property(path, SettingType.Kind.TEXT, unset, allowed, List.of(), about);
    }

    static List<String> presets() {
        return Arrays.stream(Preset.values()).map(Preset::word).toList();
    }

    static String allowed(List<String> words) {
        return "one of " + String.join(", ", words);
    }

    /** As Spring writes it: {@code plimsoll.policy.max-ttl}. */
    public String name() {
        return PREFIX + kebab(path);
    }

    static String kebab(String path) {
        return path.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Spring takes names of any case, with dashes or without. */
    static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** The key of a policy that somebody means by this name, or null. */
    static @Nullable PolicyKey<?> policyKey(String name) {
        String wanted = uniform(name);
        for (PolicyKey<?> key : Policy.keys()) {
            if (uniform(key.name()).equals(wanted)) {
                return key;
            }
        }
        return null;
    }
}
