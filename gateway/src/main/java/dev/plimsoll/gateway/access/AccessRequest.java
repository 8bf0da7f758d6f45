package dev.plimsoll.gateway.access;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A request that access rules decide.
 *
 * @param name of the tool or prompt, or the URI of the resource, as the server knows it
 * @param arguments a JSON object; null for none
 */
public record AccessRequest(
        Kind kind, String server, String name, @Nullable Slice arguments) {

    /** Kind of request. */
    public enum Kind {
        TOOL,
        PROMPT,
        RESOURCE
    }
}
