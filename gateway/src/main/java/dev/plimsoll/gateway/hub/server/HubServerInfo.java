package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Capabilities and instructions from a server's {@code initialize} or {@code server/discover} result. It does
 * not contain the {@code serverInfo} of MCP, which is the server's name and version.
 *
 * @param capabilities the server's capabilities, as JSON
 * @param instructions the server's instructions for the model; empty if there are none
 */
public record HubServerInfo(Slice capabilities, String instructions) {

    private static final int MAX_INSTRUCTIONS_LENGTH = 1 << 16;

    public static HubServerInfo of(Slice result) {
        Slice capabilities = ObjectEdit.objectIn(result, "capabilities");
        String instructions = ObjectEdit.textIn(result, "instructions", MAX_INSTRUCTIONS_LENGTH);
        // copied, because it outlives the message
        Slice copy = capabilities == null ? Slice.of("{}") : Slice.of(capabilities.toByteArray());
        return new HubServerInfo(copy, instructions == null ? "" : instructions);
    }

    public boolean supports(String capability) {
        return Members.get(capabilities, capability) != null;
    }

    /** Returns whether the capability has this member with any value except {@code false}. */
    public boolean supports(String capability, String member) {
        Slice object = ObjectEdit.objectIn(capabilities, capability);
        Slice value = object == null ? null : Members.get(object, member);
        return value != null && !value.utf8().equals("false");
    }

    /** Returns the value of a capability, or null if the server does not declare it. */
    @Nullable Slice findCapability(String name) {
        return Members.get(capabilities, name);
    }
}
