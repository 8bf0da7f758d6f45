package dev.plimsoll.spring.settings;

import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.shape.style.StyleRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

/** Reads the settings from an environment. Call {@link #read} only once. */
public final class SettingsReader {

    private static final int MIN_KEY_BYTES = 16;

    /** Keys that only the gateway supports. */
    private static final List<PolicyKey<?>> GATEWAY_ONLY = List.of(
            Policy.RATE_LIMIT,
            Policy.ELICIT,
            Policy.ELICIT_TIMEOUT,
            Policy.ESTIMATOR_SAMPLING,
            Policy.CACHE_TTL,
            Policy.CACHE_INVALIDATES,
            Policy.PIN,
            Policy.HANDLES,
            Policy.IN_PROGRAMS,
            Policy.CONSENT,
            Policy.AHEAD,
            Policy.ACCEPTS_FROM,
            PagingKeys.COLLECT,
            PagingKeys.BY,
            PagingKeys.SIZE);

    private final Map<String, Property> properties =
            Property.all().stream().collect(Collectors.toMap(Property::path, property -> property));
    private final ConfigurableEnvironment environment;
    private final PropertyReader propertyReader;
    private final PropertyValues propertyValues;
    private final Map<String, String> activeSettings = new LinkedHashMap<>();
    private final Set<String> ignored = new TreeSet<>();

    public SettingsReader(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.propertyReader = new PropertyReader(environment);
        this.propertyValues = new PropertyValues(environment);
    }

    /** Reads all settings. Throws {@link SettingsException} with all errors. */
    public PlimsollSettings read() {
        new UnknownProperties(environment).check(properties.values(), propertyValues);
        propertyValues.parse(property("enabled"), SettingType.flag(), true);
        propertyValues.parse(property("agent.enabled"), SettingType.flag(), false);
        propertyValues.parse(property("store.type"), Property.STORE_TYPE, "memory");
        long maxBytes = propertyValues.parse(property("store.maxBytes"), Property.STORE_BYTES, 256L << 20);
        PlimsollSettings plimsollSettings =
                new PlimsollSettings(name(), policies(), maxBytes, keys(), activeSettings, warnings());
        if (!propertyValues.errors().isEmpty()) {
            throw new SettingsException(propertyValues.errors());
        }
        return plimsollSettings;
    }

    private Property property(String path) {
        Property property = properties.get(path);
        if (property == null) {
            throw new IllegalArgumentException("no property " + path);
        }
        return property;
    }

    private String name() {
        String name = propertyValues.text(property("name"));
        if (name == null) {
            return "main";
        }
        if (name.length() > 100 || name.contains("/")) {
            propertyValues.addInvalid(property("name"), name);
        }
        return name;
    }

    // --- policies

    private Policies policies() {
        PolicyChanges base = new PolicyChanges();
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            Property property = property(Property.path(key));
            String text = propertyValues.text(property);
            if (text != null) {
                base.set(key, text, property.name(), propertyValues.location(property), propertyValues);
                activeSettings.put(property.name(), text);
            }
        }
        collectIgnored(base, "policy.");
        return new Policies(base.applyTo(preset().applyTo(Policy.defaults())), rules(), profiles());
    }

    private Preset preset() {
        String text = propertyValues.text(property("preset"));
        if (text == null) {
            return Preset.BALANCED;
        }
        // YAML reads a bare off as false
        Preset preset = Preset.find(text.equals("false") ? "off" : text);
        if (preset == null) {
            propertyValues.addInvalid(property("preset"), text);
            return Preset.BALANCED;
        }
        activeSettings.put(property("preset").name(), preset.configName());
        return preset;
    }

    private List<PolicyRule> rules() {
        List<PolicyRule> rules = new ArrayList<>();
        Set<PolicyKey<?>> allowed = StyleRegistry.standard().keys().stream()
                .filter(key -> !key.name().startsWith(Property.QUERY_PREFIX))
                .collect(Collectors.toSet());
        propertyReader
                .groupByName("tools", key -> Property.policyKey(key) != null)
                .forEach((glob, lines) -> {
                    PolicyChanges policyChanges = PolicyChanges.of(lines, propertyReader, allowed, propertyValues);
                    collectIgnored(policyChanges, "tools." + glob + ".");
                    policyChanges
                            .texts()
                            .forEach((key, text) ->
                                    activeSettings.put(Property.PREFIX + "tools." + glob + "." + key, text));
                    try {
                        rules.add(new PolicyRule(glob, policyChanges::applyTo));
                    } catch (IllegalArgumentException e) {
                        propertyValues.addError(
                                Property.PREFIX + "tools",
                                "must be tool or server/tool, got " + glob,
                                lines.get(0).location());
                    }
                });
        return rules;
    }

    private void collectIgnored(PolicyChanges policyChanges, String section) {
        GATEWAY_ONLY.stream()
                .filter(key -> policyChanges.texts().containsKey(key.name()))
                .forEach(key -> ignored.add(Property.PREFIX + section + key.name()));
    }

    private List<String> warnings() {
        return ignored.stream()
                .map(name -> name + " has no effect here: only the gateway uses it")
                .toList();
    }

    // --- clients

    private List<Profile> profiles() {
        boolean isEnabled = propertyValues.parse(property("clientProfiles"), SettingType.flag(), true);
        if (!isEnabled) {
            activeSettings.put(property("clientProfiles").name(), "false");
        }
        List<Profile> profiles = new ArrayList<>();
        Set<String> configuredNames = new HashSet<>();
        ProfileKeys keys = new ProfileKeys(propertyReader, propertyValues, activeSettings);
        propertyReader.groupByName("profiles", ProfileKeys::has).forEach((name, lines) -> {
            configuredNames.add(name);
            Profile profile = keys.profile(name, lines);
            if (profile != null) {
                profiles.add(profile);
            }
        });
        Profiles.builtIn().stream()
                .filter(builtIn -> !configuredNames.contains(builtIn.name()))
                .forEach(profiles::add);
        return isEnabled ? profiles : List.of();
    }

    // --- cursor keys

    private @Nullable KeyRing keys() {
        String key = propertyValues.text(property("cursor.key"));
        List<String> previous = propertyValues.texts(property("cursor.previousKeys"));
        if (key == null) {
            return null;
        }
        boolean hasValidKeys = isLongEnough(key, property("cursor.key"));
        for (String previousKey : previous) {
            hasValidKeys &= isLongEnough(previousKey, property("cursor.previousKeys"));
        }
        return hasValidKeys
                ? KeyRing.of(
                        bytes(key), previous.stream().map(SettingsReader::bytes).toList())
                : null;
    }

    /** Returns whether the key has at least 16 bytes. The error shows only its length, never the key. */
    private boolean isLongEnough(String key, Property property) {
        boolean isValid = bytes(key).length >= MIN_KEY_BYTES;
        if (!isValid) {
            propertyValues.addInvalid(property, "one of " + bytes(key).length + " bytes");
        }
        return isValid;
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
