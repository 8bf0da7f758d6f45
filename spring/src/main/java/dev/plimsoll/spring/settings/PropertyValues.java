package dev.plimsoll.spring.settings;

import dev.plimsoll.policy.setting.SettingType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;

/** Reads the values of properties with fixed names, in any notation that Spring accepts. It collects the errors. */
final class PropertyValues {

    private final ConfigurableEnvironment environment;
    private final Binder binder;
    private final List<String> errors = new ArrayList<>();

    PropertyValues(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    /** Returns the text of a property, or null if it is unset or blank. */
    @Nullable String text(Property property) {
        List<String> listTexts = property.kind() == SettingType.Kind.NAMES ? texts(property) : null;
        if (listTexts != null) {
            return listTexts.isEmpty() ? null : String.join(",", listTexts);
        }
        String text = bind(property, Bindable.of(String.class));
        return text == null || text.isBlank() ? null : text;
    }

    List<String> texts(Property property) {
        List<String> texts = bind(property, Bindable.listOf(String.class));
        return texts == null ? List.of() : texts;
    }

    private <T> @Nullable T bind(Property property, Bindable<T> type) {
        try {
            return binder.bind(property.name(), type).orElse(null);
        } catch (BindException e) {
            addError(
                    property.name(),
                    "cannot be read: "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    location(property));
            return null;
        }
    }

    /** Returns the parsed value, or the given default if the property is unset or invalid. */
    <T> T parse(Property property, SettingType<T> settingType, T defaultValue) {
        String text = text(property);
        try {
            return text == null ? defaultValue : settingType.parse(text);
        } catch (IllegalArgumentException e) {
            addInvalid(property, text);
            return defaultValue;
        }
    }

    void addInvalid(Property property, @Nullable String value) {
        addError(property.name(), "must be " + property.allowed() + ", got " + value, location(property));
    }

    void addError(String name, String problem, String location) {
        errors.add(name + ": " + problem + (location.isEmpty() ? "" : " (" + location + ")"));
    }

    /** Returns the location where the property is set, or an empty string if unknown. */
    String location(Property property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property.name());
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            var found = source.getConfigurationProperty(name);
            if (found != null) {
                return found.getOrigin() == null ? "" : String.valueOf(found.getOrigin());
            }
        }
        return "";
    }

    List<String> errors() {
        return errors;
    }
}
