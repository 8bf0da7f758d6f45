package dev.plimsoll.shape.notice;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Noun for the items of a list: the key that holds the list, or a plural in the name of the tool. */
public final class ItemNoun {

    /** Words in the name of a tool that do not name the items. */
    private static final Set<String> IGNORED_WORDS = Set.of(
            "list",
            "get",
            "search",
            "find",
            "fetch",
            "query",
            "read",
            "all",
            "show",
            "lookup",
            "load",
            "select",
            "by",
            "browse",
            "describe",
            "run",
            "tool",
            "the",
            "of",
            "for",
            "heavy");

    private static final Set<String> GENERIC_NOUNS = Set.of(
            "items",
            "results",
            "data",
            "records",
            "rows",
            "entries",
            "values",
            "content",
            "list",
            "hits",
            "result",
            "response",
            "objects",
            "elements",
            "nodes",
            "edges",
            "value",
            "array");
    private static final Pattern WORD = Pattern.compile("[A-Za-z]{2,30}");
    /** Separators of words in a name, such as {@code list_issues} or {@code listIssues}. */
    private static final Pattern WORD_SEPARATOR = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

    private static final int MAX_NAME_LENGTH = 200;

    private ItemNoun() {}

    /**
     * Returns the noun, such as {@code issues} for the tool {@code list_issues}; {@code items} if there is no
     * better one.
     *
     * @param path the keys and indexes that lead to the list
     */
    public static String find(List<String> path, String tool) {
        String key = path.isEmpty() ? "" : path.get(path.size() - 1).replace('_', ' ');
        if (WORD.matcher(key.replace(" ", "")).matches() && !GENERIC_NOUNS.contains(key.toLowerCase(Locale.ROOT))) {
            return key;
        }
        String noun = "items";
        boolean isNounPlural = false;
        for (String part : WORD_SEPARATOR.split(tool.length() > MAX_NAME_LENGTH ? "" : tool, -1)) {
            String word = part.toLowerCase(Locale.ROOT);
            boolean isPlural = word.endsWith("s");
            if (WORD.matcher(word).matches() && !IGNORED_WORDS.contains(word) && (isPlural || !isNounPlural)) {
                noun = word;
                isNounPlural = isPlural;
            }
        }
        return isNounPlural ? noun : "items";
    }
}
