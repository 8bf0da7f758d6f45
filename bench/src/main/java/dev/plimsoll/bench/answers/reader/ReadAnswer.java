package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.tokens.Estimator;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One answer as a model reads it.
 *
 * @param tokens the tokens that a client could pass to a model, counted by o200k_base; each cursor counts as one fixed cursor
 * @param isError whether the answer is an error
 * @param header the fields of the header; empty if there is none
 * @param value the data as JSON; null if the answer is a text
 * @param text the data as a text; empty if the answer is JSON
 */
public record ReadAnswer(
        long tokens,
        boolean isError,
        ObjectNode header,
        @Nullable JsonNode value,
        String text) {

    /** Cursor with a typical number of tokens. Random cursors have slightly more or fewer. */
    public static final String FIXED_CURSOR = "GFyrvje1jvPs62Af_ZoL_rdyBMf27Fri1HOOa6iLAjPMBaP_";

    public static final Pattern CURSOR = Pattern.compile("(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{48}(?![A-Za-z0-9_-])");

    private static final ResultMeter METER = new ResultMeter(Estimator.BPE, false);
    private static final List<String> DATA_MEMBERS = List.of("items", "matches", "results", "value");

    /** Parses a result object. */
    public static ReadAnswer of(Slice result) {
        JsonNode object = JsonValues.parse(result.utf8());
        List<String> texts = new ArrayList<>();
        object.path("content").forEach(block -> texts.add(block.path("text").asString("")));
        long tokens = countTokens(Slice.of(CURSOR.matcher(result.utf8()).replaceAll(FIXED_CURSOR)));
        boolean isError = object.path("isError").asBoolean(false);
        return parse(tokens, isError, texts);
    }

    /** Returns the tokens of everything in a result that a client could pass to a model; copies count once. */
    static long countTokens(Slice result) {
        ToolResult parsed = ToolResult.parse(result);
        if (parsed == null) {
            throw new IllegalArgumentException("not the result of a tool: " + result.utf8());
        }
        return METER.decidingTokens(parsed);
    }

    static ReadAnswer parse(long tokens, boolean isError, List<String> texts) {
        String firstText = texts.isEmpty() ? "" : texts.get(0);
        ObjectNode object = JsonValues.findObject(firstText);
        if (object != null && object.get("_plimsoll") instanceof ObjectNode header) {
            object.remove("_plimsoll");
            return new ReadAnswer(tokens, isError, header, object, "");
        }
        if (object != null && object.has("notice")) {
            return parseHeader(tokens, isError, object, String.join("\n", texts.subList(1, texts.size())));
        }
        int headerEnd = firstText.indexOf("\n\n");
        ObjectNode headerLine =
                headerEnd < 0 || object != null ? null : JsonValues.findObject(firstText.substring(0, headerEnd));
        if (headerLine != null && headerLine.has("notice")) {
            return new ReadAnswer(tokens, isError, headerLine, null, firstText.substring(headerEnd + 2));
        }
        JsonNode value = texts.size() == 1 ? JsonValues.find(firstText) : null;
        return new ReadAnswer(
                tokens, isError, JsonValues.newObject(), value, value == null ? String.join("\n", texts) : "");
    }

    private static ReadAnswer parseHeader(long tokens, boolean isError, ObjectNode header, String text) {
        for (String name : DATA_MEMBERS) {
            JsonNode data = header.remove(name);
            if (data != null) {
                boolean isFrame = name.equals("value");
                return new ReadAnswer(tokens, isError, header, isFrame ? data : wrapInObject(name, data), "");
            }
        }
        return new ReadAnswer(tokens, isError, header, null, text);
    }

    private static ObjectNode wrapInObject(String name, JsonNode data) {
        ObjectNode object = JsonValues.newObject();
        object.set(name, data);
        return object;
    }

    /** Returns the path of the list in the document; empty if the document is the list. */
    String path() {
        return header.path("path").asString("");
    }

    /** Returns the items that the answer shows; null if it shows no list. */
    @Nullable ArrayNode findItems() {
        JsonNode list = value == null ? null : isListInFrame() ? value.at(path()) : value.path("items");
        return list instanceof ArrayNode items ? items : null;
    }

    /** Returns whether the answer shows the list inside the object that contains it. */
    boolean isListInFrame() {
        return value != null && !path().isEmpty() && value.at(path()).isArray();
    }

    /**
     * Returns a member of the data, such as the {@code results} of a query or the {@code matches} of a search; null if
     * there is none.
     */
    public @Nullable JsonNode find(String name) {
        return value == null ? null : value.get(name);
    }

    boolean hasMore() {
        return header.path("hasMore").asBoolean(false);
    }

    /** Returns a cursor for another read; null if there is none. */
    public @Nullable String findCursor() {
        JsonNode cursor = header.has("nextCursor") ? header.get("nextCursor") : header.get("cursor");
        return cursor == null || cursor.isNull() ? null : cursor.asString();
    }

    /** Returns whether the header states that the server has more data. */
    boolean hasMoreUpstream() {
        return header.has("upstream");
    }
}
