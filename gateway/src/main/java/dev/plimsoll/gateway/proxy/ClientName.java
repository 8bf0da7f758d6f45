package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Profile;
import org.jspecify.annotations.Nullable;

/** What a client calls itself: nobody has to believe it. */
final class ClientName {

    private static final String MODERN = "io.modelcontextprotocol/clientInfo";

    private ClientName() {}

    /** As a request of 2026-07-28 or later says; empty when it does not. */
    static String of(Message request) {
        Slice meta = Revision.meta(request);
        return in(meta == null ? null : ObjectEdit.objectIn(meta, MODERN));
    }

    /** As these {@code initialize} parameters say; empty when they do not. */
    static String opening(Slice params) {
        return in(ObjectEdit.objectIn(params, "clientInfo"));
    }

    private static String in(@Nullable Slice clientInfo) {
        // escaped, a name may be six times as long
        String name = ObjectEdit.textIn(clientInfo, "name", 6 * Profile.LONGEST_NAME);
        return name == null ? "" : name;
    }
}
