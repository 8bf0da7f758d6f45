package dev.plimsoll.servlet.message;

import dev.plimsoll.policy.Tier;
import org.jspecify.annotations.Nullable;

/** Sender of an HTTP request.
 *
 * @param caller caller to which cursors are bound; empty if unknown
 * @param session id of the session; empty if there is none
 * @param revision revision in the header {@code MCP-Protocol-Version}; null if there is none
 */
public record MessageSender(
        String caller, Tier tier, String session, @Nullable String revision) {}
