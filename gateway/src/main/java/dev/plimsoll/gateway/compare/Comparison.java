package dev.plimsoll.gateway.compare;

import java.util.Arrays;
import java.util.List;

/**
 * Both arms side by side.
 *
 * @param names of the server and tool; none for all together
 * @param inProtected how much there is of that arm
 * @param differences one for each metric; none where there is too little data
 * @param tooLittle why nothing can be said; empty where something can
 */
public record Comparison(
        List<String> names, Amount inProtected, Amount inControl, List<Difference> differences, String tooLittle) {

    /** Below that, an interval says more about luck than about the arms. */
    private static final int FEWEST_UNITS = 10;

    private static final int FEWEST_CALLS = 30;

    public Comparison {
        names = List.copyOf(names);
        differences = List.copyOf(differences);
    }

    /**
     * How much there is of an arm.
     *
     * @param units sessions, callers, traces or single requests
     * @param calls without readings
     */
    public record Amount(long units, long calls) {}

    static Comparison of(List<String> names, ArmTotals inProtected, ArmTotals inControl) {
        String tooLittle = tooLittle("protected", inProtected);
        if (tooLittle.isEmpty()) {
            tooLittle = tooLittle("control", inControl);
        }
        List<Difference> differences = tooLittle.isEmpty()
                ? Arrays.stream(Metric.values())
                        .map(metric -> Difference.of(metric, inProtected.of(metric), inControl.of(metric)))
                        .toList()
                : List.of();
        return new Comparison(names, amount(inProtected), amount(inControl), differences, tooLittle);
    }

    private static Amount amount(ArmTotals armTotals) {
        return new Amount(armTotals.units(), armTotals.calls());
    }

    private static String tooLittle(String arm, ArmTotals armTotals) {
        boolean enough = armTotals.units() >= FEWEST_UNITS && armTotals.calls() >= FEWEST_CALLS;
        return enough
                ? ""
                : "too little data: the " + arm + " arm has " + counted(armTotals.calls(), "call") + " in "
                        + counted(armTotals.units(), "session") + ", and needs " + FEWEST_CALLS + " in " + FEWEST_UNITS;
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
