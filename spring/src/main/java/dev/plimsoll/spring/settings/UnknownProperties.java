package dev.plimsoll.spring.settings;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reports unknown properties. Other programs of Plimsoll also read environment variables and JVM properties
 * that begin with {@code plimsoll}, so this class reports only names that are clearly meant for the starter.
 */
record UnknownProperties(ConfigurableEnvironment environment) {

    private static final Set<String> SECTIONS = Set.of("tools", "profiles");

    void check(Collection<Property> known, PropertyValues propertyValues) {
        Set<String> names = new HashSet<>();
        Set<String> variables = new HashSet<>();
        for (Property property : known) {
            names.add(Property.normalize(property.name()));
            variables.add(property.name().replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT));
            variables.add(property.name().replace('-', '_').replace('.', '_').toUpperCase(Locale.ROOT));
        }
        for (PropertyReader.SourceNames source : new PropertyReader(environment).sources()) {
            for (String name : source.namesWithPrefix(source.isEnvironment() ? "plimsoll_" : Property.PREFIX)) {
                if (source.isEnvironment()) {
                    checkVariable(name, variables, source.location(name), propertyValues);
                } else if (!isKnown(name, names) && (!source.isSystem() || name.startsWith("plimsoll.policy."))) {
                    propertyValues.addError(name, "unknown property", source.location(name));
                }
            }
        }
    }

    private boolean isKnown(String name, Set<String> names) {
        String plain = Property.normalize(name.replaceFirst("\\[\\d+]$", ""));
        String section = plain.substring(Property.PREFIX.length()).split("[.\\[]", 2)[0];
        boolean isEmptySection = new PropertyReader(environment).value(name).isEmpty()
                && names.stream().anyMatch(known -> known.startsWith(plain + "."));
        return isEmptySection || names.contains(plain) || SECTIONS.contains(section);
    }

    private static void checkVariable(String name, Set<String> variables, String where, PropertyValues propertyValues) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (upper.startsWith("PLIMSOLL_TOOLS")) {
            propertyValues.addError(
                    name, "an environment variable cannot set rules: use a file or SPRING_APPLICATION_JSON", where);
        } else if (upper.startsWith("PLIMSOLL_POLICY_") && !variables.contains(upper.replaceFirst("_\\d+_?$", ""))) {
            propertyValues.addError(name, "unknown property", where);
        }
    }
}
