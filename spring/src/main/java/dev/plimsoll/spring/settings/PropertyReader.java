package dev.plimsoll.spring.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Reads properties by their original names. Spring's own binding removes stars and question marks from names, but globs contain them.
 */
record PropertyReader(ConfigurableEnvironment environment) {

    /** Name of the property source with which Spring Boot adapts all other sources. */
    private static final String ATTACHED_SOURCE = "configurationProperties";

    /** Returns the names in each source, in ascending order of precedence. */
    List<SourceNames> sources() {
        List<SourceNames> sources = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable && !ATTACHED_SOURCE.equals(source.getName())) {
                sources.add(0, new SourceNames(enumerable));
            }
        }
        return sources;
    }

    /** Property names of one source. */
    record SourceNames(EnumerablePropertySource<?> source) {

        boolean isEnvironment() {
            return source.getName().equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        }

        boolean isSystem() {
            return source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
        }

        /** Returns the names that begin with this prefix, ignoring case. */
        List<String> namesWithPrefix(String prefix) {
            List<String> names = new ArrayList<>();
            for (String name : source.getPropertyNames()) {
                if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                    names.add(name);
                }
            }
            return names;
        }

        String location(String name) {
            Origin origin = OriginLookup.getOrigin(source, name);
            return origin == null ? source.getName() : origin.toString();
        }
    }

    /** Returns the value with its placeholders resolved. */
    String value(String name) {
        String value = environment.getProperty(name);
        return value == null ? "" : value;
    }

    /**
     * Returns the properties of a section, such as {@code tools}, grouped by user-defined name. The names are in the order of the sources. A name that several sources have is at the position of the last of them.
     */
    Map<String, List<SectionProperty>> groupByName(String section, KnownKeys keys) {
        Map<String, List<SectionProperty>> propertiesByName = new LinkedHashMap<>();
        for (SourceNames names : sources()) {
            Map<String, List<SectionProperty>> byName = new LinkedHashMap<>();
            for (String name : names.namesWithPrefix(Property.PREFIX + section)) {
                SectionProperty property =
                        parse(name, name.substring(Property.PREFIX.length() + section.length()), names, keys);
                if (property != null) {
                    byName.computeIfAbsent(property.name(), userName -> new ArrayList<>())
                            .add(property);
                }
            }
            byName.forEach((userName, properties) -> {
                List<SectionProperty> previous = propertiesByName.remove(userName);
                List<SectionProperty> mergedProperties = previous == null ? new ArrayList<>() : previous;
                mergedProperties.addAll(properties);
                propertiesByName.put(userName, mergedProperties);
            });
        }
        return propertiesByName;
    }

    /** Returns whether a key is known. */
    @FunctionalInterface
    interface KnownKeys {
        boolean isKnown(String key);
    }

    /**
     * One property below a user-defined name.
     *
     * @param fullName the whole name of the property
     * @param name the user-defined name
     * @param key the key that is set for it; empty if there is none
     */
    record SectionProperty(String fullName, String name, String key, String location) {}

    /**
     * Splits a property such as {@code plimsoll.tools[get_*].maxTtl} into the user-defined name {@code get_*}
     * and the key {@code maxTtl}. Without brackets, the key is the longest end of the property that is a known
     * key. Returns null if neither a bracket nor a dot follows the section.
     */
    private static @Nullable SectionProperty parse(
            String name, String afterSection, SourceNames names, KnownKeys keys) {
        String location = names.location(name);
        String pathText = afterSection.replaceFirst("\\[\\d+]$", "");
        if (pathText.startsWith("[") && pathText.indexOf(']') > 0) {
            int end = pathText.indexOf(']');
            String key = pathText.substring(end + 1);
            return new SectionProperty(
                    name, pathText.substring(1, end), key.startsWith(".") ? key.substring(1) : key, location);
        }
        if (!pathText.startsWith(".")) {
            return null;
        }
        String path = pathText.substring(1);
        for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
            if (keys.isKnown(path.substring(dot + 1))) {
                return new SectionProperty(name, path.substring(0, dot), path.substring(dot + 1), location);
            }
        }
        int lastDot = path.lastIndexOf('.');
        return lastDot < 0
                ? new SectionProperty(name, path, "", location)
                : new SectionProperty(name, path.substring(0, lastDot), path.substring(lastDot + 1), location);
    }
}
