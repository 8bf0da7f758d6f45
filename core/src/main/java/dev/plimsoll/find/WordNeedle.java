package dev.plimsoll.find;

import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.PairScan;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.function.IntConsumer;

/** A text whose case does not matter. */
final class WordNeedle implements Needle {

    /** So many places are compared between two looks at the clock; of long words fewer. */
    private static final int PLACES = 1 << 16;

    private final int[] folded;
    private final int index;
    private final PairScan scan;
    private final Patience patience;
    private int compared;

    WordNeedle(String word, Patience patience) {
        this.folded = Folds.of(Slice.of(Utf8.bytes(word)));
        Anchor anchor = new Anchor(folded);
        this.index = anchor.index();
        this.scan = anchor.scan();
        this.patience = patience;
    }

    @Override
    public int first(Slice text) {
        int found = next(text, text.from());
        return found < 0 ? -1 : found - text.from();
    }

    /** The first place in the array from this one on, or -1. */
    int next(Slice text, int from) {
        byte[] b = text.bytes();
        int place = scan.next(b, from, text.to(), false);
        while (place < text.to()) {
            int start = Anchor.start(b, place, index, from);
            if (start >= from && end(text, start) >= 0) {
                return start;
            }
            place = scan.next(b, place + 1, text.to(), false);
        }
        return -1;
    }

    private int end(Slice text, int at) {
        compared += folded.length;
        if (compared > PLACES) {
            compared = 0;
            patience.check();
        }
        return Anchor.end(text, at, folded);
    }

    @Override
    public void eachLine(Slice text, LineIndex lines, IntConsumer found) {
        int at = text.from();
        while (at < text.to()) {
            at = next(text, at);
            if (at < 0) {
                return;
            }
            int lineEnd = text.from() + lines.end(lines.lineAt(at - text.from()));
            boolean inside = end(text, at) <= lineEnd;
            if (inside) {
                found.accept(at - text.from());
            }
            at = inside ? lineEnd : at + Utf8.lengthAt(text.bytes(), at, text.to());
        }
    }

    @Override
    public int skip(byte[] json, int from, int to) {
        Slice text = new Slice(json, 0, to);
        int place = scan.next(json, from, to, true);
        while (place < to && json[place] != '\\') {
            int start = Anchor.start(json, place, index, from);
            if (start >= from && end(text, start) >= 0) {
                return start;
            }
            place = scan.next(json, place + 1, to, true);
        }
        return place;
    }
}
