package dev.plimsoll.search.rank;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;

/**
 * Splits a text into passages of at most {@value #MAX_BYTES} bytes: at headings, otherwise between paragraphs, otherwise between lines.
 * A longer line is split after sentences, otherwise at spaces.
 */
final class PassageSplitter {

    /** Maximum number of bytes in a passage. */
    static final int MAX_BYTES = 1_400;

    /** Minimum number of bytes of a passage that ends between paragraphs or within a line. */
    private static final int MIN_SPLIT_BYTES = MAX_BYTES / 2;

    private final Slice text;
    private final LineIndex lines;
    private final TextHeadings headings;
    private final PassageListener listener;
    private int heading = -1;
    private int start;
    private int end;
    private boolean hasBody; // the current passage has a line that is not a heading

    /** Receives the passages of a text. */
    interface PassageListener {

        /** Receives a range of the text; the heading is the number of the innermost heading above, or -1. */
        void onPassage(int from, int to, int heading);
    }

    PassageSplitter(Slice text, LineIndex lines, TextHeadings headings, PassageListener listener) {
        this.text = text;
        this.lines = lines;
        this.headings = headings;
        this.listener = listener;
    }

    void split() {
        int nextHeading = 0;
        for (int line = 0; line < lines.count(); line++) {
            boolean isHeading = nextHeading < headings.count() && headings.line(nextHeading) == line;
            int from = lines.start(line);
            int to = contentEnd(line);
            if (isHeading) {
                endPassageIf(hasBody);
                heading = nextHeading++;
            }
            boolean isBlank = to == from;
            if (isBlank) {
                endPassageIf(hasBody && end - start >= MIN_SPLIT_BYTES);
                continue;
            }
            endPassageIf(end > start && to - start > MAX_BYTES);
            if (to - from > MAX_BYTES) {
                splitLine(from, to);
                continue;
            }
            if (start == end) {
                start = from;
                hasBody = false;
            }
            end = to;
            hasBody |= !isHeading;
        }
        endPassageIf(true);
    }

    private void endPassageIf(boolean isEnd) {
        if (isEnd && end > start) {
            listener.onPassage(start, end, heading);
            start = end;
            hasBody = false;
        }
    }

    private void splitLine(int from, int to) {
        int partStart = from;
        while (to - partStart > MAX_BYTES) {
            int partEnd = findPartEnd(partStart, partStart + MAX_BYTES);
            listener.onPassage(partStart, partEnd, heading);
            partStart = partEnd;
        }
        listener.onPassage(partStart, to, heading);
        start = to;
        end = to;
    }

    /** Returns the offset after the last sentence that ends before {@code maxOffset}, otherwise after the last space or character. */
    private int findPartEnd(int from, int maxOffset) {
        int space = -1;
        for (int offset = maxOffset; offset > from + MIN_SPLIT_BYTES; offset--) {
            int previousByte = text.at(offset - 1);
            boolean isSpace = previousByte == ' ' || previousByte == '\t';
            space = isSpace && space < 0 ? offset : space;
            boolean isSentenceEnd = isSpace && ".!?".indexOf(text.at(offset - 2)) >= 0;
            if (isSentenceEnd || isFullStop(offset)) {
                return offset;
            }
        }
        return space > 0 ? space : Utf8.floor(text, maxOffset);
    }

    /** Returns whether 。, ！, or ？ ends at an offset. */
    private boolean isFullStop(int offset) {
        int first = text.at(offset - 3) & 0xFF;
        int second = text.at(offset - 2) & 0xFF;
        int third = text.at(offset - 1) & 0xFF;
        return (first == 0xE3 && second == 0x80 && third == 0x82)
                || (first == 0xEF && second == 0xBC && (third == 0x81 || third == 0x9F));
    }

    private int contentEnd(int line) {
        int contentEnd = lines.end(line);
        while (contentEnd > lines.start(line) && text.at(contentEnd - 1) >= 0 && text.at(contentEnd - 1) <= ' ') {
            contentEnd--;
        }
        return contentEnd;
    }
}
