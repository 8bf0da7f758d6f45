package dev.plimsoll.gateway.telemetry.store;

import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import java.util.Map;
import java.util.Set;

/**
 * Selects entries by time and dimensions.
 *
 * @param from start of the time range in milliseconds since 1970, inclusive
 * @param to end of the time range in milliseconds since 1970, exclusive
 * @param allowedValues allowed values by dimension; other dimensions may have any value
 */
public record RequestFilter(long from, long to, Map<Dimension, Set<String>> allowedValues) {

    public RequestFilter {
        allowedValues = Map.copyOf(allowedValues);
    }

    boolean accepts(SumLabel sumLabel) {
        return allowedValues.entrySet().stream()
                .allMatch(entry -> entry.getValue().contains(sumLabel.get(entry.getKey())));
    }
}
