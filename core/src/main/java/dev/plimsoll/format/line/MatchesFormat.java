package dev.plimsoll.format.line;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Matches of a search, as grep, ripgrep, and compilers write them: {@code path:line:text} or {@code path:line:column:text},
 * also grouped below their path. Lines around a match, {@code path-line-text}, have {@code "context": true}.
 */
public final class MatchesFormat implements TextFormat {

    private static final String LABEL = "matches";
    private static final int MIN_MATCHES = 3;
    private static final int HEAD_LINES = 60;

    /** At most one line in this many of the head may be none of a match, so that it is worth reading the whole text. */
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
        }
        boolean hasColumns = withColumn == matches;
        return matches >= minMatches && errors.isTolerable(matches) ? write(text, hasColumns, errors) : null;
    }

    private static @Nullable TextData write(Slice text, boolean hasColumns, LineErrors errors) {
        Spans records = new Spans();
        boolean hasGroups = false;
        ByteSink out = new ByteSink(text.length() + text.length() / 4 + 64);
        JsonWriter json = new JsonWriter(out).beginArray();
        MatchLines lines = new MatchLines(text);
        while (lines.next()) {
            if (lines.isMatch()) {
                hasGroups |= lines.match().isGrouped();
                write(lines.match(), hasColumns, json);
            } else {
                json.beginObject()
                        .number("line", lines.line())
                        .string("text", lines.content())
                        .endObject();
            }
            records.add(lines.start(), lines.stop());
            if (ConvertedText.isTooLong(out.size(), text)) {
                return null;
            }
        }
        json.endArray();
        // some of the lines without the path above them are not in this format
        return hasGroups
                ? new ConvertedText(LABEL, out.slice(), null, errors)
                : ConvertedText.ofRecords(LABEL, out.slice(), text, records, errors);
    }

    private static void write(MatchLine match, boolean hasColumns, JsonWriter json) {
        json.beginObject().string("path", match.path()).raw("line", match.line());
        if (hasColumns) {
            json.raw("column", match.column());
        }
        json.string("text", match.text(hasColumns));
        if (match.isContext()) {
            json.bool("context", true);
        }
        json.endObject();
    }
}
