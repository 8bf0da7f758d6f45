package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.view.FindTerms;
import java.util.List;
import java.util.function.IntConsumer;

/** Pattern to search for: a text, a whole value, a member, a regular expression, or several of these. */
public interface SearchPattern {

    /** Maximum number of characters of a term that a notice shows. */
    int MAX_DESCRIBED = 40;

    /** Number of characters above which each occurrence in a line is a separate match. */
    int LONG_LINE = 2_000;

    /**
     * Parses a pattern: {@code /…/flags} is an RE2 expression, with {@code \/} for a slash; {@code "…"} is a whole value;
     * {@code "key":value} is a member; anything else is a text. A JSON array of strings matches wherever one of its strings matches.
     *
     * @throws dev.plimsoll.model.RefusedException if an expression is invalid; the message contains the position
     */
    static SearchPattern parse(String searchText, SearchDeadline searchDeadline) {
        List<SearchPattern> patterns = FindTerms.ofSearchText(searchText).all().stream()
                .map(term -> parseTerm(term, searchDeadline))
                .toList();
        return patterns.size() == 1 ? patterns.get(0) : new AnyPattern(patterns);
    }

    /** Parses one term. */
    static SearchPattern parseTerm(String term, SearchDeadline searchDeadline) {
        SearchPattern quoted = QuotedPatterns.parse(term, searchDeadline);
        if (quoted != null) {
            return quoted;
        }
        return isExpression(term)
                ? RegexPattern.parse(
                        term.substring(1, term.lastIndexOf('/')),
                        term.substring(term.lastIndexOf('/') + 1),
                        searchDeadline)
                : new TextPattern(term, searchDeadline);
    }

    /** Returns a description of a term for a notice, such as {@code "rate limit"} or {@code the value "open"}. Shortens long terms. */
    static String describe(String term) {
        int length = term.codePointCount(0, term.length());
        String shortTerm =
                length > MAX_DESCRIBED ? term.substring(0, term.offsetByCodePoints(0, MAX_DESCRIBED)) + "…" : term;
        boolean isQuoted = term.startsWith("\"") && QuotedPatterns.parse(term, SearchDeadline.of(0, () -> 0)) != null;
        boolean isWholeValue = isQuoted && term.endsWith("\"") && term.indexOf('"', 1) == term.length() - 1;
        return isWholeValue
                ? "the value " + shortTerm
                : isQuoted || isExpression(term) ? shortTerm : '"' + shortTerm + '"';
    }

    private static boolean isExpression(String term) {
        int end = term.lastIndexOf('/');
        return end > 1 && term.charAt(0) == '/' && hasOnlyFlags(term, end + 1) && findUnescapedSlash(term) == end;
    }

    private static boolean hasOnlyFlags(String term, int from) {
        return term.chars().skip(from).allMatch(c -> c == 'i' || c == 'm' || c == 's');
    }

    /** Returns the offset of the first unescaped slash after the opening one. */
    private static int findUnescapedSlash(String term) {
        int offset = 1;
        while (offset < term.length() && term.charAt(offset) != '/') {
            offset += term.charAt(offset) == '\\' ? 2 : 1;
        }
        return offset;
    }

    /** Returns the offset in bytes of the first match in a decoded text; -1 if there is none. */
    int findFirst(Slice text);

    /** Returns the offset in bytes of the first match in a decoded key or scalar; -1 if there is none. */
    default int findInToken(Slice token) {
        return findFirst(token);
    }

    /** Returns whether a member matches as a whole, by its key and its value. */
    default boolean matchesMember(Slice key, Slice value) {
        return false;
    }

    /** Returns whether {@link #matchesMember} can return true for a member with this key. The key is escaped and without quotes. */
    default boolean matchesKey(Slice key) {
        return false;
    }

    /**
     * Reports the offset in the text of the first match in each line that has one, and of every match in a line that
     * {@link #isLong is long}.
     */
    void forEachMatch(Slice text, LineIndex lines, IntConsumer onMatch);

    /**
     * Returns an offset between {@code from} and {@code to} before which no JSON value can match; {@code to} if no value can match.
     */
    default int skipTo(byte[] json, int from, int to) {
        return from;
    }

    /** Returns whether a line has over {@value #LONG_LINE} characters. */
    static boolean isLong(Slice text, LineIndex lines, int line) {
        int start = lines.start(line);
        int end = lines.end(line);
        return end - start > LONG_LINE && Utf8.codePoints(text.sub(start, lineEnd(text, lines, line))) > LONG_LINE;
    }

    /** Returns the offset in the text of the end of a line without its line break. */
    static int lineEnd(Slice text, LineIndex lines, int line) {
        int end = lines.end(line);
        int start = lines.start(line);
        end -= end > start && text.at(end - 1) == '\n' ? 1 : 0;
        return end > start && text.at(end - 1) == '\r' ? end - 1 : end;
    }
}
