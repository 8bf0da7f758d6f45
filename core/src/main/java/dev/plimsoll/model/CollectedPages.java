package dev.plimsoll.model;

import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a server that were joined into one result.
 *
 * @param pages number of pages
 * @param records number of records on all of them
 * @param firstReadAt time at which the first page was read
 * @param lastReadAt time at which the last page was read
 * @param isComplete whether the server has no further page
 * @param remark sentence that says why there are no more pages in the result; empty if the server has no further page
 * @param lastPage result with the last page that was read, which can state how many pages remain; null if unknown
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
