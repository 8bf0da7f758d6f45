package dev.plimsoll.query.ops;

import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Str;
import java.util.Arrays;

/** Looking for texts in texts, as bytes. */
public final class Texts {

    private Texts() {}

    /** The offset of the first occurrence at or after an offset, or -1. */
    public static int find(Slice text, Slice wanted, int from, Meter meter) {
        int last = text.length() - wanted.length();
        if (wanted.isEmpty()) {
            return from <= last ? from : -1;
        }
        byte[] b = text.bytes();
        byte first = wanted.at(0);
        for (int i = from; i <= last; i++) {
            if (b[text.from() + i] == first) {
                meter.walked(wanted.length());
                if (matches(text, i, wanted)) {
                    meter.walked(i - from);
                    return i;
                }
            }
        }
        meter.walked(Math.max(0, last - from));
        return -1;
    }

    public static boolean matches(Slice text, int at, Slice wanted) {
        int from = text.from() + at;
        int to = from + wanted.length();
        return at >= 0
                && to <= text.to()
                && Arrays.equals(text.bytes(), from, to, wanted.bytes(), wanted.from(), wanted.to());
    }

    /** The parts between the separators; an empty separator separates code points. */
    public static ListArr split(Slice text, Slice separator, Meter meter) {
        ListArr parts = new ListArr(0);
        if (text.isEmpty()) {
            return parts;
        }
        int at = 0;
        while (separator.isEmpty() && at < text.length()) {
            int next = Access.byteOf(text, at, 1);
            parts.add(Str.ofText(text.sub(at, next)), meter);
            meter.step();
            at = next;
        }
        if (separator.isEmpty()) {
            return parts;
        }
        for (int next = find(text, separator, 0, meter); next >= 0; next = find(text, separator, at, meter)) {
            meter.step();
            parts.add(Str.ofText(text.sub(at, next)), meter);
            at = next + separator.length();
        }
        return parts.add(Str.ofText(text.sub(at, text.length())), meter);
    }
}
