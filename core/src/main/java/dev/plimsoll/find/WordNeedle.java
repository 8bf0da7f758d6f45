package dev.plimsoll.find;

import dev.plimsoll.json.AsciiScan;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A text whose case does not matter. */
final class WordNeedle implements Needle {

    private final int[] folded;
    private final @Nullable AsciiScan scan;

    WordNeedle(String word) {
        this.folded = Folds.of(Slice.of(Utf8.bytes(word)));
        this.scan = AsciiScan.of(word);
    }

    @Override
    public int first(Slice text) {
        int found = next(text, text.from());
        return found < 0 ? -1 : found - text.from();
    }

    /** The first place in the array from this one on, or -1. */
    private int next(Slice text, int from) {
        byte[] b = text.bytes();
        AsciiScan quick = scan;
        int at = from;
        while (quick != null && at < text.to()) {
            at = quick.next(b, at, text.to(), false);
            if (at < text.to() && quick.standsAt(b, at, text.to())) {
                return at;
            }
            // a letter that folds to one of ours may stand anywhere in the word
            int start = Math.max(from, at - Math.multiplyExact(3, folded.length));
            int stop = Math.min(text.to(), at + 1);
            int slow = at < text.to() ? slow(text, start, stop) : -1;
            if (slow >= 0) {
                return slow;
            }
            at++;
        }
        return quick == null ? slow(text, from, text.to()) : -1;
    }

    /** By code points, for starts in a range. */
    private int slow(Slice text, int from, int stop) {
        byte[] b = text.bytes();
        int at = from;
        while (at < stop) {
            if (isInside(b[at])) {
                at++;
                continue;
            }
            long point = Utf8.codePoint(b, at, text.to());
            int after = at + (int) (point >>> 32);
            if (Folds.of((int) point) == folded[0] && restAt(b, after, text.to())) {
                return at;
            }
            at = after;
        }
        return -1;
    }

    private static boolean isInside(byte c) {
        return (c & 0xC0) == 0x80;
    }

    private boolean restAt(byte[] b, int from, int to) {
        int at = from;
        for (int i = 1; i < folded.length; i++) {
            long point = at < to ? Utf8.codePoint(b, at, to) : -1;
            if (point < 0 || Folds.of((int) point) != folded[i]) {
                return false;
            }
            at += (int) (point >>> 32);
        }
        return true;
    }

    @Override
    public void eachLine(Slice text, LineIndex lines, IntConsumer found) {
        int line = 0;
        int at = text.from();
        while (at < text.to()) {
            at = next(text, at);
            if (at < 0) {
                return;
            }
            line = lines.lineAt(at - text.from());
            int end = text.from() + lines.end(line);
            boolean inside = first(new Slice(text.bytes(), at, end)) == 0;
            if (inside) {
                found.accept(at - text.from());
            }
            at = inside ? end : at + 1;
        }
    }

    @Override
    public int skip(byte[] json, int from, int to) {
        return scan == null ? from : scan.next(json, from, to, true);
    }
}
