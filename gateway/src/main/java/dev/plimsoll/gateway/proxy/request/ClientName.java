package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Profile;
import org.jspecify.annotations.Nullable;

/** Reads the name that a client gives itself. The name is not verified. */
public final class ClientName {

    private ClientName() {}

    /** Returns the name in a request of 2026-07-28 or later; empty if it has none. */
    public static String of(Message request) {
        return nameIn(ObjectEdit.objectOrNull(request.metaMember(RequestMeta.CLIENT_INFO)));
    }

    /** Returns the name in the parameters of {@code initialize}; empty if they have none. */
    public static String ofInitialize(Slice params) {
        return nameIn(ObjectEdit.objectIn(params, "clientInfo"));
    }

    private static String nameIn(@Nullable Slice clientInfo) {
        // in JSON, each character of a name may be a Unicode escape of six bytes
        String name = ObjectEdit.textIn(clientInfo, "name", 6 * Profile.MAX_NAME_LENGTH);
        return name == null ? "" : name;
    }
}
