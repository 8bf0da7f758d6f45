package dev.plimsoll.gateway.metrics;

import java.util.HashSet;
import java.util.Set;

/** Names that others make up, as many as there is room for: the rest is {@code other}. */
final class BoundedLabels {

    static final String OTHER = "other";

    private final int most;
    private final Set<String> known = new HashSet<>();

    BoundedLabels(int most) {
        this.most = most;
    }

    /** Whether this one can be told apart from the rest. */
    boolean admits(String name) {
        return known.contains(name) || (known.size() < most && known.add(name));
    }

    String of(String name) {
        return admits(name) ? name : OTHER;
    }
}
