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
    private static final String HIDDEN = "(changed secret)";

    static ReloadPlan of(LoadedConfiguration from, LoadedConfiguration to) {
        Map<String, Value> before = FlatConfig.of(from);
        Map<String, Value> after = FlatConfig.of(to);
        Set<String> paths = new LinkedHashSet<>(before.keySet());
        paths.addAll(after.keySet());
        List<ConfigChange> changes = new ArrayList<>();
        for (String path : paths) {
            ConfigChange configChange = change(path, before.get(path), after.get(path), paths);
            if (configChange != null) {
                changes.add(configChange);
            }
        }
        return new ReloadPlan(List.copyOf(changes));
    }

    private static @Nullable ConfigChange change(
            String path, @Nullable Value before, @Nullable Value after, Set<String> paths) {
        if (before == null || after == null) {
            Value known = before == null ? after : before;
            return known == null ? null : new ConfigChange(path, shown(before), shown(after), known.live());
        }
        if (before.exact().equals(after.exact())) {
            return null;
        }
        boolean table = paths.stream().anyMatch(other -> other.startsWith(path + ".\""));
        if (table && sameNames(before, after)) {
            return new ConfigChange(path, "order: " + before.shown(), "order: " + after.shown(), after.live());
        }
        boolean masked = before.shown().equals(after.shown());
        return new ConfigChange(path, before.shown(), masked ? HIDDEN : after.shown(), after.live());
    }

    private static boolean sameNames(Value before, Value after) {
        return names(before).equals(names(after));
    }

    /** Returns the names as a set, because a name that contains a comma is split in two, and a part may occur twice. */
    private static Set<String> names(Value value) {
        return new HashSet<>(List.of(value.shown().split(", ", -1)));
    }

    private static String shown(@Nullable Value value) {
        return value == null ? NOT_SET : value.shown();
    }

    /** Returns the changes that need a restart. */
    List<ConfigChange> fixed() {
        return changes.stream().filter(configChange -> !configChange.live()).collect(Collectors.toUnmodifiableList());
    }

    /** Returns the changes that a running process applies. */
    List<ConfigChange> live() {
        return changes.stream().filter(ConfigChange::live).collect(Collectors.toUnmodifiableList());
    }
}
