package dev.plimsoll.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a reading, whatever names they came under; null or 0 where the caller left them out.
 *
 * @param pageSizeName the name under which the page size came, for complaints
 * @param previous whether the page before is wanted
 * @param find a text, or a regular expression between slashes
 * @param query a jq expression
 * @param lastPage the last of several pages wanted at once; {@code page} is the first
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
