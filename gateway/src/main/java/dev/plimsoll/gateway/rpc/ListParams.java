package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Creates parameters for list requests that Plimsoll sends for a client. */
public final class ListParams {

    private ListParams() {}

    /**
     * Returns the parameters.
     *
     * @param meta the {@code _meta} of the client's request, which is copied without its progress token; null
     *     if it has none
     * @param cursor cursor of the page; null for the first page
     */
    public static Slice of(@Nullable Slice meta, @Nullable String cursor) {
        JsonWriter json = new JsonWriter().beginObject();
        if (meta != null && Json.type(meta) == JsonType.OBJECT) {
            json.beginObject("_meta");
            Members members = Members.of(meta);
            while (members.next()) {
                if (!members.keyIs("progressToken")) {
                    json.rawMember(members.member());
                }
            }
            json.endObject();
        }
        if (cursor != null) {
            json.string("cursor", cursor);
        }
        return json.endObject().slice();
    }
}
