package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.setting.Glob;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Weights of callers' shares. The last glob that matches a caller's name decides; without a match, the weight is 1. */
public record CallerWeights(List<Rule> rules) implements ToIntFunction<String> {

    /** All callers have equal shares. */
    public static final CallerWeights EQUAL = new CallerWeights(List.of());

    /**
     * The weight of the callers whose names match a glob.
     *
     * @param weight at least 1
     */
    public record Rule(String glob, int weight) {}

    public CallerWeights {
        rules = List.copyOf(rules);
    }

    /** Creates weights from a map of globs to weights, in the order of the map. */
    public static CallerWeights of(Map<String, Integer> weightsByGlob) {
        return new CallerWeights(weightsByGlob.entrySet().stream()
                .map(weight -> new Rule(weight.getKey(), weight.getValue()))
                .toList());
    }

    @Override
    public int applyAsInt(String caller) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            if (Glob.matches(rules.get(i).glob(), caller)) {
                return rules.get(i).weight();
            }
        }
        return 1;
    }
}
