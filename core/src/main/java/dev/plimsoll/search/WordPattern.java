package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.function.IntConsumer;

/** Pattern that is a text; case is ignored. */
final class WordPattern implements SearchPattern {

    /** Number of positions compared between two checks of the deadline, for one letter; fewer for long words. */
    private static final int CHECK_INTERVAL = 1 << 16;

    private final int[] folded;
    private final int scannedIndex;
    private final PairScan scan;
    private final SearchDeadline searchDeadline;
    private int compared;
    private int checkedLine = -1;
    private boolean isCheckedLineLong;

    WordPattern(String word, SearchDeadline searchDeadline) {
        this.folded = CaseFolding.fold(Slice.of(Utf8.encode(word)));
        RareByteScanner rareByteScanner = new RareByteScanner(folded);
        this.scannedIndex = rareByteScanner.index();
        this.scan = rareByteScanner.scan();
        this.searchDeadline = searchDeadline;
    }

    @Override
    public int findFirst(Slice text) {
        int found = findNext(text, text.from());
        return found < 0 ? -1 : found - text.from();
    }

    /** Returns the first match at or after this offset in the array, or -1. */
    int findNext(Slice text, int from) {
        byte[] b = text.bytes();
        int position = scan.next(b, from, text.to(), false);
        while (position < text.to()) {
            int start = RareByteScanner.wordStart(b, position, scannedIndex, from);
            if (start >= from && matchEnd(text, start) >= 0) {
                return start;
            }
            position = scan.next(b, position + 1, text.to(), false);
        }
        return -1;
    }

    private int matchEnd(Slice text, int at) {
        compared += folded.length;
        if (compared > CHECK_INTERVAL) {
            compared = 0;
            searchDeadline.check();
        }
        return RareByteScanner.wordEnd(text, at, folded);
    }

    @Override
    public void forEachLine(Slice text, LineIndex lines, IntConsumer found) {
        int at = text.from();
        checkedLine = -1;
        while (at < text.to()) {
            at = findNext(text, at);
            if (at < 0) {
                return;
            }
            int line = lines.lineAt(at - text.from());
            int lineEnd = text.from() + lines.end(line);
            int matchEnd = matchEnd(text, at);
            boolean inside = matchEnd <= lineEnd;
            if (inside) {
                found.accept(at - text.from());
            }
            boolean goesOn = inside && isInLongLine(text, lines, line);
            at = goesOn ? matchEnd : inside ? lineEnd : at + Utf8.lengthAt(text.bytes(), at, text.to());
        }
    }

    private boolean isInLongLine(Slice text, LineIndex lines, int line) {
        if (line != checkedLine) {
            checkedLine = line;
            isCheckedLineLong = SearchPattern.isLong(text, lines, line);
        }
        return isCheckedLineLong;
    }

    @Override
    public int skipTo(byte[] json, int from, int to) {
        Slice text = new Slice(json, 0, to);
        int position = scan.next(json, from, to, true);
        while (position < to && json[position] != '\\') {
            int start = RareByteScanner.wordStart(json, position, scannedIndex, from);
            if (start >= from && matchEnd(text, start) >= 0) {
                return start;
            }
            position = scan.next(json, position + 1, to, true);
        }
        return position;
    }
}
