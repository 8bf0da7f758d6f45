package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;

/** Searches texts as bytes. */
public final class TextOperations {

    private TextOperations() {}

    /** Finds the first occurrence at or after an offset, or returns -1. */
    public static int find(Slice text, Slice wanted, int from, QueryMeter queryMeter) {
        int last = text.length() - wanted.length();
        if (wanted.isEmpty()) {
            return from <= last ? from : -1;
        }
        byte[] b = text.bytes();
        byte first = wanted.at(0);
        for (int i = from; i <= last; i++) {
            if (b[text.from() + i] == first) {
                queryMeter.addScannedBytes(wanted.length());
                if (matchesAt(text, i, wanted)) {
                    queryMeter.addScannedBytes(i - from);
                    return i;
                }
            }
        }
        queryMeter.addScannedBytes(Math.max(0, last - from));
        return -1;
    }

    public static boolean matchesAt(Slice text, int at, Slice wanted) {
        int from = text.from() + at;
        int to = from + wanted.length();
        return at >= 0
                && to <= text.to()
                && Arrays.equals(text.bytes(), from, to, wanted.bytes(), wanted.from(), wanted.to());
    }

    /** Splits a text at the separators. An empty separator splits it into code points. */
    public static ListArrayValue split(Slice text, Slice separator, QueryMeter queryMeter) {
        ListArrayValue parts = new ListArrayValue(0);
        if (text.isEmpty()) {
            return parts;
        }
        int at = 0;
        while (separator.isEmpty() && at < text.length()) {
            int next = ValueAccess.byteOffset(text, at, 1);
            parts.add(StringValue.ofText(text.sub(at, next)), queryMeter);
            queryMeter.step();
            at = next;
        }
        if (separator.isEmpty()) {
            return parts;
        }
        for (int next = find(text, separator, 0, queryMeter); next >= 0; next = find(text, separator, at, queryMeter)) {
            queryMeter.step();
            parts.add(StringValue.ofText(text.sub(at, next)), queryMeter);
            at = next + separator.length();
        }
        return parts.add(StringValue.ofText(text.sub(at, text.length())), queryMeter);
    }
}
