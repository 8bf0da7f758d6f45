package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.UnitShare;
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
 * @param all all tools together
 * @param tools each tool alone, those with most calls first
 */
public record ArmComparison(Comparison all, List<Comparison> tools) {

    public ArmComparison {
        tools = List.copyOf(tools);
    }

    /** Compares the recorded requests that match the filter, in both arms. */
    public static ArmComparison in(Ledger ledger, RequestFilter requestFilter) throws IOException {
        Map<List<String>, Pair> total = new LinkedHashMap<>();
        ledger.shares(requestFilter, false, unitShare -> add(unitShare, total));
        Map<List<String>, Pair> byTool = new LinkedHashMap<>();
        ledger.shares(requestFilter, true, unitShare -> add(unitShare, byTool));
        List<Comparison> tools = new ArrayList<>();
        byTool.forEach((names, pair) -> tools.add(pair.compared(names)));
        tools.sort(Comparator.comparingLong(ArmComparison::calls)
                .reversed()
                .thenComparing(one -> String.join("/", one.names())));
        return new ArmComparison(total.getOrDefault(List.of(), new Pair()).compared(List.of()), tools);
    }

    private static long calls(Comparison one) {
        return one.inProtected().calls() + one.inControl().calls();
    }

    private static void add(UnitShare unitShare, Map<List<String>, Pair> into) {
        Pair pair = into.computeIfAbsent(unitShare.names(), names -> new Pair());
        (unitShare.arm().equals(Arm.CONTROL.word()) ? pair.control : pair.guarded).add(unitShare);
    }

    private static final class Pair {

        private final ArmTotals guarded = new ArmTotals();
        private final ArmTotals control = new ArmTotals();

        Comparison compared(List<String> names) {
            return Comparison.of(names, guarded, control);
        }
    }
}
