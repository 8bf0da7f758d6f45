package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.Filter;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.Share;
import dev.plimsoll.telemetry.Arm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The two arms of a time.
 *
 * @param all tools together
 * @param tools each alone, those with most calls first
 */
public record Arms(Comparison all, List<Comparison> tools) {

    public Arms {
        tools = List.copyOf(tools);
    }

    /** What is kept of each request, and in both arms. */
    public static Arms in(Ledger ledger, Filter filter) throws IOException {
        Map<List<String>, Pair> whole = new LinkedHashMap<>();
        ledger.shares(filter, false, share -> add(share, whole));
        Map<List<String>, Pair> byTool = new LinkedHashMap<>();
        ledger.shares(filter, true, share -> add(share, byTool));
        List<Comparison> tools = new ArrayList<>();
        byTool.forEach((names, pair) -> tools.add(pair.compared(names)));
        tools.sort(
                Comparator.comparingLong(Arms::calls).reversed().thenComparing(one -> String.join("/", one.names())));
        return new Arms(whole.getOrDefault(List.of(), new Pair()).compared(List.of()), tools);
    }

    private static long calls(Comparison one) {
        return one.inProtected().calls() + one.inControl().calls();
    }

    private static void add(Share share, Map<List<String>, Pair> into) {
        Pair pair = into.computeIfAbsent(share.names(), names -> new Pair());
        (share.arm().equals(Arm.CONTROL.word()) ? pair.control : pair.guarded).add(share);
    }

    private static final class Pair {

        private final Side guarded = new Side();
        private final Side control = new Side();

        Comparison compared(List<String> names) {
            return Comparison.of(names, guarded, control);
        }
    }
}
