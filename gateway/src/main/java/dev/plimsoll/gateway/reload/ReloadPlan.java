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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Differences between two configurations. */
record ReloadPlan(List<ConfigChange> changes) {

    private static final String NOT_SET = "(not set)";
    private static final String CHANGED_SECRET = "(changed secret)";

    static ReloadPlan of(LoadedConfiguration from, LoadedConfiguration to) {
        Map<String, Value> before = FlatConfig.of(from);
        Map<String, Value> after = FlatConfig.of(to);
        Set<String> paths = new LinkedHashSet<>(before.keySet());
        paths.addAll(after.keySet());
        List<ConfigChange> changes = new ArrayList<>();
        for (String path : paths) {
            ConfigChange configChange = findChange(path, before.get(path), after.get(path), paths);
            if (configChange != null) {
                changes.add(configChange);
            }
        }
        return new ReloadPlan(List.copyOf(changes));
    }

    private static @Nullable ConfigChange findChange(
            String path, @Nullable Value before, @Nullable Value after, Set<String> paths) {
        if (before == null || after == null) {
            Value known = before == null ? after : before;
            return known == null
                    ? null
                    : new ConfigChange(path, displayText(before), displayText(after), known.isReloadable());
        }
        if (before.exact().equals(after.exact())) {
            return null;
        }
        boolean table = paths.stream().anyMatch(other -> other.startsWith(path + ".\""));
        if (table && sameNames(before, after)) {
            return new ConfigChange(
                    path, "order: " + before.displayText(), "order: " + after.displayText(), after.isReloadable());
        }
        boolean masked = before.displayText().equals(after.displayText());
        return new ConfigChange(
                path, before.displayText(), masked ? CHANGED_SECRET : after.displayText(), after.isReloadable());
    }

    private static boolean sameNames(Value before, Value after) {
        return names(before).equals(names(after));
    }

    /** Returns the names as a set, because a name that contains a comma is split in two, and a part may occur twice. */
    private static Set<String> names(Value value) {
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
