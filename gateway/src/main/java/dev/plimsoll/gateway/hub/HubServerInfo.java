package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself when it is opened.
 *
 * @param capabilities what it can do
 * @param instructions for the model; empty when there are none
 */
record HubServerInfo(Slice capabilities, String instructions) {

    private static final int MOST_INSTRUCTIONS = 1 << 16;

    static HubServerInfo of(Slice result) {
        Slice capabilities = ObjectEdit.objectIn(result, "capabilities");
        String instructions = ObjectEdit.textIn(result, "instructions", MOST_INSTRUCTIONS);
        // bytes of their own: this is kept for long
        Slice kept = capabilities == null ? Slice.of("{}") : Slice.of(capabilities.toByteArray());
        return new HubServerInfo(kept, instructions == null ? "" : instructions);
    }

    boolean offers(String capability) {
        return Members.get(capabilities, capability) != null;
    }

    /** Whether a member of a capability is there, whatever its value but {@code false}. */
    boolean offers(String capability, String member) {
        Slice offer = ObjectEdit.objectIn(capabilities, capability);
        Slice value = offer == null ? null : Members.get(offer, member);
        return value != null && !value.utf8().equals("false");
    }

    /** The value of one capability, or null. */
    @Nullable Slice capability(String name) {
        return Members.get(capabilities, name);
    }
}
