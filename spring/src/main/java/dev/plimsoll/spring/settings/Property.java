package dev.plimsoll.spring.settings;

import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Property of the Spring Boot starter.
 *
 * @param path the name without prefix in camel case, as the gateway's configuration file writes it, such as
 *     {@code policy.maxTtl}
 * @param defaultText the default as text; empty if there is none
 * @param allowed a description of the allowed values
 * @param choices the allowed words; empty if other values are allowed
 */
public record Property(
        String path,
        SettingType.Kind kind,
        String defaultText,
        String allowed,
        List<String> choices,
        String description) {

    /** The prefix of all properties. */
    public static final String PREFIX = "plimsoll.";

    static final String QUERY_PREFIX = "query.";
    private static final String ROLLOUT_PREFIX = "rollout.";
    static final SettingType<Long> STORE_BYTES = SettingType.size(1L << 20, 1L << 40);
    static final SettingType<String> STORE_TYPE = SettingType.word("memory");

    public Property {
        choices = List.copyOf(choices);
    }

    /**
     * Returns all properties with fixed names, in the order of the reference. Properties of rules and profiles are not
     * included, because their names contain names chosen by users.
     */
    public static List<Property> all() {
        List<Property> properties = new ArrayList<>();
        properties.add(flag("enabled", "true", "false: turns the starter off"));
        properties.add(flag(
                "agent.enabled",
                "false",
                "guards the tools of each ChatClient that is built with the auto-configured builder"));
        properties.add(text(
                "name",
                "main",
                "1 to 100 characters without a slash",
                "the name of this server in rules, as in crm/list_*"));
        properties.add(new Property(
                "preset",
                SettingType.Kind.CHOICE,
                "balanced",
                allowed(presets()),
                presets(),
                "a named set of defaults for policy"));
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            properties.add(of(path(key), key));
        }
        properties.add(flag(
                "clientProfiles", "true", "whether the known limits of a client lower the budgets of its answers"));
        properties.add(of(
                "store.type",
                STORE_TYPE,
                "memory",
                "where results are stored; for other stores, define a SnapshotStore bean"));
        properties.add(of("store.maxBytes", STORE_BYTES, "256MB", "the maximum size of all stored results"));
        properties.add(text(
                "cursor.key",
                "",
                "a text of at least 16 bytes",
                "signs and encrypts cursors; unset: a random key, so that cursors are invalid after a restart"));
        properties.add(new Property(
                "cursor.previousKeys",
                SettingType.Kind.NAMES,
                "",
                "a list, each a text of at least 16 bytes",
                List.of(),
                "earlier keys, whose cursors stay valid"));
        return List.copyOf(properties);
    }

    /** Returns the properties allowed below {@code tools} for a glob. */
    public static List<Property> ofRules() {
        return StyleRegistry.standard().keys().stream()
                .filter(key -> !key.name().startsWith(QUERY_PREFIX))
                .map(key -> of("tools.GLOB." + key.name(), key))
                .toList();
    }

    /** Returns the path of a key of the base policy, as the gateway's configuration file writes it. */
    static String path(PolicyKey<?> key) {
        boolean isTopLevel = key.name().startsWith(QUERY_PREFIX) || key.name().startsWith(ROLLOUT_PREFIX);
        return isTopLevel ? key.name() : "policy." + key.name();
    }

    private static Property of(String path, PolicyKey<?> key) {
        return new Property(
                path,
                key.settingType().kind(),
                key.defaultText(),
                key.allowed(),
                key.settingType().choices(),
                key.description());
    }

    private static Property of(String path, SettingType<?> settingType, String defaultText, String description) {
        return new Property(
                path, settingType.kind(), defaultText, settingType.allowed(), settingType.choices(), description);
    }

    private static Property flag(String path, String defaultText, String description) {
        return of(path, SettingType.flag(), defaultText, description);
    }

    private static Property text(String path, String defaultText, String allowed, String description) {
        return new Property(path, SettingType.Kind.TEXT, defaultText, allowed, List.of(), description);
    }

    static List<String> presets() {
        return Arrays.stream(Preset.values()).map(Preset::configName).toList();
    }

    static String allowed(List<String> words) {
        return "one of " + String.join(", ", words);
    }

    /** Returns the name in Spring's notation: {@code plimsoll.policy.max-ttl}. */
    public String name() {
        return PREFIX + toKebabCase(path);
    }

    static String toKebabCase(String path) {
        return path.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Normalizes a name: Spring ignores case, dashes, and underscores. */
    static String normalize(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the policy key that matches this name, or null if there is none. */
    static @Nullable PolicyKey<?> policyKey(String name) {
        String uniformName = normalize(name);
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            if (normalize(key.name()).equals(uniformName)) {
                return key;
            }
        }
        return null;
    }
}
