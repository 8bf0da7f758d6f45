package dev.plimsoll.search;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.view.FindTerms;
import java.util.List;
import java.util.function.IntConsumer;

/** Pattern to search for: a text, a whole value, a member, a regular expression, or any of several of these. */
public interface SearchPattern {

    /** Maximum number of characters of a term in a notice. */
    int MAX_DESCRIBED = 40;

    /** Length in characters above which every occurrence in a line is a match of its own. */
    int LONG_LINE = 2_000;

    /**
     * Parses a pattern: {@code /…/flags} is an RE2 expression, with {@code \/} for a slash; {@code "…"} is a whole value;
     * {@code "key":value} is a member; anything else is a text. A JSON array of strings matches what
     * one of its strings matches.
     *
     * @throws dev.plimsoll.model.RefusedException if an expression is invalid; the message names the position
     */
    static SearchPattern of(String searchText, SearchDeadline searchDeadline) {
        List<SearchPattern> patterns = FindTerms.ofSearchText(searchText).all().stream()
                .map(term -> ofTerm(term, searchDeadline))
                .toList();
        return patterns.size() == 1 ? patterns.get(0) : new AnyPattern(patterns);
    }

    /** Parses one term. */
    static SearchPattern ofTerm(String find, SearchDeadline searchDeadline) {
        SearchPattern quoted = QuotedPatterns.find(find, searchDeadline);
        if (quoted != null) {
            return quoted;
        }
        return isExpression(find)
                ? RegexPattern.of(
                        find.substring(1, find.lastIndexOf('/')),
                        find.substring(find.lastIndexOf('/') + 1),
                        searchDeadline)
                : new WordPattern(find, searchDeadline);
    }

    /** Returns a term for a notice, such as {@code "rate limit"} or {@code the value "open"}. A long term is cut. */
    static String describe(String term) {
        int length = term.codePointCount(0, term.length());
        String shown =
                length > MAX_DESCRIBED ? term.substring(0, term.offsetByCodePoints(0, MAX_DESCRIBED)) + "…" : term;
        boolean quoted = term.startsWith("\"") && QuotedPatterns.find(term, SearchDeadline.of(0, () -> 0)) != null;
        boolean whole = quoted && term.endsWith("\"") && term.indexOf('"', 1) == term.length() - 1;
        return whole ? "the value " + shown : quoted || isExpression(term) ? shown : '"' + shown + '"';
    }

    private static boolean isExpression(String find) {
        int end = find.lastIndexOf('/');
        return end > 1 && find.charAt(0) == '/' && hasOnlyFlags(find, end + 1) && findUnescapedSlash(find) == end;
    }

    private static boolean hasOnlyFlags(String find, int from) {
        return find.chars().skip(from).allMatch(c -> c == 'i' || c == 'm' || c == 's');
    }

    /** Returns the offset of the first slash after the opening one that is not escaped. */
    private static int findUnescapedSlash(String find) {
        int at = 1;
        while (at < find.length() && find.charAt(at) != '/') {
            at += find.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }

    /** Returns the offset in bytes of the first match in a decoded text; -1 if there is none. */
    int findFirst(Slice text);

    /** Returns the offset in bytes of the first match in a decoded key or scalar; -1 if there is none. */
    default int findInToken(Slice token) {
        return findFirst(token);
    }

    /** Returns whether a member matches by its key and value together; see {@link #matchesKey}. */
    default boolean matchesMember(Slice key, Slice value) {
        return false;
    }

    /** Returns whether {@link #matchesMember} can return true for a member with this key, escaped, without its quotes. */
    default boolean matchesKey(Slice key) {
        return false;
    }

    /**
     * Reports the offset in the text of the first match in each line that has one, and of every match in a line that
     * {@link #isLong is long}.
     */
    void forEachLine(Slice text, LineIndex lines, IntConsumer found);

    /**
     * Returns an offset in JSON from {@code from} to {@code to} before which no value can match; {@code to} if none
     * can.
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
