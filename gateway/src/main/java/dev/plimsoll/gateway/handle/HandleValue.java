package dev.plimsoll.gateway.handle;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.shape.outline.OutlineFunctions;
import dev.plimsoll.tokens.TokenCounter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Finds or computes the value of a handle. */
final class HandleValue {

    private static final int MAX_NAMES = 10;
    private static final int MAX_PATH_LENGTH = 1_000;

    private HandleValue() {}

    /**
     * Returns the value as JSON. The value at a path is not copied.
     *
     * @throws IllegalArgumentException if there is no value; the message says why
     * @throws dev.plimsoll.model.RefusedException if the query is wrong or exceeds the limits
     */
    static Slice resolve(Handle handle, Document document, QueryLimits limits) {
        String query = handle.query();
        return query == null ? select(handle.path(), document) : compute(query, document, limits);
    }

    private static Slice select(String path, Document document) {
        if (!document.isJson()) {
            if (path.isEmpty()) {
                return new ByteSink(document.bytes().length() + 64)
                        .string(document.bytes())
                        .slice();
            }
            throw new IllegalArgumentException("has a path, but the result is a text: leave the path out, or use"
                    + " ?query=, whose input is the array of its lines");
        }
        JsonPointer pointer = JsonPointer.parse(path);
        if (pointer.tokens().size() > MAX_PATH_LENGTH) {
            throw new IllegalArgumentException("has a path of more than " + MAX_PATH_LENGTH + " parts");
        }
        Slice value = pointer.find(document.bytes());
        if (value == null) {
            throw new IllegalArgumentException(
                    "has a path without a value" + describeNearest(pointer, document.bytes()));
        }
        return value;
    }

    /** Describes the deepest existing value on the path of a missing one. */
    private static String describeNearest(JsonPointer missing, Slice document) {
        List<JsonPointer> prefixes = new ArrayList<>(List.of(missing));
        while (!prefixes.getLast().tokens().isEmpty()) {
            prefixes.add(prefixes.getLast().parent());
        }
        // a binary search, because each lookup reads the document: the prefix at existingIndex has a value, the prefix
        // at missingIndex has none
        int missingIndex = 0;
        int existingIndex = prefixes.size() - 1;
        while (existingIndex - missingIndex > 1) {
            int middle = (existingIndex + missingIndex) / 2;
            if (prefixes.get(middle).find(document) == null) {
                missingIndex = middle;
            } else {
                existingIndex = middle;
            }
        }
        JsonPointer pointer = prefixes.get(existingIndex);
        Slice value = Objects.requireNonNull(pointer.find(document), "a prefix that exists");
        String location = pointer.tokens().isEmpty() ? "the result" : SchemaCheck.shorten(pointer.toString());
        JsonType type = Json.type(value);
        if (type != JsonType.OBJECT) {
            return ": " + location + " is " + SchemaCheck.describe(type);
        }
        List<String> names = new ArrayList<>();
        Members members = Members.of(value);
        while (names.size() < MAX_NAMES && members.next()) {
            names.add(SchemaCheck.shorten(members.keyText()));
        }
        return ": " + location + " has " + String.join(", ", names) + (members.next() ? ", …" : "");
    }

    private static Slice compute(String query, Document document, QueryLimits limits) {
        QueryInput input = new QueryInput(document.bytes(), !document.isJson(), Instant.now())
                .withFunctions(new OutlineFunctions(TokenCounter.classes()));
        QueryOutputs outputs = Query.parse(query).run(input, limits);
        if (outputs.count() == 0) {
            throw new IllegalArgumentException("has a query without an output");
        }
        if (outputs.count() == 1) {
            return outputs.get(0);
        }
        ByteSink joinedOutputs =
                new ByteSink((int) Math.min(Integer.MAX_VALUE - 64, outputs.bytes() + outputs.count() + 2));
        outputs.writeTo(joinedOutputs);
        return joinedOutputs.slice();
    }
}
