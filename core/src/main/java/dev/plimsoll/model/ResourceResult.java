package dev.plimsoll.model;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Converts between results of {@code resources/read} and tool results. In a tool result, each of the contents is an embedded
 * resource. So the same rules measure, store, and shape both.
 */
public final class ResourceResult {

    private static final String RESOURCE = "{\"type\":\"resource\",\"resource\":";

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
        boolean object = Json.isValid(result) && Json.type(result) == JsonType.OBJECT;
        Slice contents = object ? Members.get(result, "contents") : null;
        if (contents == null || Json.type(contents) != JsonType.ARRAY) {
            return null;
        }
        ItemIndex items = ItemIndex.of(contents);
        ByteSink out = new ByteSink(result.length() + (items.count() + 1) * 48).ascii("{\"content\":[");
        for (int i = 0; i < items.count(); i++) {
            out.ascii(i == 0 ? RESOURCE : "," + RESOURCE).raw(items.item(i)).ascii("}");
        }
        out.ascii("]");
        Members members = Members.of(result);
        while (members.next()) {
            // content and the next two would describe another result
            boolean isExcluded = members.keyIs("contents") || members.keyIs("ttlMs") || members.keyIs("cacheScope");
            if (!isExcluded
                    && !members.keyIs("content")
                    && !members.keyIs("structuredContent")
                    && !members.keyIs("isError")) {
                out.ascii(",").raw(members.member());
            }
        }
        return out.ascii("}").slice();
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
        ByteSink out = new ByteSink(answer.length() + 256).ascii("{\"contents\":[");
        int empty = out.size();
        Slice content = Members.get(answer, "content");
        ItemIndex blocks = ItemIndex.of(content == null ? Slice.of("[]") : content);
        for (int i = 0; i < blocks.count(); i++) {
            writeBlock(blocks.item(i), out.ascii(out.size() == empty ? "" : ","));
        }
        out.ascii("]");
        Members members = Members.of(answer);
        while (members.next()) {
            if (!members.keyIs("content") && !members.keyIs("structuredContent") && !members.keyIs("isError")) {
                out.ascii(",").raw(members.member());
            }
        }
        out.ascii(clientFeatures.hasCacheLifetimes() ? ",\"ttlMs\":0,\"cacheScope\":\"private\"" : "");
        return out.ascii("}").slice();
    }

    private void writeBlock(Slice block, ByteSink out) {
        Slice resource = Members.get(block, "resource");
        if (resource != null) {
            out.raw(resource);
            return;
        }
        Slice text = Members.get(block, "text");
        Slice data = Members.get(block, "data");
        Slice mimeType = Members.get(block, "mimeType");
        out.ascii("{\"uri\":").string(uri);
        if (data != null) {
            out.ascii(",\"mimeType\":").raw(mimeType == null ? Slice.of("\"application/octet-stream\"") : mimeType);
            out.ascii(",\"blob\":").raw(data).ascii("}");
        } else if (text != null) {
            out.ascii(",\"mimeType\":\"" + textMimeType(text) + "\",\"text\":")
                    .raw(text)
                    .ascii("}");
        } else {
            // a block of a type that resources do not have
            out.ascii(",\"mimeType\":\"application/json\",\"text\":")
                    .string(block)
                    .ascii("}");
        }
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
        ByteSink out = new ByteSink(block.raw().length() + 128).ascii("{\"contents\":[");
        out.raw(resource == null ? Slice.of("{}") : resource).ascii("]").ascii(clientFeatures.resultTypeMember());
        return out.ascii(clientFeatures.hasCacheLifetimes() ? ",\"ttlMs\":0,\"cacheScope\":\"private\"}" : "}")
                .slice();
    }

    /** Returns an image, audio, or blob, or a part of one, as the result of reading it. */
    public static Slice fromBase64(String uri, @Nullable String mimeType, Slice base64, ClientFeatures clientFeatures) {
        ByteSink out = new ByteSink(base64.length() + 256)
                .ascii("{\"contents\":[{\"uri\":")
                .string(uri);
        if (mimeType != null) {
            // it comes from inside a JSON string, so it is still escaped
            out.ascii(",\"mimeType\":").stringRaw(Slice.of(mimeType));
        }
        out.ascii(",\"blob\":").stringRaw(base64).ascii("}]").ascii(clientFeatures.resultTypeMember());
        return out.ascii(clientFeatures.hasCacheLifetimes() ? ",\"ttlMs\":0,\"cacheScope\":\"private\"}" : "}")
                .slice();
    }
}
