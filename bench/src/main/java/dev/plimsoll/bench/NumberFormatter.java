package dev.plimsoll.bench;

import java.util.Locale;

/** Formats numbers for tables. */
final class NumberFormatter {

    private NumberFormatter() {}

    static String formatBytes(long bytes) {
        if (bytes >= 1_000_000) {
            return formatNumber(Math.round(bytes / 1e5) / 10.0) + " MB";
        }
        return bytes >= 1_000 ? Math.round(bytes / 1e3) + " KB" : bytes + " B";
    }

    static String formatTime(double nanos) {
        if (nanos >= 1e6) {
            return formatSignificantDigits(nanos / 1e6) + " ms";
        }
        return nanos >= 1e3 ? formatSignificantDigits(nanos / 1e3) + " µs" : formatSignificantDigits(nanos) + " ns";
    }

    static String formatRate(double bytes, double nanos) {
        return String.format(Locale.ROOT, "%,.0f MB/s", bytes / nanos * 1e3);
    }

    static String formatRatio(double ratio) {
        return String.format(Locale.ROOT, "%.2f ×", ratio);
    }

    static String formatNumber(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String formatSignificantDigits(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }
}
