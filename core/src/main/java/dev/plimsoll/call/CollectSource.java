package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.view.ReadArguments;
import java.time.Instant;
import java.util.Objects;

/**
 * Stored result whose further pages a caller asks for.
 *
 * @param tool the tool that the result came from
 * @param argumentsHash digest of the arguments of the call; see {@link ToolCall#argumentsHash}
 * @param sentArguments arguments of that call, as the server got them
 * @param result the result as received: the first page
 * @param takenAt time at which it was stored
 * @param readArguments arguments for the answer over all pages, without the cursor
 */
public record CollectSource(
        String tool,
        String argumentsHash,
        Slice sentArguments,
        Slice result,
        Instant takenAt,
        ReadArguments readArguments) {

    public CollectSource {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(argumentsHash, "argumentsHash");
        Objects.requireNonNull(sentArguments, "sentArguments");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(readArguments, "readArguments");
    }
}
