package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Translates content blocks that a revision does not have. */
final class BlockTranslator {

    private static final String FIRST_REVISION_WITH_LINKS = "2025-06-18";
    private static final String FIRST_REVISION_WITH_AUDIO = "2025-03-26";
    private static final int MAX_TEXT_LENGTH = 1 << 16;

    private BlockTranslator() {}

    /** Returns the block as the revision has it; the same slice if it needs no change. */
    static Slice translate(Slice block, String revision) {
        String type = ObjectEdit.textIn(block, "type", 64);
        if ("resource_link".equals(type) && revision.compareTo(FIRST_REVISION_WITH_LINKS) < 0) {
            return linkAsText(block);
        }
        return "audio".equals(type) && revision.compareTo(FIRST_REVISION_WITH_AUDIO) < 0
                ? audioAsResource(block)
                : block;
    }

    /** Returns a text with the URI of the link. */
    private static Slice linkAsText(Slice block) {
        StringBuilder line = new StringBuilder("Resource: ");
        for (String name : new String[] {"uri", "title", "name", "mimeType", "description"}) {
            String value = ObjectEdit.textIn(block, name, MAX_TEXT_LENGTH);
            if (value != null) {
                line.append(name.equals("uri") ? "" : ", ").append(value);
            }
        }
        ByteSink out = new ByteSink(line.length() + 64).ascii("{\"type\":\"text\",\"text\":");
        return withAnnotations(out.string(line.toString()), block);
    }

    /** Returns an embedded resource with the same data. */
    private static Slice audioAsResource(Slice block) {
        Slice data = Members.get(block, "data");
        if (data == null) {
            return block;
        }
        ByteSink out = new ByteSink(data.length() + 160);
        out.ascii("{\"type\":\"resource\",\"resource\":{\"uri\":\"audio:enclosed\",\"blob\":")
                .raw(data);
        Slice mimeType = Members.get(block, "mimeType");
        if (mimeType != null) {
            out.ascii(",\"mimeType\":").raw(mimeType);
        }
        return withAnnotations(out.ascii("}"), block);
    }

    private static Slice withAnnotations(ByteSink out, Slice block) {
        @Nullable Slice annotations = Members.get(block, "annotations");
        if (annotations != null) {
            out.ascii(",\"annotations\":").raw(annotations);
        }
        return out.ascii("}").slice();
    }
}
