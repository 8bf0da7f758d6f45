package dev.plimsoll.view;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of the arguments with which a caller selects the content of an answer: those of {@code plimsoll_read}, and
 * {@code changes_since}. Some arguments have several names.
 */
public final class ArgumentNames {

    /**
     * Argument with the cursor of an earlier result of the same call. The answer contains what has changed since that
     * result.
     */
    public static final String CHANGES_SINCE = "changes_since";

    /** Argument with a question, for tools whose policy allows ranked search. */
    public static final String SEARCH = "search";

    /** Argument with a SELECT statement, for tools whose policy allows SQL. */
    public static final String SQL = "sql";

    /** Arguments that only some policies allow. */
    private static final Set<String> BY_POLICY = Set.of(SEARCH, SQL);

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("cursor", "cursor"),
            Map.entry("continuation_token", "cursor"),
            Map.entry("cursor_id", "cursor"),
            Map.entry("next", "cursor"),
            Map.entry("mode", "mode"),
            Map.entry("page", "page"),
            Map.entry("page_size", "page_size"),
            Map.entry("limit", "page_size"),
            Map.entry("fields", "fields"),
            Map.entry("filter_keys", "fields"),
            Map.entry("path", "path"),
            Map.entry("section", "path"),
            Map.entry("start_line", "start_line"),
            Map.entry("startLine", "start_line"),
            Map.entry("end_line", "end_line"),
            Map.entry("endLine", "end_line"),
            Map.entry("lines", "lines"),
            Map.entry("as", "as"),
            Map.entry("direction", "direction"),
            Map.entry("find", "find"),
            Map.entry("context", "context"),
            Map.entry("query", "query"),
            Map.entry("with", "with"),
            Map.entry("args", "args"),
            Map.entry(CHANGES_SINCE, CHANGES_SINCE),
            Map.entry(SEARCH, SEARCH),
            Map.entry(SQL, SQL),
            Map.entry("pages", "pages"),
            Map.entry("collect", "collect"),
            Map.entry("max_tokens", "max_tokens"));

    private static final int MAX_SHOWN_LENGTH = 40;

    private ArgumentNames() {}

    /** Returns the canonical name of an argument, or null if the name is unknown. */
    public static @Nullable String canonical(String name) {
        return NAMES.get(name);
    }

    /** Returns the refusal of an argument that does not exist, or that the policy of the tool does not allow. */
    public static RefusedException unknown(String name) {
        Set<String> allowedNames = new HashSet<>(NAMES.keySet());
        allowedNames.removeAll(BY_POLICY);
        allowedNames.remove(CHANGES_SINCE); // an argument of calls of the tool itself, not of reads
        List<String> similar = NameSuggestions.similarNames(name, allowedNames, 1);
        String shownName = name.length() > MAX_SHOWN_LENGTH ? name.substring(0, MAX_SHOWN_LENGTH) + "…" : name;
        String allNames = String.join(
                ", ", allowedNames.stream().map(NAMES::get).distinct().sorted().toList());
        return new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "unknown argument " + shownName,
                        similar.isEmpty() ? "one of " + allNames : "did you mean " + similar.get(0) + "?")
                .detail("argument", shownName)
                .detail("allowed", allNames);
    }
}
