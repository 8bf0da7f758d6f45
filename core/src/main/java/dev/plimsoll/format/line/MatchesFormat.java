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

    /** The whole text is read only if the head has this many times as many matches as other lines. */
    private static final int HEAD_ERROR_SHARE = 8;

    @Override
    public String name() {
        return "matches";
    }

    @Override
    public boolean mayRead(Slice text) {
        MatchLines lines = new MatchLines(text);
        int matches = 0;
        int others = 0;
        while (matches + others < HEAD_LINES && lines.next()) {
            matches += lines.isMatch() ? 1 : 0;
            others += lines.isMatch() ? 0 : 1;
        }
        return matches >= MIN_MATCHES && HEAD_ERROR_SHARE * others <= matches;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        return read(text, MIN_MATCHES);
    }

    @Override
    public @Nullable TextData readAs(Slice text) {
        return read(text, 1);
    }

    private static @Nullable TextData read(Slice text, int minMatches) {
        int matches = 0;
        int withColumn = 0;
        LineErrors errors = LineErrors.NONE;
        MatchLines lines = new MatchLines(text);
        MatchLineWriter writer = new MatchLineWriter(text, startsWithColumn(text));
        while (lines.next()) {
            if (lines.isMatch()) {
                matches++;
                withColumn += lines.match().hasColumn() ? 1 : 0;
            } else {
                errors = errors.withUnread(lines.line());
                if (errors.isHopeless(matches)) {
                    return null;
                }
            }
            writer.add(lines);
        }
        if (matches < minMatches || !errors.isTolerable(matches)) {
            return null;
        }
        // the writer assumed that all matches are like the first; if not all have a column, the columns stay
        // in the texts
        boolean hasColumns = withColumn == matches;
        MatchLineWriter written =
                writer.hasColumns() == hasColumns ? writer : new MatchLineWriter(text, hasColumns).addAll();
        return written.isTooLong() ? null : written.data(errors);
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
