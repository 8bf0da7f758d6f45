package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.setting.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Weights of the shares of callers. The last glob that matches a caller's name decides; without one, the weight is 1. */
public final class CallerWeights implements ToIntFunction<String> {

    /** All callers have equal shares. */
    public static final CallerWeights EQUAL = new CallerWeights(Map.of());

    private final List<Map.Entry<String, Integer>> weightsByGlob;

    /** @param weightsByGlob in order; each at least 1 */
    public CallerWeights(Map<String, Integer> weightsByGlob) {
        this.weightsByGlob = List.copyOf(new ArrayList<>(weightsByGlob.entrySet()).reversed());
    }

    @Override
    public int applyAsInt(String caller) {
        for (Map.Entry<String, Integer> weight : weightsByGlob) {
            if (Glob.matches(weight.getKey(), caller)) {
                return weight.getValue();
            }
        }
        return 1;
    }
}
