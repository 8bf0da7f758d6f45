package dev.plimsoll.gateway.compare;

import java.util.Arrays;
import java.util.List;

/**
 * Comparison of both arms, for all tools or one.
 *
 * @param names server and tool; empty for all tools together
 * @param protectedAmount amount of data in the protected arm
 * @param differences one for each metric; empty if there is too little data
 * @param insufficientData why there is no comparison; empty if there is one
 */
public record Comparison(
        List<String> names,
        Amount protectedAmount,
        Amount controlAmount,
        List<Difference> differences,
        String insufficientData) {

    /**
     * Minimum number of units in each arm for a comparison. With fewer units, the difference would be mainly
     * chance.
     */
    private static final int MIN_UNITS = 10;

    private static final int MIN_CALLS = 30;

    public Comparison {
        names = List.copyOf(names);
        differences = List.copyOf(differences);
    }

    /**
     * Amount of data in an arm.
     *
     * @param units sessions, callers, traces, or single requests
     * @param calls number of calls; follow-up reads are not counted
     */
    public record Amount(long units, long calls) {}

    static Comparison of(List<String> names, ArmTotals protectedTotals, ArmTotals controlTotals) {
        String reason = insufficientData("protected", protectedTotals);
        if (reason.isEmpty()) {
            reason = insufficientData("control", controlTotals);
        }
        List<Difference> differences = reason.isEmpty()
                ? Arrays.stream(Metric.values())
                        .map(metric ->
                                Difference.of(metric, protectedTotals.ratio(metric), controlTotals.ratio(metric)))
                        .toList()
                : List.of();
        return new Comparison(names, amount(protectedTotals), amount(controlTotals), differences, reason);
    }

    private static Amount amount(ArmTotals armTotals) {
        return new Amount(armTotals.units(), armTotals.calls());
    }

    private static String insufficientData(String arm, ArmTotals armTotals) {
        boolean isSufficient = armTotals.units() >= MIN_UNITS && armTotals.calls() >= MIN_CALLS;
        return isSufficient
                ? ""
                : "too little data: the " + arm + " arm has " + countText(armTotals.calls(), "call") + " in "
                        + countText(armTotals.units(), "session") + "; it needs " + MIN_CALLS + " in " + MIN_UNITS;
    }

    private static String countText(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
