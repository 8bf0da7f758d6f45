package dev.plimsoll.view;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parsed arguments of a read. An absent argument is null, 0, false, or empty.
 *
 * @param pageSizeName name under which the page size was given, for error messages
 * @param isPreviousPageRequested whether the page before is wanted ({@code direction: previous})
 * @param pageSize maximum items on a page; {@link #COUNT_ONLY} to count matches and return none
 * @param find the search text of a view: see {@link FindTerms}
 * @param query a query and the snapshots that it joins, in the encoding of {@link QueryText}
 * @param lastPage last of several pages to read at once, from {@code page} on; 0 for one page
 * @param collect number of further pages of the server to fetch and join to the result before this read; 0 for none
 * @param changesSince cursor of an earlier result of the same call, whose changes the caller wants
 * @param options lines around matches, text ranges that start and end lines cannot express, and how to read the result
 */
public record ReadArguments(
        @Nullable String cursor,
        @Nullable Mode mode,
        int page,
        int lastPage,
        int pageSize,
        String pageSizeName,
        List<String> fields,
        @Nullable String path,
        int startLine,
        int endLine,
        boolean isPreviousPageRequested,
        int maxTokens,
        @Nullable String find,
        @Nullable String query,
        int collect,
        @Nullable String changesSince,
        ViewOptions options) {

    /** Page size of a search that returns only the number of matches. */
    public static final int COUNT_ONLY = -1;

    public static final ReadArguments NONE = new ReadArguments(
            null, null, 0, 0, 0, "page_size", List.of(), null, 0, 0, false, 0, null, null, 0, null, ViewOptions.NONE);

    public ReadArguments {
        fields = List.copyOf(fields);
    }

    // written by hand, because AOT caches do not store the method that Java generates for a record: generating it takes
    // 5 ms
    @Override
    public int hashCode() {
        Object[] values = {
            cursor,
            mode,
            page,
            lastPage,
            pageSize,
            pageSizeName,
            fields,
            path,
            startLine,
            endLine,
            isPreviousPageRequested,
            maxTokens,
            find,
            query,
            collect,
            changesSince,
            options.hasSettings() ? options : options.leadSentence()
        };
        return Arrays.hashCode(values);
    }

    /**
     * Returns a copy without values that are the policy's defaults, because some clients fill in every
     * argument.
     */
    public ReadArguments withoutDefaults(ToolPolicy toolPolicy) {
        Policy policy = toolPolicy.policy();
        // if the first answer would be a description, mode paginated changes it to a page
        boolean isPaged = cursor != null || !toolPolicy.style().hasDescription();
        boolean isFirstPage = page == 1 && lastPage == 0;
        boolean isSearch = find != null || query != null;
        return new ReadArguments(
                cursor,
                mode == Mode.PAGINATED && (isPaged || isSearch) ? null : mode,
                isFirstPage ? 0 : page,
                lastPage,
                pageSize == policy.get(Policy.DEFAULT_PAGE_SIZE) ? 0 : pageSize,
                pageSizeName,
                fields,
                path,
                startLine,
                endLine,
                isPreviousPageRequested,
                maxTokens == policy.get(Policy.TOKEN_BUDGET_THRESHOLD) ? 0 : maxTokens,
                find,
                query,
                collect,
                changesSince,
                options);
    }

    /** Returns a copy with another query. */
    public ReadArguments withQuery(String newQuery) {
        return copyWith(cursor, newQuery, collect, changesSince);
    }

    /** Returns a copy for the answer over the joined pages: without the cursor, and without {@code collect}. */
    public ReadArguments forCollectedPages() {
        return copyWith(null, query, 0, changesSince);
    }

    /** Returns a copy that asks for the result, and not for its changes. */
    public ReadArguments withoutChanges() {
        return copyWith(cursor, query, collect, null);
    }

    private ReadArguments copyWith(
            @Nullable String newCursor, @Nullable String newQuery, int newCollect, @Nullable String newChangesSince) {
        return new ReadArguments(
                newCursor,
                mode,
                page,
                lastPage,
                pageSize,
                pageSizeName,
                fields,
                path,
                startLine,
                endLine,
                isPreviousPageRequested,
                maxTokens,
                find,
                newQuery,
                newCollect,
                newChangesSince,
                options);
    }

    /** Returns whether a part of a text is selected: lines, or characters of lines. */
    public boolean hasLines() {
        return startLine > 0 || endLine > 0 || !options.ranges().isNone();
    }

    /** Returns whether no argument but the cursor changes the answer. */
    public boolean isDefault() {
        return mode == null
                && page == 0
                && pageSize == 0
                && fields.isEmpty()
                && path == null
                && startLine == 0
                && endLine == 0
                && !isPreviousPageRequested
                && maxTokens == 0
                && find == null
                && query == null
                && changesSince == null
                && !options.hasSettings()
                && options.leadSentence().isEmpty();
    }
}
