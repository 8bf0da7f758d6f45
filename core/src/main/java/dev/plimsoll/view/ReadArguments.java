package dev.plimsoll.view;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a reading, whatever names they came under; null or 0 where the caller left them out.
 *
 * @param pageSizeName the name under which the page size came, for complaints
 * @param previous whether the page before is wanted
 * @param find a text, or a regular expression between slashes
 * @param query a jq expression
 * @param lastPage the last of several pages wanted at once, of which {@code page} is the first; 0 for one page
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
        boolean previous,
        int maxTokens,
        @Nullable String find,
        @Nullable String query) {

    public static final ReadArguments NONE =
            new ReadArguments(null, null, 0, 0, 0, "page_size", List.of(), null, 0, 0, false, 0, null, null);

    public ReadArguments {
        fields = List.copyOf(fields);
    }

    /** The same without what is the default under that policy: clients that fill in every argument ask for nothing by it. */
    public ReadArguments withoutDefaults(Policy policy) {
        // the first answer of style probe is no page
        boolean pages = cursor != null || policy.get(Policy.STYLE) != Style.PROBE;
        boolean first = page == 1 && lastPage == 0;
        return new ReadArguments(
                cursor,
                mode == Mode.PAGINATED && pages ? null : mode,
                first ? 0 : page,
                lastPage,
                pageSize == policy.get(Policy.DEFAULT_PAGE_SIZE) ? 0 : pageSize,
                pageSizeName,
                fields,
                path,
                startLine,
                endLine,
                previous,
                maxTokens == policy.get(Policy.TOKEN_BUDGET_THRESHOLD) ? 0 : maxTokens,
                find,
                query);
    }

    /** Whether nothing is asked for but perhaps the place. */
    public boolean plain() {
        return mode == null
                && page == 0
                && pageSize == 0
                && fields.isEmpty()
                && path == null
                && startLine == 0
                && endLine == 0
                && !previous
                && maxTokens == 0
                && find == null
                && query == null;
    }
}
