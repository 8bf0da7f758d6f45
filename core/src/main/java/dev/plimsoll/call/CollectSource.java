package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.view.ReadArguments;
import java.time.Instant;
import java.util.Objects;

/**
 * A stored result whose further pages a caller asks for.
 *
 * @param origin the call that the result came from
 * @param sentArguments arguments of that call, as the server got them
 * @param result the result as received: the first page
 * @param takenAt when it was stored
 * @param readArguments arguments for the answer over all pages, without the cursor
 */
public record CollectSource(
        SnapshotOrigin origin, Slice sentArguments, Slice result, Instant takenAt, ReadArguments readArguments) {

    public CollectSource {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(sentArguments, "sentArguments");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(readArguments, "readArguments");
    }
}
