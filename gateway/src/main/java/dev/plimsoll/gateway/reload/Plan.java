package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.view.Flat;
import dev.plimsoll.gateway.config.view.Flat.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What it takes to get from one configuration to another. */
record Plan(List<Change> changes) {

    private static final String NOT_SET = "(not set)";
    private static final String HIDDEN = "(another secret)";

    static Plan of(Loaded from, Loaded to) {
        Map<String, Value> before = Flat.of(from);
        Map<String, Value> after = Flat.of(to);
        Set<String> paths = new LinkedHashSet<>(before.keySet());
        paths.addAll(after.keySet());
        List<Change> changes = new ArrayList<>();
        for (String path : paths) {
            Change change = change(path, before.get(path), after.get(path), paths);
            if (change != null) {
                changes.add(change);
            }
        }
        return new Plan(List.copyOf(changes));
    }

    private static @Nullable Change change(String path, @Nullable Value was, @Nullable Value is, Set<String> paths) {
        if (was == null || is == null) {
            Value known = was == null ? is : was;
            return known == null ? null : new Change(path, shown(was), shown(is), known.live());
        }
        if (was.exact().equals(is.exact())) {
            return null;
        }
        boolean table = paths.stream().anyMatch(other -> other.startsWith(path + ".\""));
        if (table && sameNames(was, is)) {
            return new Change(path, "in the order " + was.shown(), "in the order " + is.shown(), is.live());
        }
        boolean masked = was.shown().equals(is.shown());
        return new Change(path, was.shown(), masked ? HIDDEN : is.shown(), is.live());
    }

    private static boolean sameNames(Value was, Value is) {
        return names(was).equals(names(is));
    }

    /** A name may stand there twice: one that has a comma in it looks like two. */
    private static Set<String> names(Value value) {
        return new HashSet<>(List.of(value.shown().split(", ", -1)));
    }

    private static String shown(@Nullable Value value) {
        return value == null ? NOT_SET : value.shown();
    }

    /** What a process that runs does not take. */
    List<Change> fixed() {
        return changes.stream().filter(change -> !change.live()).collect(Collectors.toUnmodifiableList());
    }

    /** What it takes. */
    List<Change> live() {
        return changes.stream().filter(Change::live).collect(Collectors.toUnmodifiableList());
    }
}
