package dev.plimsoll.quarkus;

import dev.plimsoll.servlet.FilterSettings;
import io.smallrye.config.EnvConfigSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the guard, from the properties {@code plimsoll.*} of the application.
 *
 * @param isEnabled whether requests are guarded
 */
record EndpointSettings(boolean isEnabled, FilterSettings filter) {

    private static final String PREFIX = "plimsoll.";
    private static final String ENABLED = "plimsoll.enabled";
    private static final String TOOLS = "tools.";

    /**
     * Reads the properties. Rules apply in the order of their names, so that {@code list_items} comes after {@code list_*}.
     *
     * @throws IllegalArgumentException if settings are invalid; the message names all errors
     */
    static EndpointSettings of(Config config) {
        boolean isEnabled = config.getOptionalValue(ENABLED, Boolean.class).orElse(true);
        return new EndpointSettings(isEnabled, FilterSettings.parse("properties plimsoll.*", values(config)));
    }

    /** Returns the values by name. If two sources spell a name differently, the source with the higher ordinal wins. */
    private static Map<String, String> values(Config config) {
        Set<String> variableSources = new HashSet<>();
        for (ConfigSource source : config.getConfigSources()) {
            if (source instanceof EnvConfigSource) {
                variableSources.add(source.getName());
            }
        }
        Map<String, String> values = new TreeMap<>();
        Map<String, Integer> ordinals = new HashMap<>();
        Set<String> properties = new TreeSet<>();
        config.getPropertyNames().forEach(properties::add);
        for (String property : properties) {
            if (!property.startsWith(PREFIX) || property.equals(ENABLED)) {
                continue;
            }
            ConfigValue value = config.getConfigValue(property);
            boolean isVariable = variableSources.contains(value.getSourceName());
            String settingName = settingName(property.substring(PREFIX.length()), isVariable);
            int ordinal = value.getSourceOrdinal();
            if (settingName != null && ordinal >= ordinals.getOrDefault(settingName, ordinal)) {
                ordinals.put(settingName, ordinal);
                config.getOptionalValue(property, String.class)
                        .ifPresentOrElse(text -> values.put(settingName, text), () -> values.remove(settingName));
            }
        }
        return values;
    }

    /**
     * Returns the name of the setting; null for an unknown environment variable. Other programs of Plimsoll have variables such as {@code PLIMSOLL_DAEMON}, which Quarkus reads as {@code plimsoll.daemon}.
     */
    private static @Nullable String settingName(String path, boolean isVariable) {
        String known = path.startsWith(TOOLS) ? path : FilterSettings.findName(path);
        return known == null && !isVariable ? path : known;
    }
}
