package dev.plimsoll.model;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Converter between results of {@code resources/read} and tool results, so that both are measured, stored, and shaped
 * by the same code. In a tool result, each of the contents is an embedded resource.
 */
public final class ResourceResult {

    private final String uri;
    private final ClientFeatures clientFeatures;

    private ResourceResult(String uri, ClientFeatures clientFeatures) {
        this.uri = uri;
        this.clientFeatures = clientFeatures;
    }

    /**
     * Converts the result of a read into a tool result, without its cache lifetime. Returns null if the value is not the result
     * of a read.
     */
    public static @Nullable Slice asToolResult(Slice result) {
        boolean isObject = Json.isValid(result) && Json.type(result) == JsonType.OBJECT;
        Slice contents = isObject ? Members.get(result, "contents") : null;
        if (contents == null || Json.type(contents) != JsonType.ARRAY) {
            return null;
        }
        ItemIndex items = ItemIndex.of(contents);
        JsonWriter json = new JsonWriter(result.length() + (items.count() + 1) * 48);
        json.beginObject().beginArray("content");
        for (int i = 0; i < items.count(); i++) {
            json.beginObject()
                    .string("type", "resource")
                    .raw("resource", items.item(i))
                    .endObject();
        }
        json.endArray();
        Members members = Members.of(result);
        while (members.next()) {
            // a tool result has its own content, structuredContent, and isError
            boolean isToolMember =
                    members.keyIs("content") || members.keyIs("structuredContent") || members.keyIs("isError");
            boolean isReadMember = members.keyIs("contents") || members.keyIs("ttlMs") || members.keyIs("cacheScope");
            if (!isToolMember && !isReadMember) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }

    /**
     * Converts the answer of a tool into the result of reading a resource, not to be cached.
     *
     * @param uri URI of the resource
     */
    public static Slice fromAnswer(Slice answer, String uri, ClientFeatures clientFeatures) {
        return new ResourceResult(uri, clientFeatures).convert(answer);
    }

    private Slice convert(Slice answer) {
        JsonWriter json = new JsonWriter(answer.length() + 256).beginObject().beginArray("contents");
        Slice content = Members.get(answer, "content");
        ItemIndex blocks = ItemIndex.of(content == null ? Slice.of("[]") : content);
        for (int i = 0; i < blocks.count(); i++) {
            writeBlock(blocks.item(i), json);
        }
        json.endArray();
        Members members = Members.of(answer);
        while (members.next()) {
            if (!members.keyIs("content") && !members.keyIs("structuredContent") && !members.keyIs("isError")) {
                json.rawMember(members.member());
            }
        }
        return endResult(json, clientFeatures);
    }

    /** Ends a result that must not be cached. */
    private static Slice endResult(JsonWriter json, ClientFeatures clientFeatures) {
        if (clientFeatures.hasCacheLifetimes()) {
            json.number("ttlMs", 0).string("cacheScope", "private");
        }
        return json.endObject().slice();
    }

    private void writeBlock(Slice block, JsonWriter json) {
        Slice resource = Members.get(block, "resource");
        if (resource != null) {
            json.raw(resource);
            return;
        }
        Slice text = Members.get(block, "text");
        Slice data = Members.get(block, "data");
        Slice mimeType = Members.get(block, "mimeType");
        json.beginObject().string("uri", uri);
        if (data != null && mimeType != null) {
            json.raw("mimeType", mimeType).raw("blob", data);
        } else if (data != null) {
            json.string("mimeType", "application/octet-stream").raw("blob", data);
        } else if (text != null) {
            json.string("mimeType", textMimeType(text)).raw("text", text);
        } else {
            // a block of a type that resources do not have
            json.string("mimeType", "application/json").string("text", block);
        }
        json.endObject();
    }

    private static String textMimeType(Slice text) {
        Slice inside = JsonText.unescapeToSlice(Json.stringInside(text));
        boolean isContainer = !inside.isEmpty() && (inside.at(0) == '{' || inside.at(0) == '[');
        // a notice may begin with a bracket, too
        return isContainer && Json.isValid(inside) ? "application/json" : "text/plain";
    }

    /** Returns the resource that a block embeds, byte for byte, as the result of reading it. */
    public static Slice fromEmbedded(ContentBlock block, ClientFeatures clientFeatures) {
        Slice resource = Members.get(block.raw(), "resource");
        JsonWriter json =
                new JsonWriter(block.raw().length() + 128).beginObject().beginArray("contents");
        json.raw(resource == null ? Slice.of("{}") : resource).endArray();
        clientFeatures.writeResultType(json);
        return endResult(json, clientFeatures);
    }

    /** Returns an image, audio, or blob, or a part of one, as the result of reading it. */
    public static Slice fromBase64(String uri, @Nullable String mimeType, Slice base64, ClientFeatures clientFeatures) {
        JsonWriter json = new JsonWriter(base64.length() + 256).beginObject().beginArray("contents");
        json.beginObject().string("uri", uri);
        if (mimeType != null) {
            json.string("mimeType", mimeType);
        }
        json.rawString("blob", base64).endObject().endArray();
        clientFeatures.writeResultType(json);
        return endResult(json, clientFeatures);
    }
}
