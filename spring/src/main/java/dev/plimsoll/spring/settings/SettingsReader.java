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
import dev.plimsoll.policy.SavedKeys;
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

/** Reads the settings in an environment. Call {@link #read} only once. */
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
            PagingKeys.ARGUMENT,
            PagingKeys.BY,
            PagingKeys.SIZE,
            SavedKeys.SAVED,
            SavedKeys.SAVED_EVERY);

    private final Map<String, Property> properties =
            Property.all().stream().collect(Collectors.toMap(Property::path, property -> property));
    private final ConfigurableEnvironment environment;
    private final PropertyReader propertyReader;
    private final PropertyValues propertyValues;
    private final Map<String, String> reloadableSettings = new LinkedHashMap<>();
    private final Set<String> ignoredNames = new TreeSet<>();

    public SettingsReader(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.propertyReader = new PropertyReader(environment);
        this.propertyValues = new PropertyValues(environment);
    }

    /** Reads all settings. Throws {@link SettingsException} with all errors. */
    public PlimsollSettings read() {
        new UnknownProperties(environment).report(properties.values(), propertyValues);
        // these three values are only validated here
        propertyValues.parse(getProperty("enabled"), SettingType.flag(), true);
        propertyValues.parse(getProperty("agent.enabled"), SettingType.flag(), false);
        propertyValues.parse(getProperty("store.type"), Property.STORE_TYPE, "memory");
        long maxBytes = propertyValues.parse(getProperty("store.maxBytes"), Property.STORE_BYTES, 256L << 20);
        PlimsollSettings plimsollSettings = new PlimsollSettings(
                readName(), readPolicies(), maxBytes, readKeys(), reloadableSettings, createWarnings());
        if (!propertyValues.errors().isEmpty()) {
            throw new SettingsException(propertyValues.errors());
        }
        return plimsollSettings;
    }

    private Property getProperty(String path) {
        Property property = properties.get(path);
        if (property == null) {
            throw new IllegalArgumentException("no property " + path);
        }
        return property;
    }

    private String readName() {
        String name = propertyValues.text(getProperty("name"));
        if (name == null) {
            return "main";
        }
        if (name.length() > 100 || name.contains("/")) {
            propertyValues.addInvalid(getProperty("name"), name);
        }
        return name;
    }

    // --- policies

    private Policies readPolicies() {
        PolicyChanges base = new PolicyChanges();
        for (PolicyKey<?> key : StyleRegistry.standard().keys()) {
            Property property = getProperty(Property.path(key));
            String text = propertyValues.text(property);
            if (text != null) {
                base.set(key, text, property.name(), propertyValues.location(property), propertyValues);
                reloadableSettings.put(property.name(), text);
            }
        }
        addIgnored(base, "policy.");
        return new Policies(base.applyTo(readPreset().applyTo(Policy.defaults())), readRules(), readProfiles());
    }

    private Preset readPreset() {
        String text = propertyValues.text(getProperty("preset"));
        if (text == null) {
            return Preset.BALANCED;
        }
        // YAML reads a bare off as false
        Preset preset = Preset.find(text.equals("false") ? "off" : text);
        if (preset == null) {
            propertyValues.addInvalid(getProperty("preset"), text);
            return Preset.BALANCED;
        }
        reloadableSettings.put(getProperty("preset").name(), preset.configName());
        return preset;
    }

    private List<PolicyRule> readRules() {
        List<PolicyRule> rules = new ArrayList<>();
        Set<PolicyKey<?>> allowed = StyleRegistry.standard().keys().stream()
                .filter(key -> !key.name().startsWith(Property.QUERY_PREFIX))
                .collect(Collectors.toSet());
        propertyReader
                .groupByName("tools", key -> Property.policyKey(key) != null)
                .forEach((glob, properties) -> {
                    PolicyChanges policyChanges =
                            PolicyChanges.collect(properties, propertyReader, allowed, propertyValues);
                    addIgnored(policyChanges, "tools." + glob + ".");
                    policyChanges
                            .values()
                            .forEach((key, text) ->
                                    reloadableSettings.put(Property.PREFIX + "tools." + glob + "." + key, text));
                    try {
                        rules.add(new PolicyRule(glob, policyChanges::applyTo));
                    } catch (IllegalArgumentException e) {
                        propertyValues.addError(
                                Property.PREFIX + "tools",
                                "must be tool or server/tool, got " + glob,
                                properties.get(0).location());
                    }
                });
        return rules;
    }

    private void addIgnored(PolicyChanges policyChanges, String section) {
        GATEWAY_ONLY.stream()
                .filter(key -> policyChanges.values().containsKey(key.name()))
                .forEach(key -> ignoredNames.add(Property.PREFIX + section + key.name()));
    }

    private List<String> createWarnings() {
        return ignoredNames.stream()
                .map(name -> name + " has no effect here: only the gateway uses it")
                .toList();
    }

    // --- clients

    private List<Profile> readProfiles() {
        boolean isEnabled = propertyValues.parse(getProperty("clientProfiles"), SettingType.flag(), true);
        if (!isEnabled) {
            reloadableSettings.put(getProperty("clientProfiles").name(), "false");
        }
        List<Profile> profiles = new ArrayList<>();
        Set<String> configuredNames = new HashSet<>();
        ProfileParser profileParser = new ProfileParser(propertyReader, propertyValues, reloadableSettings);
        propertyReader.groupByName("profiles", ProfileParser::isKnown).forEach((name, properties) -> {
            configuredNames.add(name);
            Profile profile = profileParser.parseProfile(name, properties);
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

    private @Nullable KeyRing readKeys() {
        String key = propertyValues.text(getProperty("cursor.key"));
        List<String> previousKeys = propertyValues.texts(getProperty("cursor.previousKeys"));
        if (key == null) {
            if (!previousKeys.isEmpty()) {
                Property property = getProperty("cursor.previousKeys");
                propertyValues.addError(
                        property.name(),
                        "requires " + getProperty("cursor.key").name(),
                        propertyValues.location(property));
            }
            return null;
        }
        boolean hasValidKeys = isLongEnough(key, getProperty("cursor.key"));
        for (String previousKey : previousKeys) {
            hasValidKeys &= isLongEnough(previousKey, getProperty("cursor.previousKeys"));
        }
        return hasValidKeys
                ? KeyRing.of(
                        toBytes(key),
                        previousKeys.stream().map(SettingsReader::toBytes).toList())
                : null;
    }

    /** Returns whether the key has at least 16 bytes. The error shows only its length, never the key. */
    private boolean isLongEnough(String key, Property property) {
        boolean isValid = toBytes(key).length >= MIN_KEY_BYTES;
        if (!isValid) {
            propertyValues.addInvalid(property, "one of " + toBytes(key).length + " bytes");
        }
        return isValid;
    }

    private static byte[] toBytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
