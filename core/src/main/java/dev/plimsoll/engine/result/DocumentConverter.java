package dev.plimsoll.engine.result;

import dev.plimsoll.call.LinkedBlob;
import dev.plimsoll.document.DocumentReader;
import dev.plimsoll.document.DocumentText;
import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replaces the documents in a result, which are blobs or HTML pages, with their texts. */
public final class DocumentConverter {

    /** Base64 characters that hold the bytes with which a reader recognizes a document; a multiple of 4. */
    private static final int START_CHARACTERS = DocumentReader.START_BYTES / 3 * 4;

    private final DocumentReader reader;
    private final Set<String> sentences = new LinkedHashSet<>();

    private DocumentConverter(DocumentReader reader) {
        this.reader = reader;
    }

    /** Returns the result with texts in place of documents; null if it has no document. */
    public static @Nullable ConvertedResult convert(ToolResult result, DocumentReader reader) {
        return result.isError() ? null : new DocumentConverter(reader).convert(result);
    }

    private @Nullable ConvertedResult convert(ToolResult result) {
        List<@Nullable String> texts = new ArrayList<>();
        for (ContentBlock block : result.blocks()) {
            texts.add(block.isAppPage() ? null : textOf(block));
        }
        Slice onlyText = onlyText(result.structured());
        String structuredText = onlyText == null ? null : read(null, JsonText.unescape(onlyText));
        if (sentences.isEmpty()) {
            return null;
        }
        boolean isRead = structuredText != null || texts.stream().anyMatch(Objects::nonNull);
        return new ConvertedResult(write(result, texts, structuredText), String.join(" ", sentences), isRead);
    }

    private @Nullable String textOf(ContentBlock block) {
        Slice text = block.text();
        if (text != null) {
            boolean canBeHtml = isHtml(block.mimeType()) || startsWithTag(text);
            return canBeHtml ? read(block.mimeType(), JsonText.unescape(text)) : null;
        }
        Slice base64 = block.type() == ContentBlock.Type.RESOURCE_BLOB ? block.base64() : null;
        return base64 == null ? null : readBlob(block.mimeType(), base64);
    }

    private @Nullable String readBlob(@Nullable String mimeType, Slice base64) {
        try {
            Slice beginning = base64.sub(0, Math.min(base64.length(), START_CHARACTERS));
            byte[] start = Base64.getMimeDecoder().decode(JsonText.unescape(withoutCutEscape(beginning)));
            return reader.canRead(mimeType, start) ? read(mimeType, new LinkedBlob(mimeType, base64).decode()) : null;
        } catch (IllegalArgumentException e) {
            // not base64: the blob stays as it is
            return null;
        }
    }

    /** Returns the beginning of base64 up to its first escape, so that no escape is cut. */
    private static Slice withoutCutEscape(Slice base64) {
        int end = 0;
        while (end < base64.length() && base64.at(end) != '\\') {
            end++;
        }
        return base64.sub(0, end - end % 4);
    }

    private @Nullable String read(@Nullable String mimeType, byte[] bytes) {
        byte[] start =
                bytes.length <= DocumentReader.START_BYTES ? bytes : Arrays.copyOf(bytes, DocumentReader.START_BYTES);
        if (!reader.canRead(mimeType, start)) {
            return null;
        }
        try {
            DocumentText text = reader.read(mimeType, bytes);
            sentences.add("Text of a file: " + text.description() + ", " + bytes.length + " bytes.");
            return text.text();
        } catch (UnreadableDocumentException e) {
            sentences.add("A file (" + e.type() + ") was not read as text: " + e.getMessage() + ".");
            return null;
        }
    }

    private static boolean isHtml(@Nullable String mimeType) {
        return mimeType != null && mimeType.contains("html");
    }

    /** Returns whether a text begins with a tag, after a byte order mark and white space, which may be escaped. */
    private static boolean startsWithTag(Slice text) {
        int index = 0;
        boolean isAfterBackslash = false;
        while (index < text.length()) {
            byte current = text.at(index);
            boolean isSpace = current == ' '
                    || current == '\\'
                    || (isAfterBackslash && (current == 'n' || current == 'r' || current == 't'));
            if (!isSpace && (current & 0xff) != 0xef && (current & 0xff) != 0xbb && (current & 0xff) != 0xbf) {
                return current == '<';
            }
            isAfterBackslash = current == '\\';
            index++;
        }
        return false;
    }

    /** Returns the inside of the string that is the only member of structured content, if it can be an HTML page; else null. */
    private static @Nullable Slice onlyText(@Nullable Slice structured) {
        if (structured == null || Json.type(structured) != JsonType.OBJECT) {
            return null;
        }
        Members members = Members.of(structured);
        Slice text = members.next() && members.type() == JsonType.STRING ? Json.stringInside(members.value()) : null;
        return text != null && startsWithTag(text) && !members.next() ? text : null;
    }

    private Slice write(ToolResult result, List<@Nullable String> texts, @Nullable String structuredText) {
        JsonWriter json = new JsonWriter(1 << 16).beginObject().beginArray("content");
        boolean isConverted = false;
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            ContentBlock block = result.blocks().get(i);
            isConverted |= text != null;
            if (text == null) {
                json.raw(block.raw());
            } else {
                writeBlock(block.raw(), text, json);
            }
        }
        if (!isConverted && structuredText == null) {
            json.beginObject()
                    .string("type", "text")
                    .string("text", "[" + String.join(" ", sentences) + "]")
                    .endObject();
        }
        json.endArray();
        boolean isCopyDropped = isConverted && RepeatedBlocks.without(result).hasRemovedStructured();
        Members members = Members.of(result.raw());
        while (members.next()) {
            if (members.keyIs("structuredContent") && structuredText != null && result.structured() != null) {
                Members structured = Members.of(result.structured());
                structured.next();
                json.beginObject("structuredContent")
                        .rawName(structured.key())
                        .string(structuredText)
                        .endObject();
            } else if (!members.keyIs("content") && !(isCopyDropped && members.keyIs("structuredContent"))) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }

    /** Writes a text block for a block: all clients show text to models, but some show no embedded resources. */
    private static void writeBlock(Slice block, String text, JsonWriter json) {
        json.beginObject().string("type", "text").string("text", text);
        Members members = Members.of(block);
        while (members.next()) {
            if (members.keyIs("annotations") || members.keyIs("_meta")) {
                json.rawMember(members.member());
            }
        }
        json.endObject();
    }
}
