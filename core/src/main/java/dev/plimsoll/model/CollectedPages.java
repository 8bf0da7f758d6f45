package dev.plimsoll.model;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a server that were joined to one result.
 *
 * @param pages number of pages
 * @param records number of records on them
 * @param firstReadAt when the first page was read
 * @param lastReadAt when the last page was read
 * @param isComplete whether the server has no further page
 * @param remark sentence that says why there are no more pages in the result; empty if the server has none
 * @param lastPage result with the last page, which says what is left on the server; null if unknown
 */
public record CollectedPages(
        int pages,
        long records,
        Instant firstReadAt,
        Instant lastReadAt,
        boolean isComplete,
        String remark,
        @Nullable Slice lastPage) {

    public CollectedPages {
        Objects.requireNonNull(firstReadAt, "firstReadAt");
        Objects.requireNonNull(lastReadAt, "lastReadAt");
        Objects.requireNonNull(remark, "remark");
    }
}
