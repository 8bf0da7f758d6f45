package dev.plimsoll.spring.settings;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.option.MetaPrefix;
import dev.plimsoll.policy.setting.SettingType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the settings of a client profile: whether it is enabled, the client names that it matches, and its limits. */
record ProfileParser(PropertyReader propertyReader, PropertyValues values, Map<String, String> reloadableSettings) {

    private static final Set<PolicyKey<?>> LIMIT_KEYS = new HashSet<>(Profile.keys());
    private static final String NAME = "[a-z0-9-]{1,20}";

    /** Returns whether a profile may have the key. */
    static boolean isKnown(String key) {
        PolicyKey<?> policyKey = Property.policyKey(key);
        return key.equals("match")
                || (policyKey != null && (policyKey == Policy.ENABLED || LIMIT_KEYS.contains(policyKey)));
    }

    /** Returns the profile, or null if it is disabled. */
    @Nullable Profile parseProfile(String name, List<PropertyReader.SectionProperty> properties) {
        if (!name.matches(NAME)) {
            values.addError(
                    Property.PREFIX + "profiles",
                    "must be 1 to 20 of a-z, 0-9, and -, got " + name,
                    properties.get(0).location());
        }
        List<PropertyReader.SectionProperty> limitProperties = new ArrayList<>();
        List<String> clientGlobs = new ArrayList<>();
        boolean isEnabled = true;
        for (PropertyReader.SectionProperty property : properties) {
            if (property.key().equals("match")) {
                clientGlobs.addAll(
                        List.of(propertyReader.value(property.fullName()).split("\\s*,\\s*")));
            } else if (property.key().equals(Policy.ENABLED.name())) {
                isEnabled = parseFlag(property);
            } else {
                limitProperties.add(property);
            }
        }
        PolicyChanges policyChanges = PolicyChanges.collect(limitProperties, propertyReader, LIMIT_KEYS, values);
        properties.forEach(
                property -> reloadableSettings.put(property.fullName(), propertyReader.value(property.fullName())));
        Profile builtIn = Profiles.find(name);
        if (!isEnabled) {
            return null;
        }
        Policy base = builtIn == null ? Policy.defaults() : builtIn.limits();
        List<String> names = clientGlobs.isEmpty() && builtIn != null ? builtIn.clientGlobs() : clientGlobs;
        List<MetaPrefix> programCalls = builtIn == null ? List.of() : builtIn.programCalls();
        return new Profile(name, names, policyChanges.applyTo(base), programCalls);
    }

    private boolean parseFlag(PropertyReader.SectionProperty property) {
        String text = propertyReader.value(property.fullName());
        try {
            return SettingType.flag().parse(text);
        } catch (IllegalArgumentException e) {
            values.addError(
                    property.fullName(),
                    "must be " + SettingType.flag().allowed() + ", got " + text,
                    property.location());
            return true;
        }
    }
}
