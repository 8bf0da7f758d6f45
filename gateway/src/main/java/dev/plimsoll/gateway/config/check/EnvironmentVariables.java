package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.NameRule;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.gateway.config.source.EnvironmentName;
import dev.plimsoll.gateway.config.source.SourceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the environment variables that set keys. A variable may set a whole section; variables for single keys override
 * it.
 */
public final class EnvironmentVariables {

    /** Variable that names the configuration file, as {@code --config} does. */
    public static final String CONFIG = EnvironmentName.PREFIX + "CONFIG";

    /** Variables that set no key: those for the configuration file, the launcher, and the JVM. */
    private static final Set<String> NON_KEY_VARIABLES =
            Set.of(CONFIG, EnvironmentName.PREFIX + "JAVA_OPTS", EnvironmentName.PREFIX + "DAEMON");

    private record Variable(String name, String text, List<String> path) {}

    private final Map<String, String> environment;
    private final ConfigErrors configErrors;
    private final Map<String, List<String>> pathByVariable = new HashMap<>();
    private final List<String> unknownVariables = new ArrayList<>();

    public EnvironmentVariables(Map<String, String> environment, ConfigErrors configErrors) {
        this.environment = environment;
        this.configErrors = configErrors;
    }

    /**
     * Returns whether any variable can set a key. Compares only the beginning of the names, because this runs at every
     * start.
     */
    public static boolean hasAny(Map<String, String> environment) {
        for (String name : environment.keySet()) {
            if (name.startsWith(EnvironmentName.PREFIX) && !NON_KEY_VARIABLES.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** Reads all settings from the variables and reports errors. */
    public ScopeSettings read(VariableReferences variableReferences) {
        addPaths(ConfigKeys.root(), "");
        ScopeSettings scopeSettings = new ScopeSettings(ConfigKeys.root(), ConfigOrigin.of("the environment"));
        Checker checker = new Checker(variableReferences, configErrors, true);
        for (Variable variable : findVariables()) {
            try {
                scopeSettings.add(checker.check(
                        ConfigKeys.root(), SourceValue.toNode(variable.path(), variable.text(), variable.name())));
            } catch (SourceException e) {
                configErrors.addErrors(e.errors());
            }
        }
        return scopeSettings;
    }

    /**
     * Reports variables that set no key and that no source refers to. Must be called after all sources are
     * read.
     */
    public void reportUnknown(Set<String> usedVariables) {
        for (String name : unknownVariables) {
            if (!usedVariables.contains(name)) {
                String suggestion = Suggestion.findNearest(name, pathByVariable.keySet());
                String message = suggestion == null
                        ? "there is no such key"
                        : "there is no such key; did you mean " + suggestion + "?";
                configErrors.addError("", ConfigOrigin.of(name), message);
            }
        }
    }

    private void addPaths(KeyScope keyScope, String section) {
        Set<String> names = keyScope.findSection(section);
        for (String name : names == null ? Set.<String>of() : names) {
            String path = section.isEmpty() ? name : section + "." + name;
            pathByVariable.put(EnvironmentName.of(path), List.of(path.split("\\.", -1)));
            addPaths(keyScope, path);
        }
    }

    private List<Variable> findVariables() {
        List<Variable> variables = new ArrayList<>();
        environment.forEach((name, text) -> {
            if (name.startsWith(EnvironmentName.PREFIX) && !NON_KEY_VARIABLES.contains(name)) {
                List<String> path = pathByVariable.get(name);
                path = path == null ? findNamedEntryPath(name, text) : path;
                if (path == null) {
                    unknownVariables.add(name);
                } else if (!text.isEmpty()) {
                    variables.add(new Variable(name, text, path));
                }
            }
        });
        unknownVariables.sort(Comparator.naturalOrder());
        variables.sort(
                Comparator.comparingInt((Variable variable) -> variable.path().size())
                        .thenComparing(Variable::name));
        return variables;
    }

    /** Finds the path to a key of a named entry: {@code PLIMSOLL_SERVERS_CRM_URL} is {@code servers.crm.url}. */
    private static @Nullable List<String> findNamedEntryPath(String variable, String text) {
        for (ConfigKey configKey : ConfigKeys.root().keys()) {
            String prefix = EnvironmentName.of(configKey.path()) + "_";
            if (configKey.shape() instanceof KeyShape.Table table
                    && table.nameRule() == NameRule.NAME
                    && variable.startsWith(prefix)) {
                return findKeyPath(configKey.path(), table.scope(), variable.substring(prefix.length()), text);
            }
        }
        return null;
    }

    /**
     * Finds a path from the end of a variable's name, such as {@code CRM_URL}: the longest key at its end, and the name
     * of the entry before it. Without a key, the variable sets the whole entry, if its text is a map.
     */
    private static @Nullable List<String> findKeyPath(
            String tablePath, KeyScope keyScope, String nameAndKey, String text) {
        String longestPath = "";
        String name = nameAndKey;
        for (String path : keyScope.paths()) {
            String suffix = "_" + EnvironmentName.upperSnake(path);
            if (nameAndKey.endsWith(suffix) && path.length() > longestPath.length()) {
                longestPath = path;
                name = nameAndKey.substring(0, nameAndKey.length() - suffix.length());
            }
        }
        if (longestPath.isEmpty() && !text.startsWith("{")) {
            return null;
        }
        List<String> keyPath =
                new ArrayList<>(List.of(tablePath, name.toLowerCase(Locale.ROOT).replace('_', '-')));
        keyPath.addAll(longestPath.isEmpty() ? List.of() : List.of(longestPath.split("\\.", -1)));
        return keyPath;
    }
}
