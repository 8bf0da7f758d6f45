package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Translates content blocks of types that a revision does not have. */
final class BlockTranslator {

    private static final int MAX_TEXT_LENGTH = 1 << 16;

    private BlockTranslator() {}

    /** Returns the block as the revision has it; the same slice if it needs no change. */
    static Slice translate(Slice block, Revision revision) {
        String type = ObjectEdit.textIn(block, "type", 64);
        if ("resource_link".equals(type) && !revision.hasResourceLinks()) {
            return linkAsText(block);
        }
        return "audio".equals(type) && !revision.hasAudio() ? audioAsResource(block) : block;
    }

    /** Returns a text block with the URI, the names, the type, and the description of the link. */
    private static Slice linkAsText(Slice block) {
        StringBuilder line = new StringBuilder("Resource: ");
        for (String name : new String[] {"uri", "title", "name", "mimeType", "description"}) {
            String value = ObjectEdit.textIn(block, name, MAX_TEXT_LENGTH);
            if (value != null) {
                line.append(name.equals("uri") ? "" : ", ").append(value);
            }
        }
        JsonWriter json = new JsonWriter(line.length() + 64).beginObject();
        return withAnnotations(json.string("type", "text").string("text", line.toString()), block);
    }

    /** Returns an embedded resource with the same data. */
    private static Slice audioAsResource(Slice block) {
        Slice data = Members.get(block, "data");
        if (data == null) {
            return block;
        }
        JsonWriter json = new JsonWriter(data.length() + 160).beginObject().string("type", "resource");
        json.beginObject("resource").string("uri", "audio:enclosed").raw("blob", data);
        Slice mimeType = Members.get(block, "mimeType");
        if (mimeType != null) {
            json.raw("mimeType", mimeType);
        }
        return withAnnotations(json.endObject(), block);
    }

    private static Slice withAnnotations(JsonWriter json, Slice block) {
        @Nullable Slice annotations = Members.get(block, "annotations");
        if (annotations != null) {
            json.raw("annotations", annotations);
        }
        return json.endObject().slice();
    }
}
