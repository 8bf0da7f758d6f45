package dev.plimsoll.micronaut;

import dev.plimsoll.servlet.FilterSettings;
import dev.plimsoll.settings.LibrarySettings;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.core.order.OrderUtil;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the settings of the guard from the properties {@code plimsoll.*} of the application. */
final class RouteSettings {

    static final String ENABLED = "plimsoll.enabled";

    private static final String PREFIX = "plimsoll.";
    private static final String VARIABLE_PREFIX = "PLIMSOLL_";
    private static final String TOOLS = "tools.";
    private static final List<String> NAMES = List.of(
            "enabled",
            "name",
            "preset",
            "clientProfiles",
            "store.maxBytes",
            "cursor.key",
            "cursor.previousKeys",
            "maxMessageBytes",
            "maxBufferedBytes");

    private RouteSettings() {}

    /**
     * Reads the properties. Rules apply in the order of their names, so that {@code list_items} comes after {@code list_*}. Unknown environment variables are ignored, because the gateway has variables with the same prefix.
     *
     * @throws IllegalArgumentException if settings are invalid; the message names all errors
     */
    static FilterSettings read(Environment environment) {
        Map<String, Setting> settings = new TreeMap<>();
        List<PropertySource> sources = new ArrayList<>(environment.getPropertySources());
        OrderUtil.sort(sources);
        for (PropertySource source : sources) {
            // a later source replaces the settings of an earlier one
            settings.putAll(settingsOf(source));
        }
        Map<String, String> values = new TreeMap<>();
        for (Setting setting : settings.values()) {
            values.put(
                    setting.name(), environment.getPlaceholderResolver().resolveRequiredPlaceholders(setting.text()));
        }
        return parse(values);
    }

    private static FilterSettings parse(Map<String, String> values) {
        for (String name : List.copyOf(values.keySet())) {
            // with "false", Micronaut does not create the guard, so this method is not called
            if (LibrarySettings.plainName(name).equals("enabled") && !"true".equals(values.remove(name))) {
                throw new IllegalArgumentException(ENABLED + ": must be true or false in lower case");
            }
        }
        try {
            return FilterSettings.parse("properties plimsoll.*", values);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw message.contains("unknown")
                    ? new IllegalArgumentException(
                            message + ". Allowed are " + String.join(", ", NAMES)
                                    + ", and the keys of policies as policy.KEY, query.KEY, and tools.GLOB.KEY",
                            e)
                    : e;
        }
    }

    /**
     * Setting in one source.
     *
     * @param name name without the prefix, as the source spells it
     */
    private record Setting(String name, String text) {}

    /** Returns the settings of a source by normalized name. */
    private static Map<String, Setting> settingsOf(PropertySource source) {
        boolean isEnvironment = source.getConvention() == PropertySource.PropertyConvention.ENVIRONMENT_VARIABLE;
        Map<String, Setting> settings = new HashMap<>();
        for (String property : source) {
            String name = isEnvironment ? nameOfVariable(property) : nameOf(property);
            Object value = name == null ? null : source.get(property);
            if (name != null && value != null) {
                // each item of a YAML list is a separate property
                settings.merge(
                        normalize(name),
                        new Setting(name, text(value)),
                        (first, next) -> new Setting(name, first.text() + "," + next.text()));
            }
        }
        return settings;
    }

    private static @Nullable String nameOf(String property) {
        return property.startsWith(PREFIX) ? property.substring(PREFIX.length()).replaceFirst("\\[\\d+]$", "") : null;
    }

    /** Returns the name of the setting that an environment variable sets; null if there is none. */
    private static @Nullable String nameOfVariable(String variable) {
        if (!variable.startsWith(VARIABLE_PREFIX)) {
            return null;
        }
        String setting = variable.substring(VARIABLE_PREFIX.length());
        return setting.equalsIgnoreCase("enabled") ? "enabled" : FilterSettings.findName(setting);
    }

    /** Normalizes a name for comparison. Globs do not change, because the names of tools are case-sensitive. */
    private static String normalize(String name) {
        int key = name.startsWith(TOOLS) ? name.lastIndexOf('.') : 0;
        return name.substring(0, key) + LibrarySettings.plainName(name.substring(key));
    }

    private static String text(Object value) {
        return value instanceof Collection<?> items
                ? items.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }
}
