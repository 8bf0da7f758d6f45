package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Creates parameters for list requests that Plimsoll sends for a client. */
public final class ListParams {

    private ListParams() {}

    /**
     * Returns the parameters with the client's {@code _meta}, except what belongs only to its own request.
     *
     * @param cursor cursor of the page; null for the first
     */
    public static Slice of(@Nullable Slice meta, @Nullable String cursor) {
        ByteSink out = new ByteSink(256).ascii("{");
        if (meta != null && Json.type(meta) == JsonType.OBJECT) {
            out.ascii("\"_meta\":{");
            int sizeAtStart = out.size();
            Members members = Members.of(meta);
            while (members.next()) {
                if (!members.keyIs("progressToken")) {
                    out.ascii(out.size() == sizeAtStart ? "" : ",").raw(members.member());
                }
            }
            out.ascii("}");
        }
        if (cursor != null) {
            out.ascii(out.size() == 1 ? "" : ",").ascii("\"cursor\":").string(cursor);
        }
        return out.ascii("}").slice();
    }
}
