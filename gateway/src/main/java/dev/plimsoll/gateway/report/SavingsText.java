package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.statistics.Savings;
import java.util.Locale;

/** Writes savings in words. */
public final class SavingsText {

    private SavingsText() {}

    /** Returns what was saved or lost after all costs. */
    public static String describeNet(Savings total) {
        long net = total.netTokens();
        String share = total.originalTokens() <= 0
                ? ""
                : String.format(Locale.ROOT, " (%.1f %% of the results)", 100.0 * net / total.originalTokens());
        String qualifier = total.isExact() ? "" : "about ";
        return net >= 0
                ? "Net savings: " + qualifier + format(net) + " tokens" + share
                : "Net cost: " + qualifier + format(-net) + " tokens" + share.replace("-", "");
    }

    /** Returns a number with separators. */
    public static String format(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Returns whether there is nothing to report. */
    static boolean isEmpty(Savings total) {
        return total.requests() + total.followUps() + total.listings() == 0;
    }
}
