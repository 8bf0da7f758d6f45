package dev.plimsoll.search;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import org.jspecify.annotations.Nullable;

/** Parses the patterns that begin with a double quote: {@code "text"} and {@code "key":value}. */
final class QuotedPatterns {

    private QuotedPatterns() {}

    /** Parses a term; returns null if it has neither form. */
    static @Nullable SearchPattern parse(String term, SearchDeadline searchDeadline) {
        Slice text = Slice.of(Utf8.encode(term));
        if (text.length() < 2 || text.at(0) != '"') {
            return null;
        }
        int end = Json.skipString(text.bytes(), text.from(), text.to());
        Slice string = new Slice(text.bytes(), text.from(), Math.min(end, text.to()));
        if (!Json.isValid(string)) {
            return parseLiteral(term, searchDeadline);
        }
        Slice decoded = JsonText.unescapeToSlice(Json.stringInside(string));
        if (end == text.to()) {
            return new WholeValuePattern(decoded, text, searchDeadline);
        }
        int colon = Json.skipSpace(text.bytes(), end, text.to());
        if (colon == text.to() || text.bytes()[colon] != ':') {
            return null;
        }
        Slice value = Json.trim(new Slice(text.bytes(), colon + 1, text.to()));
        return !value.isEmpty() && Json.isValid(value) ? new MemberPattern(decoded, value, searchDeadline) : null;
    }

    /** Returns the pattern for a quoted text that is not a JSON string, such as a Windows path; null if it contains further quotes. */
    private static @Nullable SearchPattern parseLiteral(String term, SearchDeadline searchDeadline) {
        boolean isQuoted = term.length() > 2 && term.indexOf('"', 1) == term.length() - 1;
        Slice quotedText = Slice.of(Utf8.encode(term));
        return isQuoted
                ? new WholeValuePattern(quotedText.sub(1, quotedText.length() - 1), quotedText, searchDeadline)
                : null;
    }
}
