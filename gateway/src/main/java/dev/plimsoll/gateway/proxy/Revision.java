package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import org.jspecify.annotations.Nullable;

/** Protocol revisions and what they allow in an answer. Their names are dates, so they sort as text. */
public final class Revision {

    static final String MODERN = "2026-07-28";
    static final String STRUCTURED = "2025-06-18";
    static final String OLDEST = "2024-11-05";

    private static final String PROTOCOL_VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

    private static final String CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

    private Revision() {}

    /** Returns the features of a client with this revision. */
    static ClientFeatures clientFeatures(String revision) {
        if (revision.compareTo(MODERN) >= 0) {
            return ClientFeatures.modern();
        }
        return revision.compareTo(STRUCTURED) >= 0 ? ClientFeatures.current() : ClientFeatures.old();
    }

    /** Returns the revision that a request of 2026-07-28 or later names; null for older requests. */
    public static @Nullable String of(Message request) {
        return ObjectEdit.textIn(meta(request), PROTOCOL_VERSION_KEY, 64);
    }

    /** Returns the client's capabilities in a request of 2026-07-28 or later, or null. */
    static @Nullable Slice capabilities(Message request) {
        Slice meta = meta(request);
        return meta == null ? null : ObjectEdit.objectIn(meta, CAPABILITIES_KEY);
    }

    /** Returns the {@code _meta} of the request's parameters, or null. */
    public static @Nullable Slice meta(Message request) {
        Slice params = request.params();
        return params == null || Json.type(params) != JsonType.OBJECT ? null : Members.get(params, "_meta");
    }
}
