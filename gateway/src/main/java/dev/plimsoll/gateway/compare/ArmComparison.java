package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.UnitSums;
import dev.plimsoll.telemetry.Arm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Comparison of the two arms of a rollout in a period.
 *
 * @param all comparison of all tools together
 * @param tools one comparison for each tool, the tool with the most calls first
 */
public record ArmComparison(Comparison all, List<Comparison> tools) {

    public ArmComparison {
        tools = List.copyOf(tools);
    }

    /** Compares the recorded requests that match the filter, in both arms. */
    public static ArmComparison compute(Ledger ledger, RequestFilter requestFilter) throws IOException {
        Map<List<String>, ArmPair> totals = new LinkedHashMap<>();
        ledger.forEachUnit(requestFilter, false, unitSums -> add(unitSums, totals));
        Map<List<String>, ArmPair> pairsByTool = new LinkedHashMap<>();
        ledger.forEachUnit(requestFilter, true, unitSums -> add(unitSums, pairsByTool));
        List<Comparison> tools = new ArrayList<>();
        pairsByTool.forEach((names, pair) -> tools.add(pair.compare(names)));
        tools.sort(Comparator.comparingLong(ArmComparison::calls)
                .reversed()
                .thenComparing(comparison -> String.join("/", comparison.names())));
        return new ArmComparison(totals.getOrDefault(List.of(), new ArmPair()).compare(List.of()), tools);
    }

    private static long calls(Comparison comparison) {
        return comparison.protectedAmount().calls() + comparison.controlAmount().calls();
    }

    private static void add(UnitSums unitSums, Map<List<String>, ArmPair> pairs) {
        ArmPair pair = pairs.computeIfAbsent(unitSums.names(), names -> new ArmPair());
        (unitSums.arm().equals(Arm.CONTROL.recordName()) ? pair.controlArm : pair.protectedArm).add(unitSums);
    }

    private static final class ArmPair {

        private final ArmTotals protectedArm = new ArmTotals();
        private final ArmTotals controlArm = new ArmTotals();

        Comparison compare(List<String> names) {
            return Comparison.of(names, protectedArm, controlArm);
        }
    }
}
