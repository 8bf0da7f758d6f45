package dev.plimsoll.gateway.metrics;

import java.util.HashSet;
import java.util.Set;

/** Label values that other parties choose, up to a limit; all others become {@code other}. */
final class BoundedLabels {

    static final String OTHER = "other";

    private final int maxLabels;
    private final Set<String> admitted = new HashSet<>();

    BoundedLabels(int maxLabels) {
        this.maxLabels = maxLabels;
    }

    /** Returns whether the name has a label of its own. */
    boolean admits(String name) {
        return admitted.contains(name) || (admitted.size() < maxLabels && admitted.add(name));
    }

    String of(String name) {
        return admits(name) ? name : OTHER;
    }
}
