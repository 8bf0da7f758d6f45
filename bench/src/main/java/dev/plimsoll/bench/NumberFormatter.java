package dev.plimsoll.bench;

import java.util.Locale;

/** Formats numbers for tables. */
final class NumberFormatter {

    private NumberFormatter() {}

    static String size(long bytes) {
        if (bytes >= 1_000_000) {
            return number(Math.round(bytes / 1e5) / 10.0) + " MB";
        }
        return bytes >= 1_000 ? Math.round(bytes / 1e3) + " KB" : bytes + " B";
    }

    static String time(double nanos) {
        if (nanos >= 1e6) {
            return significant(nanos / 1e6) + " ms";
        }
        return nanos >= 1e3 ? significant(nanos / 1e3) + " µs" : significant(nanos) + " ns";
    }

    static String rate(double bytes, double nanos) {
        return String.format(Locale.ROOT, "%,.0f MB/s", bytes / nanos * 1e3);
    }

    static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f ×", ratio);
    }

    static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String significant(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }
}
