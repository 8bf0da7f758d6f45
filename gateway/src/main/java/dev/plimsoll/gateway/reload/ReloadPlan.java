package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.view.FlatConfig;
import dev.plimsoll.gateway.config.view.FlatConfig.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings that differ between two configurations. */
record ReloadPlan(List<ConfigChange> changes) {

    private static final String NOT_SET = "(not set)";
    private static final String CHANGED_SECRET = "(changed secret)";

    /**
     * Compares two configurations.
     *
     * @param canApply returns whether the running command can apply a change at a path without a restart, although
     *     the setting is marked as needing one
     */
    static ReloadPlan of(
            LoadedConfiguration oldConfiguration, LoadedConfiguration newConfiguration, Predicate<String> canApply) {
        Map<String, Value> oldValues = FlatConfig.of(oldConfiguration);
        Map<String, Value> newValues = FlatConfig.of(newConfiguration);
        Set<String> paths = new LinkedHashSet<>(oldValues.keySet());
        paths.addAll(newValues.keySet());
        List<ConfigChange> changes = new ArrayList<>();
        for (String path : paths) {
            ConfigChange configChange = findChange(path, oldValues.get(path), newValues.get(path), paths);
            if (configChange != null) {
                changes.add(canApply.test(path) ? configChange.asReloadable() : configChange);
            }
        }
        return new ReloadPlan(List.copyOf(changes));
    }

    private static @Nullable ConfigChange findChange(
            String path, @Nullable Value oldValue, @Nullable Value newValue, Set<String> paths) {
        if (oldValue == null || newValue == null) {
            Value existing = oldValue == null ? newValue : oldValue;
            return existing == null
                    ? null
                    : new ConfigChange(path, displayText(oldValue), displayText(newValue), existing.isReloadable());
        }
        if (oldValue.exact().equals(newValue.exact())) {
            return null;
        }
        // a table is a setting with named entries: its own value lists the names, and its entries have paths such as
        // servers."a".url
        boolean isTable = paths.stream().anyMatch(other -> other.startsWith(path + ".\""));
        if (isTable && hasSameNames(oldValue, newValue)) {
            return new ConfigChange(
                    path,
                    "order: " + oldValue.displayText(),
                    "order: " + newValue.displayText(),
                    newValue.isReloadable());
        }
        // the exact values differ, so equal display texts mean that both are masked
        boolean isMasked = oldValue.displayText().equals(newValue.displayText());
        return new ConfigChange(
                path,
                oldValue.displayText(),
                isMasked ? CHANGED_SECRET : newValue.displayText(),
                newValue.isReloadable());
    }

    /** Returns whether two lists of names differ only in their order. */
    private static boolean hasSameNames(Value oldValue, Value newValue) {
        return splitNames(oldValue).equals(splitNames(newValue));
    }

    /**
     * Returns the names of a list. Also splits a name that contains a comma and a space. At worst, a change of names is
     * therefore shown as a change of their order.
     */
    private static Set<String> splitNames(Value value) {
        return new HashSet<>(List.of(value.displayText().split(", ", -1)));
    }

    private static String displayText(@Nullable Value value) {
        return value == null ? NOT_SET : value.displayText();
    }

    /** Returns the changes that need a restart. */
    List<ConfigChange> restartChanges() {
        return changes.stream()
                .filter(configChange -> !configChange.isReloadable())
                .collect(Collectors.toUnmodifiableList());
    }

    /** Returns the changes that a running process applies. */
    List<ConfigChange> reloadableChanges() {
        return changes.stream().filter(ConfigChange::isReloadable).collect(Collectors.toUnmodifiableList());
    }
}
