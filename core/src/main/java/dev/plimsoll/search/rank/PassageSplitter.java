package dev.plimsoll.search.rank;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;

/**
 * Splits a text into passages: at headings, else between paragraphs, else between lines; a longer line at the ends of
 * sentences, else at spaces. A passage has at most {@value #MAX_BYTES} bytes.
 */
final class PassageSplitter {

    /** Maximum number of bytes of a passage. A passage ends after a paragraph from half of it on. */
    static final int MAX_BYTES = 1_400;

    private static final int TARGET_BYTES = MAX_BYTES / 2;

    private final Slice text;
    private final LineIndex lines;
    private final TextHeadings headings;
    private final Target target;
    private int heading = -1;
    private int start;
    private int end;
    private boolean hasBody;

    /** Receives the passages. */
    interface Target {

        /** Receives a range of the text; the heading is the number of the innermost heading above, or -1. */
        void onPassage(int from, int to, int heading);
    }

    PassageSplitter(Slice text, LineIndex lines, TextHeadings headings, Target target) {
        this.text = text;
        this.lines = lines;
        this.headings = headings;
        this.target = target;
    }

    void split() {
        int next = 0;
        for (int line = 0; line < lines.count(); line++) {
            boolean isHeading = next < headings.count() && headings.line(next) == line;
            int from = lines.start(line);
            int to = contentEnd(line);
            if (isHeading) {
                endPassage(hasBody);
                heading = next++;
            }
            boolean isBlank = to == from;
            if (isBlank) {
                endPassage(hasBody && end - start >= TARGET_BYTES);
                continue;
            }
            endPassage(end > start && to - start > MAX_BYTES);
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
        endPassage(true);
    }

    private void endPassage(boolean isEnd) {
        if (isEnd && end > start) {
            target.onPassage(start, end, heading);
            start = end;
            hasBody = false;
        }
    }

    private void splitLine(int from, int to) {
        int at = from;
        while (to - at > MAX_BYTES) {
            int cut = cutBefore(at, at + MAX_BYTES);
            target.onPassage(at, cut, heading);
            at = cut;
        }
        target.onPassage(at, to, heading);
        start = to;
        end = to;
    }

    /** Returns the offset after the last sentence, else after the last space, else at the last character. */
    private int cutBefore(int from, int max) {
        int space = -1;
        for (int at = max; at > from + TARGET_BYTES; at--) {
            int before = text.at(at - 1);
            boolean isSpace = before == ' ' || before == '\t';
            space = isSpace && space < 0 ? at : space;
            boolean isSentence = isSpace && ".!?".indexOf(text.at(at - 2)) >= 0;
            if (isSentence || isFullStop(at)) {
                return at;
            }
        }
        return space > 0 ? space : Utf8.floor(text, max);
    }

    /** Returns whether a character 。！ or ？ ends before an offset. */
    private boolean isFullStop(int at) {
        int first = text.at(at - 3) & 0xFF;
        int second = text.at(at - 2) & 0xFF;
        int third = text.at(at - 1) & 0xFF;
        return (first == 0xE3 && second == 0x80 && third == 0x82)
                || (first == 0xEF && second == 0xBC && (third == 0x81 || third == 0x9F));
    }

    private int contentEnd(int line) {
        int last = lines.end(line);
        while (last > lines.start(line) && text.at(last - 1) >= 0 && text.at(last - 1) <= ' ') {
            last--;
        }
        return last;
    }
}
