package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import java.util.function.IntConsumer;

/** Pattern that matches a text anywhere, ignoring case. */
final class TextPattern implements SearchPattern {

    /** Number of characters that are compared between two checks of the deadline. */
    private static final int CHECK_INTERVAL = 1 << 16;

    private final int[] folded;

    /** Index, in the search text, of the character that the scanner finds. */
    private final int scannedIndex;

    private final BytePairScanner scanner;
    private final SearchDeadline searchDeadline;
    private int comparedCharacters;
    private int checkedLine = -1;
    private boolean isCheckedLineLong;

    TextPattern(String searchText, SearchDeadline searchDeadline) {
        this.folded = CaseFolding.fold(Slice.of(Utf8.encode(searchText)));
        RareCharacter rareCharacter = new RareCharacter(folded);
        this.scannedIndex = rareCharacter.index();
        this.scanner = rareCharacter.pairScanner();
        this.searchDeadline = searchDeadline;
    }

    @Override
    public int findFirst(Slice text) {
        int matchStart = findNext(text, text.from());
        return matchStart < 0 ? -1 : matchStart - text.from();
    }

    /** Returns the offset in the array of the first match at or after {@code from}; -1 if there is none. */
    int findNext(Slice text, int from) {
        byte[] bytes = text.bytes();
        int position = scanner.findNext(bytes, from, text.to(), false);
        while (position < text.to()) {
            int start = RareCharacter.wordStart(bytes, position, scannedIndex, from);
            if (start >= from && matchEnd(text, start) >= 0) {
                return start;
            }
            position = scanner.findNext(bytes, position + 1, text.to(), false);
        }
        return -1;
    }

    private int matchEnd(Slice text, int matchStart) {
        comparedCharacters += folded.length;
        if (comparedCharacters > CHECK_INTERVAL) {
            comparedCharacters = 0;
            searchDeadline.check();
        }
        return RareCharacter.wordEnd(text, matchStart, folded);
    }

    @Override
    public void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch) {
        int offset = text.from();
        checkedLine = -1;
        while (offset < text.to()) {
            offset = findNext(text, offset);
            if (offset < 0) {
                return;
            }
            int line = lines.lineAt(offset - text.from());
            int lineEnd = text.from() + lines.end(line);
            int matchEnd = matchEnd(text, offset);
            // a match that spans two lines does not count
            boolean isInLine = matchEnd <= lineEnd;
            if (isInLine) {
                onMatch.accept(offset - text.from());
            }
            boolean canMatchAgainInLine = isInLine && isInLongLine(text, lines, line);
            offset = canMatchAgainInLine
                    ? matchEnd
                    : isInLine ? lineEnd : offset + Utf8.lengthAt(text.bytes(), offset, text.to());
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
        int position = scanner.findNext(json, from, to, true);
        // the scanner also stops at a backslash, because an escape may stand for a part of the search text
        while (position < to && json[position] != '\\') {
            int start = RareCharacter.wordStart(json, position, scannedIndex, from);
            if (start >= from && matchEnd(text, start) >= 0) {
                return start;
            }
            position = scanner.findNext(json, position + 1, to, true);
        }
        return position;
    }
}
