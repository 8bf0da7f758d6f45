package dev.plimsoll.format.line;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Slice;

/** Scans the matches in a text, and the lines that belong to no match. */
final class MatchLines {

    private final Slice text;
    private final LineScanner lines;
    private final MatchLine match = new MatchLine();
    private MatchLine.Kind kind = MatchLine.Kind.SEPARATOR;
    /** True if the line after the current one was read already, as {@link #kind}. */
    private boolean isNextRead;

    private boolean isMatch;
    private int lineNumber;
    private int start;
    private int end;

    MatchLines(Slice text) {
        this.text = text;
        this.lines = new LineScanner(text);
    }

    /** Moves to the next match, or to the next line that belongs to no match; returns false at the end. */
    boolean next() {
        while (isNextRead || lines.next()) {
            kind = isNextRead ? kind : match.read(lines.content());
            isNextRead = false;
            if (kind != MatchLine.Kind.SEPARATOR) {
                lineNumber = lines.lineNumber();
                start = lines.start();
                end = lines.end();
                isMatch = kind == MatchLine.Kind.MATCH;
                if (kind != MatchLine.Kind.PATH || !isFollowedByGroup()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether matches follow the path. Reads the line after the path. */
    private boolean isFollowedByGroup() {
        if (!lines.next()) {
            return false;
        }
        isNextRead = true;
        kind = match.read(lines.content());
        return kind == MatchLine.Kind.MATCH && match.isGrouped();
    }

    /** Returns whether the current line is a match. */
    boolean isMatch() {
        return isMatch;
    }

    /** Returns the parts of the match. */
    MatchLine match() {
        return match;
    }

    int lineNumber() {
        return lineNumber;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    Slice content() {
        return new Slice(text.bytes(), start, end);
    }
}
