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
 * Reads properties by their original names. Spring's own binding cannot be used, because it removes stars and
 * question marks from names, and globs contain them.
 */
record PropertyReader(ConfigurableEnvironment environment) {

    /** Name of a property source that Spring Boot adds as an adapter of all others. */
    private static final String ATTACHED_SOURCE = "configurationProperties";

    /** Returns the names in each source, in ascending order of precedence. */
    List<Names> sources() {
        List<Names> sources = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> enumerable && !ATTACHED_SOURCE.equals(source.getName())) {
                sources.add(0, new Names(enumerable));
            }
        }
        return sources;
    }

    /** The property names of one source. */
    record Names(EnumerablePropertySource<?> source) {

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
     * Returns the properties of a section, such as {@code tools}, grouped by user-defined name. The names are
     * in the order of the sources; if several sources have a name, the last of them counts.
     */
    Map<String, List<Line>> groupByName(String section, Keys keys) {
        Map<String, List<Line>> tables = new LinkedHashMap<>();
        for (Names names : sources()) {
            Map<String, List<Line>> byName = new LinkedHashMap<>();
            for (String name : names.namesWithPrefix(Property.PREFIX + section)) {
                Line line = line(name, name.substring(Property.PREFIX.length() + section.length()), names, keys);
                if (line != null) {
                    byName.computeIfAbsent(line.name(), userName -> new ArrayList<>())
                            .add(line);
                }
            }
            byName.forEach((userName, lines) -> {
                List<Line> previous = tables.remove(userName);
                List<Line> all = previous == null ? new ArrayList<>() : previous;
                all.addAll(lines);
                tables.put(userName, all);
            });
        }
        return tables;
    }

    /** Returns whether a key is known. */
    @FunctionalInterface
    interface Keys {
        boolean has(String key);
    }

    /**
     * One property below a user-defined name.
     *
     * @param name the user-defined name
     * @param key the key that is set for it; empty if there is none
     */
    record Line(String property, String name, String key, String location) {}

    /**
     * Splits a property such as {@code plimsoll.tools[get_*].maxTtl} into the user-defined name {@code get_*}
     * and the key {@code maxTtl}. Without brackets, the key is the longest end of the property that is a known
     * key. Returns null if neither a bracket nor a dot follows the section.
     */
    private static @Nullable Line line(String name, String afterSection, Names names, Keys keys) {
        String where = names.location(name);
        String plain = afterSection.replaceFirst("\\[\\d+]$", "");
        if (plain.startsWith("[") && plain.indexOf(']') > 0) {
            int end = plain.indexOf(']');
            String key = plain.substring(end + 1);
            return new Line(name, plain.substring(1, end), key.startsWith(".") ? key.substring(1) : key, where);
        }
        if (!plain.startsWith(".")) {
            return null;
        }
        String path = plain.substring(1);
        for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
            if (keys.has(path.substring(dot + 1))) {
                return new Line(name, path.substring(0, dot), path.substring(dot + 1), where);
            }
        }
        int last = path.lastIndexOf('.');
        return last < 0
                ? new Line(name, path, "", where)
                : new Line(name, path.substring(0, last), path.substring(last + 1), where);
    }
}
