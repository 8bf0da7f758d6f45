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
     * Reads the properties. Rules apply in the order of their names, so that {@code list_items} comes after {@code list_*}.
     * Environment variables that name no setting are ignored, because the gateway has variables with the same prefix.
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
        Map<String, String> texts = new TreeMap<>();
        for (Setting setting : settings.values()) {
            texts.put(setting.name(), environment.getPlaceholderResolver().resolveRequiredPlaceholders(setting.text()));
        }
        return parse(texts);
    }

    private static FilterSettings parse(Map<String, String> texts) {
        for (String name : List.copyOf(texts.keySet())) {
            // with "false", Micronaut creates no guard that could read settings
            if (LibrarySettings.plainName(name).equals("enabled") && !"true".equals(texts.remove(name))) {
                throw new IllegalArgumentException(ENABLED + ": must be true or false in lower case");
            }
        }
        try {
            return FilterSettings.parse("properties plimsoll.*", texts);
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
     * Setting of one source.
     *
     * @param name name without the prefix, as the source spells it
     */
    private record Setting(String name, String text) {}

    /** Returns the settings of a source by their names in one spelling. */
    private static Map<String, Setting> settingsOf(PropertySource source) {
        boolean isOfVariables = source.getConvention() == PropertySource.PropertyConvention.ENVIRONMENT_VARIABLE;
        Map<String, Setting> settings = new HashMap<>();
        for (String property : source) {
            String name = isOfVariables ? nameOfVariable(property) : nameOf(property);
            Object value = name == null ? null : source.get(property);
            if (name != null && value != null) {
                // the items of a list in YAML are properties of their own
                settings.merge(
                        spelling(name),
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

    /** Returns a name in a spelling in which names are compared. Globs keep theirs, because names of tools differ in case. */
    private static String spelling(String name) {
        int key = name.startsWith(TOOLS) ? name.lastIndexOf('.') : 0;
        return name.substring(0, key) + LibrarySettings.plainName(name.substring(key));
    }

    private static String text(Object value) {
        return value instanceof Collection<?> items
                ? items.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }
}
