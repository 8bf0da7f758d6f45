package dev.plimsoll.gateway.trial;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the payload of a trial: detects its form, repairs small defects, and creates a result object that
 * contains it.
 */
public final class PayloadReader {

    /** A text may have at most one NUL in this many bytes; with more, it is binary data. */
    private static final int MIN_BYTES_PER_NUL = 100;

    private final String name;
    private final @Nullable PayloadForm requestedForm;
    private final List<String> notes = new ArrayList<>();
    private boolean isAlmostJson;

    private PayloadReader(String name, @Nullable PayloadForm requestedForm) {
        this.name = name;
        this.requestedForm = requestedForm;
    }

    /**
     * Reads the payload.
     *
     * @param name name of a file; {@code -} to read {@code in}
     * @param requestedForm the form to use; null to detect it
     */
    public static TrialPayload read(
            String name, InputStream in, @Nullable PayloadForm requestedForm, TrialProgress trialProgress)
            throws TrialException {
        Slice bytes = new PayloadSource(name, in, trialProgress).read();
        trialProgress.showStep("parsing " + (bytes.length() >> 20) + " MB");
        return new PayloadReader(name, requestedForm).parse(bytes);
    }

    private TrialPayload parse(Slice bytes) throws TrialException {
        Slice digest = Slice.of(Sha256.of(bytes));
        Slice text = decodeUtf8(bytes);
        Slice json = Json.isValid(text) ? Json.trim(text) : null;
        PayloadForm payloadForm = json == null ? PayloadForm.TEXT : detectForm(json);
        if (json == null) {
            noteJsonError(text);
        }
        if (requestedForm != null && requestedForm != payloadForm) {
            payloadForm = resolveForm(payloadForm, json != null && Json.type(json) == JsonType.OBJECT);
        }
        Slice result = switch (payloadForm) {
            case RESULT -> json == null ? text : json;
            case RESPONSE -> memberOrObject(json == null ? text : json, "result");
            case JSON, TEXT -> toTextResult(text);
        };
        return new TrialPayload(name, bytes.length(), payloadForm, result, isAlmostJson, notes, digest);
    }

    /**
     * Returns the requested form; throws if the payload cannot be read in this form. Anything can be read as text,
     * JSON as JSON, and an object as a result.
     */
    private PayloadForm resolveForm(PayloadForm detected, boolean isObject) throws TrialException {
        PayloadForm requested = requestedForm == null ? detected : requestedForm;
        boolean isJson = detected != PayloadForm.TEXT;
        if (requested == PayloadForm.TEXT
                || (requested == PayloadForm.JSON && isJson)
                || (requested == PayloadForm.RESULT && isObject)) {
            return requested;
        }
        throw new TrialException("--as " + requested.name().toLowerCase(Locale.ROOT) + ": cannot read " + displayName()
                + " as " + requested.description() + "; it is " + (isJson ? "JSON" : "text"));
    }

    private Slice decodeUtf8(Slice bytes) throws TrialException {
        Slice text = withoutByteOrderMark(bytes);
        boolean isValidUtf8 = Utf8.isValid(text);
        requireText(bytes, isValidUtf8);
        if (isValidUtf8) {
            return text;
        }
        notes.add("not valid UTF-8: invalid bytes are shown as U+FFFD");
        return Slice.of(Utf8.repair(text));
    }

    /**
     * Throws for binary data. A few NULs occur in damaged logs. Many NULs, or NULs together with invalid
     * UTF-8, are a sign of binary data.
     */
    private void requireText(Slice bytes, boolean isValidUtf8) throws TrialException {
        int firstNul = -1;
        int nulCount = 0;
        byte[] array = bytes.bytes();
        for (int i = bytes.from(); i < bytes.to(); i++) {
            if (array[i] == 0) {
                firstNul = nulCount++ == 0 ? i - bytes.from() : firstNul;
            }
        }
        if (nulCount > 0 && (!isValidUtf8 || nulCount > bytes.length() / MIN_BYTES_PER_NUL)) {
            // byte order mark FE FF or FF FE
            boolean isUtf16 = bytes.length() > 1 && (bytes.at(0) & 0xFF) + (bytes.at(1) & 0xFF) == 0xFE + 0xFF;
            throw new TrialException(displayName() + " is binary (NUL byte at offset " + firstNul
                    + "): must be text or JSON in UTF-8" + (isUtf16 ? "; this looks like UTF-16" : ""));
        }
        if (nulCount > 0) {
            notes.add("NUL bytes in the text (the first at offset " + firstNul + "): unchanged");
        }
    }

    private Slice withoutByteOrderMark(Slice bytes) {
        boolean hasMark = bytes.length() >= 3
                && bytes.at(0) == (byte) 0xEF
                && bytes.at(1) == (byte) 0xBB
                && bytes.at(2) == (byte) 0xBF;
        if (hasMark) {
            notes.add("begins with a byte order mark: removed");
        }
        return hasMark ? bytes.sub(3, bytes.length()) : bytes;
    }

    /** Adds a note if the text was probably meant to be JSON. */
    private void noteJsonError(Slice text) {
        Slice trimmed = Json.trim(text);
        boolean hasJsonName = name.toLowerCase(Locale.ROOT).endsWith(".json");
        boolean hasOpeningBracket = !trimmed.isEmpty() && (trimmed.at(0) == '{' || trimmed.at(0) == '[');
        if (hasJsonName || hasOpeningBracket) {
            JsonErrorPosition errorPosition = JsonErrorPosition.locate(text);
            if (hasJsonName || errorPosition.isLikelyJson()) {
                isAlmostJson = true;
                notes.add("not valid JSON (" + errorPosition.describe() + "): treated as text");
            }
        }
    }

    private PayloadForm detectForm(Slice json) {
        if (isResult(json)) {
            return PayloadForm.RESULT;
        }
        boolean isRpc = Json.type(json) == JsonType.OBJECT && Members.get(json, "jsonrpc") != null;
        if (!isRpc) {
            return PayloadForm.JSON;
        }
        Slice result = Members.get(json, "result");
        if (result != null && isResult(result)) {
            return PayloadForm.RESPONSE;
        }
        notes.add("a JSON-RPC message without a tool result: treated as a JSON document");
        return PayloadForm.JSON;
    }

    /**
     * Returns whether this is an object with content blocks or structured content. Because other documents
     * may also have a list {@code content}, each of its elements must have a type.
     */
    private static boolean isResult(Slice json) {
        if (Json.type(json) != JsonType.OBJECT) {
            return false;
        }
        Slice content = Members.get(json, "content");
        if (content == null || Json.type(content) != JsonType.ARRAY) {
            return Members.get(json, "structuredContent") != null;
        }
        ItemIndex blocks = ItemIndex.of(content);
        for (int i = 0; i < blocks.count(); i++) {
            Slice type = Members.get(blocks.item(i), "type");
            if (type == null || Json.type(type) != JsonType.STRING) {
                return false;
            }
        }
        return true;
    }

    private static Slice memberOrObject(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value == null ? object : value;
    }

    private static Slice toTextResult(Slice text) {
        JsonWriter json = new JsonWriter(JsonText.escapedLength(text) + 512).beginObject();
        json.beginArray("content").beginObject().string("type", "text").string("text", text);
        return json.endObject().endArray().endObject().slice();
    }

    private String displayName() {
        return name.equals(PayloadSource.STANDARD_INPUT) ? "standard input" : name;
    }
}
