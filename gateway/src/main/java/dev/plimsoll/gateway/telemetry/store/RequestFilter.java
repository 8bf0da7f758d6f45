package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import java.util.Map;
import java.util.Set;

/**
 * Which entries are meant.
 *
 * @param from milliseconds since 1970, included
 * @param to not included
 * @param wanted what may stand in a dimension; one that is not named may hold anything
 */
public record RequestFilter(long from, long to, Map<Dimension, Set<String>> wanted) {

    public RequestFilter {
        wanted = Map.copyOf(wanted);
    }

    boolean accepts(SumLabel sumLabel) {
        return wanted.entrySet().stream().allMatch(one -> one.getValue().contains(sumLabel.get(one.getKey())));
    }
}
