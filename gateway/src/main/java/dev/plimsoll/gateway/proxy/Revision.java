package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import org.jspecify.annotations.Nullable;

/** The protocol revisions, by what they allow an answer to hold. Their names are dates and sort as text. */
public final class Revision {

    static final String MODERN = "2026-07-28";
    static final String STRUCTURED = "2025-06-18";
    static final String OLDEST = "2024-11-05";

    private static final String MODERN_VERSION = "io.modelcontextprotocol/protocolVersion";

    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    private Revision() {}

    /** What an answer may use for a client that speaks this revision. */
    static ClientFeatures client(String revision) {
        if (revision.compareTo(MODERN) >= 0) {
            return ClientFeatures.modern();
        }
        return revision.compareTo(STRUCTURED) >= 0 ? ClientFeatures.current() : ClientFeatures.old();
    }

    /** The revision that a request names itself, as all do from 2026-07-28 on; null in an older one. */
    public static @Nullable String of(Message request) {
        return ObjectEdit.textIn(meta(request), MODERN_VERSION, 64);
    }

    /** What the client can do, as such a request says itself; or null. */
    static @Nullable Slice capabilities(Message request) {
        Slice meta = meta(request);
        return meta == null ? null : ObjectEdit.objectIn(meta, CAPABILITIES);
    }

    /** The {@code _meta} of a request's parameters, or null. */
    public static @Nullable Slice meta(Message request) {
        Slice params = request.params();
        return params == null || Json.type(params) != JsonType.OBJECT ? null : Members.get(params, "_meta");
    }
}
