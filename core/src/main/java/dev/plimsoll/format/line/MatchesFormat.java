package dev.plimsoll.format.line;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Matches of a search, as grep, ripgrep, and compilers write them: {@code path:line:text} or {@code path:line:column:text},
 * also grouped below their path. Lines around a match, {@code path-line-text}, have {@code "context": true}.
 */
public final class MatchesFormat implements TextFormat {

    private static final int MIN_MATCHES = 3;
    private static final int HEAD_LINES = 60;

    /** Minimum number of matches for each other line at the beginning of the text. */
    private static final int MIN_HEAD_MATCHES_PER_OTHER_LINE = 8;

    @Override
    public String name() {
        return "matches";
    }

    @Override
    public boolean canRead(Slice text) {
        MatchLines lines = new MatchLines(text);
        int matchCount = 0;
        int otherCount = 0;
        while (matchCount + otherCount < HEAD_LINES && lines.next()) {
            matchCount += lines.isMatch() ? 1 : 0;
            otherCount += lines.isMatch() ? 0 : 1;
        }
        return matchCount >= MIN_MATCHES && MIN_HEAD_MATCHES_PER_OTHER_LINE * otherCount <= matchCount;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        return read(text, MIN_MATCHES);
    }

    @Override
    public @Nullable TextData readDeclared(Slice text) {
        return read(text, 1);
    }

    private static @Nullable TextData read(Slice text, int minMatches) {
        int matchCount = 0;
        int matchesWithColumn = 0;
        LineErrors errors = LineErrors.NONE;
        MatchLines lines = new MatchLines(text);
        MatchLineWriter writer = new MatchLineWriter(text, startsWithColumn(text));
        while (lines.next()) {
            if (lines.isMatch()) {
                matchCount++;
                matchesWithColumn += lines.match().hasColumn() ? 1 : 0;
            } else {
                errors = errors.withUnreadableLine(lines.lineNumber());
                if (errors.isIrrecoverable(matchCount)) {
                    return null;
                }
            }
            writer.writeLine(lines);
        }
        if (matchCount < minMatches || !errors.isTolerable(matchCount)) {
            return null;
        }
        // the writer assumed that all matches are like the first; unless all have a column, columns are part of the
        // text
        boolean hasColumns = matchesWithColumn == matchCount;
        MatchLineWriter finalWriter =
                writer.hasColumns() == hasColumns ? writer : new MatchLineWriter(text, hasColumns).writeAll();
        return finalWriter.isTooLong() ? null : finalWriter.toTextData(errors);
    }

    /** Returns whether the first match has a column. */
    private static boolean startsWithColumn(Slice text) {
        MatchLines lines = new MatchLines(text);
        for (int i = 0; i < HEAD_LINES && lines.next(); i++) {
            if (lines.isMatch()) {
                return lines.match().hasColumn();
            }
        }
        return false;
    }
}
