package dev.plimsoll.quarkus;

import dev.plimsoll.servlet.FilterSettings;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;

/**
 * Settings of the guard, as the properties {@code plimsoll.*} of the application set them.
 *
 * @param isEnabled whether requests are guarded
 */
record EndpointSettings(boolean isEnabled, FilterSettings filter) {

    private static final String PREFIX = "plimsoll.";
    private static final String ENABLED = "plimsoll.enabled";

    /**
     * Reads the properties. Rules apply in the order of their names, so that {@code list_items} comes after {@code list_*}.
     *
     * @throws IllegalArgumentException if settings are invalid; the message names all errors
     */
    static EndpointSettings of(Config config) {
        Map<String, String> texts = new TreeMap<>();
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(PREFIX) && !name.equals(ENABLED)) {
                config.getOptionalValue(name, String.class)
                        .ifPresent(text -> texts.put(name.substring(PREFIX.length()), text));
            }
        }
        boolean isEnabled = config.getOptionalValue(ENABLED, Boolean.class).orElse(true);
        return new EndpointSettings(isEnabled, FilterSettings.parse("properties plimsoll.*", texts));
    }
}
