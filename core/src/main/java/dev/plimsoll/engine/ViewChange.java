package dev.plimsoll.engine;

import dev.plimsoll.engine.record.StoredQueryResolver;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.ArgumentNames;
import dev.plimsoll.view.MatchContext;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.QueryText;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.TextRanges;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** View that the arguments of a follow-up read select, based on the view and position of its cursor. */
record ViewChange(View view, Position position) {

    /**
     * Applies the arguments to a view. Throws {@link RefusedException} that names the argument with a value that is not
     * allowed.
     */
    static ViewChange of(View view, Position cursorPosition, ReadArguments readArguments, Policy policy) {
        requireSearchAllowed(readArguments, policy);
        View changed = applyLimits(selectPart(view, withStoredQueries(readArguments, policy)), readArguments, policy);
        if (changed.equals(view)) {
            return readArguments.page() > 0
                    ? new ViewChange(view.withStart(0), Position.FIRST)
                    : new ViewChange(view, cursorPosition);
        }
        boolean isSameSelection = changed.path().equals(view.path())
                && changed.mode() == view.mode()
                && changed.firstLine() == view.firstLine()
                && changed.lastLine() == view.lastLine()
                && changed.fields().equals(view.fields())
                && changed.searchText().equals(view.searchText())
                && changed.options().withLook(0).equals(view.options().withLook(0))
                && !isCountOnly(changed);
        // another page size or budget continues at the same position; a view of something else starts at its beginning
        boolean isContinued = isSameSelection && readArguments.page() == 0;
        View startView = changed.withStart(isContinued ? cursorPosition.start() : 0);
        return new ViewChange(startView, startView.firstPosition());
    }

    /** Refuses a ranked search like any unknown argument, unless the policy allows it. */
    private static void requireSearchAllowed(ReadArguments readArguments, Policy policy) {
        if (readArguments.mode() == Mode.SEARCH && !policy.get(Policy.SEARCH)) {
            throw ArgumentNames.unknown(ArgumentNames.SEARCH);
        }
    }

    /**
     * Returns the arguments with the texts of stored queries in place of their names.
     */
    private static ReadArguments withStoredQueries(ReadArguments readArguments, Policy policy) {
        String query = readArguments.query();
        String storedQueries = policy.get(Policy.QUERIES);
        return query == null || storedQueries.isEmpty()
                ? readArguments
                : readArguments.withQuery(StoredQueryResolver.of(policy)
                        .resolve(QueryText.decode(query))
                        .encode());
    }

    /** Returns a change whose answers begin with the sentence; this change if the sentence is empty. */
    ViewChange withLeadSentence(String sentence) {
        return sentence.isEmpty() ? this : new ViewChange(view.withLeadSentence(sentence), position);
    }

