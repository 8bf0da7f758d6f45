package dev.plimsoll.gateway.metrics;

import java.util.HashSet;
import java.util.Set;

/**
 * Label values that clients and servers choose, such as names of tools. Once the limit is reached, each new
 * value becomes {@code other}.
 */
final class BoundedLabels {

    static final String OTHER = "other";

    private final int maxLabels;
    private final Set<String> admitted = new HashSet<>();

    BoundedLabels(int maxLabels) {
        this.maxLabels = maxLabels;
    }

    /** Admits a name if the limit allows it. Returns whether the name is admitted, now or before. */
    boolean admit(String name) {
        return admitted.contains(name) || (admitted.size() < maxLabels && admitted.add(name));
    }

    /** Returns the label value for a name: the name itself if it is admitted, else {@code other}. */
    String labelFor(String name) {
        return admit(name) ? name : OTHER;
    }
}
