package dev.plimsoll.spring.settings;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.shape.style.StyleRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Policy settings as text. {@link StyleRegistry} validates each of them. */
final class PolicyChanges {

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Collects the settings below one name, such as a glob of {@code tools}. */
    static PolicyChanges collect(
            List<PropertyReader.SectionProperty> properties,
            PropertyReader propertyReader,
            Set<PolicyKey<?>> allowed,
            PropertyValues propertyValues) {
        PolicyChanges policyChanges = new PolicyChanges();
        for (PropertyReader.SectionProperty property : properties) {
            PolicyKey<?> key = Property.policyKey(property.key());
            if (property.key().isEmpty()) {
                continue;
            }
            if (key == null || !allowed.contains(key)) {
                propertyValues.addError(property.fullName(), "unknown key " + property.key(), property.location());
                continue;
            }
            policyChanges.add(property, key, propertyReader.value(property.fullName()), propertyValues);
        }
        return policyChanges;
    }

    private void add(
            PropertyReader.SectionProperty property, PolicyKey<?> key, String text, PropertyValues propertyValues) {
        String previous = values.get(key.name());
        // each element of a list is a separate property
        boolean isListElement = property.fullName().matches(".*\\[[1-9][0-9]*]") && previous != null;
        if (!text.isBlank()) {
            set(
                    key,
                    isListElement ? previous + "," + text : text,
                    property.fullName(),
                    property.location(),
                    propertyValues);
        }
    }

    /** Stores a valid setting, or reports an invalid one. */
    void set(PolicyKey<?> key, String text, String property, String location, PropertyValues propertyValues) {
        // YAML reads a bare off as false
        String value = key == Policy.ROLLOUT_MODE && text.equals("false") ? "off" : text;
        try {
            StyleRegistry.standard().withText(Policy.defaults(), key.name(), value);
            values.put(key.name(), value);
        } catch (IllegalArgumentException e) {
            propertyValues.addError(property, "must be " + key.allowed() + ", got " + text, location);
        }
    }

    Policy applyTo(Policy policy) {
        Policy policyWithChanges = policy;
        for (Map.Entry<String, String> setting : values.entrySet()) {
            policyWithChanges = policyWithChanges.withText(setting.getKey(), setting.getValue());
        }
        return policyWithChanges;
    }

    /** Returns the texts of the settings by key. */
    Map<String, String> values() {
        return values;
    }
}
