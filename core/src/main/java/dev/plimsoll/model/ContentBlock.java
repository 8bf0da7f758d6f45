package dev.plimsoll.model;

import dev.plimsoll.app.AppPage;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Content block of a result.
 *
 * @param raw the block as received
 * @param text inside of the JSON string with its text, still escaped; null if it has none
 * @param base64 inside of the JSON string with its {@code data} or {@code blob}; null if it has none
 * @param mimeType MIME type that the block states; null if it states none
 */
public record ContentBlock(
        Type type,
        Slice raw,
        @Nullable Slice text,
        @Nullable Slice base64,
        @Nullable String mimeType) {

    /** Type of a content block. {@link #OTHER} is any type of a later revision. */
    public enum Type {
        TEXT,
        IMAGE,
        AUDIO,
        RESOURCE_TEXT,
        RESOURCE_BLOB,
        LINK,
        OTHER
    }

    /** Creates the block from the current element. Reads it only once, because a block may be one string of many megabytes. */
    static ContentBlock of(Elements blocks) {
        Fields fields = blocks.type() == JsonType.OBJECT ? Fields.of(blocks.members(), true) : Fields.NONE;
        Slice block = blocks.value();
        return switch (fields.type) {
            case "text" -> textBlock(Type.TEXT, block, fields);
            case "image" -> binaryBlock(Type.IMAGE, block, fields.data, fields.mimeType);
            case "audio" -> binaryBlock(Type.AUDIO, block, fields.data, fields.mimeType);
            case "resource_link" -> new ContentBlock(Type.LINK, block, null, null, fields.mimeType);
            case "resource" -> resourceBlock(block, fields.resource == null ? Fields.NONE : fields.resource);
            default -> new ContentBlock(Type.OTHER, block, null, null, null);
        };
    }

    private static ContentBlock resourceBlock(Slice block, Fields resourceFields) {
        return resourceFields.blob == null
                ? textBlock(Type.RESOURCE_TEXT, block, resourceFields)
                : binaryBlock(Type.RESOURCE_BLOB, block, resourceFields.blob, resourceFields.mimeType);
    }

    private static ContentBlock textBlock(Type type, Slice block, Fields fields) {
        return new ContentBlock(fields.text == null ? Type.OTHER : type, block, fields.text, null, fields.mimeType);
    }

    private static ContentBlock binaryBlock(Type type, Slice block, @Nullable Slice data, @Nullable String mimeType) {
        return new ContentBlock(data == null ? Type.OTHER : type, block, null, data, mimeType);
    }

    /** Known members of a block, found in one pass. */
    private static final class Fields {
        static final Fields NONE = new Fields();

        String type = "";

        @Nullable Slice text;

        @Nullable Slice data;

        @Nullable Slice blob;

        @Nullable Fields resource;

        @Nullable String mimeType;

        static Fields of(Members members, boolean isOutermost) {
            Fields fields = new Fields();
            while (members.next()) {
                JsonType type = members.type();
                if (type == JsonType.STRING) {
                    fields.readString(members, Json.stringInside(members.value()));
                } else if (isOutermost && type == JsonType.OBJECT && members.keyIs("resource")) {
                    fields.resource = of(members.members(), false);
                }
            }
            return fields;
        }

        private void readString(Members members, Slice inside) {
            if (members.keyIs("type")) {
                type = inside.length() > 32 ? "" : inside.utf8();
            } else if (members.keyIs("text")) {
                text = inside;
            } else if (members.keyIs("data")) {
                data = inside;
            } else if (members.keyIs("blob")) {
                blob = inside;
            } else if (members.keyIs("mimeType")) {
                mimeType = inside.length() > 128 ? null : JsonText.unescapeToString(inside);
            }
        }
    }

    /** Returns whether this block embeds an app page. */
    public boolean isAppPage() {
        boolean isResource = type == Type.RESOURCE_TEXT || type == Type.RESOURCE_BLOB;
        return isResource && AppPage.isAppPage(Members.get(raw, "resource"));
    }

    public boolean hasText() {
        return text != null;
    }

    /** Returns whether this block is never cut, but sent unchanged or as a link. */
    public boolean isIndivisible() {
        return isBinary() || isAppPage();
    }

    public boolean isBinary() {
        return base64 != null;
    }
}
