package dev.plimsoll.spring.settings;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Finds unknown properties. Other programs of Plimsoll also read environment variables and JVM properties that begin with {@code plimsoll}, so this class reports only names that no other program reads.
 */
record UnknownProperties(ConfigurableEnvironment environment) {

    private static final Set<String> SECTIONS = Set.of("tools", "profiles");

    /** Adds an error for each unknown property. */
    void report(Collection<Property> known, PropertyValues propertyValues) {
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
        String normalizedName = Property.normalize(name.replaceFirst("\\[\\d+]$", ""));
        String section = normalizedName.substring(Property.PREFIX.length()).split("[.\\[]", 2)[0];
        boolean isEmptySection = new PropertyReader(environment).value(name).isEmpty()
                && names.stream().anyMatch(known -> known.startsWith(normalizedName + "."));
        return isEmptySection || names.contains(normalizedName) || SECTIONS.contains(section);
    }

    private static void checkVariable(
            String name, Set<String> variables, String location, PropertyValues propertyValues) {
        String upperCaseName = name.toUpperCase(Locale.ROOT);
        if (upperCaseName.startsWith("PLIMSOLL_TOOLS")) {
            propertyValues.addError(
                    name, "an environment variable cannot set rules: use a file or SPRING_APPLICATION_JSON", location);
        } else if (upperCaseName.startsWith("PLIMSOLL_POLICY_")
                && !variables.contains(upperCaseName.replaceFirst("_\\d+_?$", ""))) {
            propertyValues.addError(name, "unknown property", location);
        }
    }
}
