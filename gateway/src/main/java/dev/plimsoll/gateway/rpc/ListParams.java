package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Parameters of a listing that is asked for in the name of a client. */
public final class ListParams {

    private ListParams() {}

    /**
     * With the client's own {@code _meta}, but for what belongs to its one request.
     *
     * @param cursor of the page; null: the first
     */
    public static Slice of(@Nullable Slice meta, @Nullable String cursor) {
        ByteSink out = new ByteSink(256).ascii("{");
        if (meta != null && Json.type(meta) == JsonType.OBJECT) {
            out.ascii("\"_meta\":{");
            int empty = out.size();
            Members members = Members.of(meta);
            while (members.next()) {
                if (!members.keyIs("progressToken")) {
                    out.ascii(out.size() == empty ? "" : ",").raw(members.member());
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
