package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import java.util.Objects;

/**
 * Call whose result is stored.
 *
 * @param server name of the server, when the result was stored
 * @param tool the server's own name of the tool
 * @param arguments the arguments of the call, as the server got them
 * @param result the result as received
 */
public record StoredCall(String server, String tool, Slice arguments, Slice result) {

    public StoredCall {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(result, "result");
    }
}