    private static View selectPart(View view, ReadArguments readArguments) {
        View changed = withFormat(view, readArguments.options().format());
        Mode mode = readArguments.mode();
        String path = readArguments.path();
        if (path != null && !path.equals(view.path())) {
            changed = changed.withPath(path).withMode(Mode.AUTO);
        }
        if (mode != null && mode != Mode.SEARCH) {
            changed = changed.withMode(mode);
        }
        if (readArguments.find() == null && readArguments.hasLines()) {
            changed = applyLines(mode == Mode.FIND ? changed : changed.withMode(Mode.LINES), readArguments);
        }
        changed = applyContext(
                applySearch(changed, readArguments), readArguments.options().context());
        if (!readArguments.fields().isEmpty()) {
            changed = changed.withFields(readArguments.fields());
        }
        if (mode == Mode.FILTERED && changed.fields().isEmpty()) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, "mode filtered needs fields", "fields: \"id,name\"")
                    .detail("argument", "fields");
        }
        return changed;
    }

    /** Returns a view of the whole document that reads texts in this format; the same view if the format is null or unchanged. */
    private static View withFormat(View view, @Nullable TextFormatName format) {
        if (format == null || format == view.options().format()) {
            return view;
        }
        return view.withPath("").withOptions(view.options().withFormat(format).withLook(0));
    }

    /**
     * Applies {@code find} or {@code query}, which set the mode. If the arguments have a mode but no text, the
     * text of the cursor's view stays.
     */
    private static View applySearch(View view, ReadArguments readArguments) {
        String find = readArguments.find();
        String query = readArguments.query();
        String text = find == null ? query : find;
        if (find != null && query != null) {
            String word = QueryText.decode(query).hasOnlyStatements() ? "sql" : "query";
            throw refusal(word, word + " cannot be used with find", word + " alone, or with path");
        }
        if (text != null) {
            Mode mode = find == null ? Mode.QUERY : readArguments.mode() == Mode.SEARCH ? Mode.SEARCH : Mode.FIND;
            requireAlone(readArguments, mode);
            View searchView = view.withSearch(mode, query == null ? text : completeQuery(view, query));
            View limitedView = readArguments.hasLines() ? applyLines(searchView, readArguments) : searchView;
            return requireNoFieldsInQuery(limitedView, readArguments.fields());
        }
        boolean isSearch = view.mode() == Mode.FIND || view.mode() == Mode.QUERY;
        if (isSearch && view.searchText().isEmpty()) {
            String modeName = view.mode().wireName();
            throw refusal(modeName, "mode " + modeName + " needs " + modeName, modeName + ": \"…\"");
        }
        return requireNoFieldsInQuery(view, readArguments.fields());
    }

    private static View applyLines(View view, ReadArguments readArguments) {
        TextRanges ranges = readArguments.options().ranges();
        return ranges.isNone()
                ? view.withLines(Math.max(1, readArguments.startLine()), readArguments.endLine())
                : view.withLines(0, 0).withOptions(view.options().withRanges(ranges));
    }

    private static View applyContext(View view, MatchContext context) {
        if (context.isNone()) {
            return view;
        }
        if (view.mode() != Mode.FIND) {
            throw refusal("context", "context needs find", "find: \"…\", with context");
        }
        return view.withOptions(view.options().withContext(context));
    }

    /** Returns whether a view of matches counts them and shows none. */
    private static boolean isCountOnly(View view) {
        return view.mode() == Mode.FIND && view.pageSize() == 0;
    }

    /**
     * Returns the encoded query. If it only gives other snapshots, without an expression, it gets the
     * expressions of the cursor's view.
     */
    private static String completeQuery(View view, String query) {
        QueryText givenQuery = QueryText.decode(query);
        if (!givenQuery.text().isEmpty()) {
            return query;
        }
        if (view.mode() != Mode.QUERY || view.searchText().isEmpty()) {
            throw refusal("with", "with needs query", "query: \"$NAME | length\"");
        }
        return QueryText.decode(view.searchText()).withSnapshotsOf(givenQuery).encode();
    }

    private static View requireNoFieldsInQuery(View view, List<String> fields) {
        if (view.mode() == Mode.QUERY && !fields.isEmpty()) {
            throw refusal("fields", "fields cannot be used with query", "choose the fields in the query: {id, name}");
        }
        return view;
    }

    /** Refuses arguments that cannot be combined with the search or query. */
    private static void requireAlone(ReadArguments readArguments, Mode mode) {
        String modeName = mode.wireName();
        if (readArguments.mode() != null && readArguments.mode() != mode) {
            throw refusal(
                    modeName,
                    modeName + " cannot be used with mode "
                            + readArguments.mode().wireName(),
                    modeName + " without mode");
        }
        if (mode == Mode.QUERY && readArguments.hasLines()) {
            String lines = readArguments.options().ranges().isNone() ? "start_line or end_line" : "lines";
            throw refusal(modeName, modeName + " cannot be used with " + lines, modeName + " alone, or with path");
        }
    }

    private static RefusedException refusal(String argument, String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", argument);
    }

    private static View applyLimits(View view, ReadArguments readArguments, Policy policy) {
        View changed = view;
        if (readArguments.pageSize() > 0) {
            requireAtMost(readArguments.pageSizeName(), readArguments.pageSize(), policy.get(Policy.MAX_PAGE_SIZE));
            changed = changed.withRequestedPageSize(readArguments.pageSize());
        } else if (readArguments.pageSize() == ReadArguments.COUNT_ONLY) {
            changed = changed.withPageSize(0);
        }
        if (readArguments.maxTokens() > 0) {
            requireAtMost("max_tokens", readArguments.maxTokens(), policy.get(Policy.MAX_TOKEN_BUDGET));
            changed = changed.withBudget(policy.budgetOf(readArguments.maxTokens()));
        }
        return changed;
    }

    private static void requireAtMost(String name, int value, int maxValue) {
        if (value > maxValue) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST, name + " exceeds maximum of " + maxValue, name + ": " + maxValue)
                    .detail("argument", name)
                    .detail("value", Integer.toString(value))
                    .detail("allowed", "1 to " + maxValue);
        }
    }
}
