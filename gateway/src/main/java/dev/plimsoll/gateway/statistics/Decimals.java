package dev.plimsoll.gateway.statistics;

import java.util.Locale;

/** Formats numbers with decimals for JSON. */
public final class Decimals {

    private Decimals() {}

    /** Returns microseconds as milliseconds with one decimal. */
    public static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f", micros / 1_000.0);
    }

    /** Returns the share of {@code part} in {@code whole} with four decimals; 0 if the whole is 0. */
    public static String share(long part, long whole) {
        return whole == 0 ? "0" : String.format(Locale.ROOT, "%.4f", (double) part / whole);
    }
}
