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

/** Finds or computes the value that a handle stands for. */
final class HandleValue {

    private static final int MAX_NAMES = 10;
    private static final int MAX_PATH_LENGTH = 1_000;

    private HandleValue() {}

    /**
     * Returns the value as JSON: a range of the document if it is selected.
     *
     * @throws IllegalArgumentException that says why there is no value
     * @throws dev.plimsoll.model.RefusedException if the query is wrong or exceeds the limits
     */
    static Slice of(Handle handle, Document document, QueryLimits limits) {
        String query = handle.query();
        return query == null ? select(handle.path(), document) : compute(query, document, limits);
    }

    private static Slice select(String path, Document document) {
        if (!document.json()) {
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
            throw new IllegalArgumentException("has a path without a value" + nearest(pointer, document.bytes()));
        }
        return value;
    }

    /** Describes the deepest existing value on the way to a missing one. */
    private static String nearest(JsonPointer missing, Slice document) {
        List<JsonPointer> prefixes = new ArrayList<>(List.of(missing));
        while (!prefixes.getLast().tokens().isEmpty()) {
            prefixes.add(prefixes.getLast().parent());
        }
        // a binary search, because each lookup reads the document; the prefix at index with has a value, the
        // one at without has none
        int without = 0;
        int with = prefixes.size() - 1;
        while (with - without > 1) {
            int middle = (with + without) / 2;
            if (prefixes.get(middle).find(document) == null) {
                without = middle;
            } else {
                with = middle;
            }
        }
        JsonPointer pointer = prefixes.get(with);
        Slice value = Objects.requireNonNull(pointer.find(document), "a prefix that exists");
        String place = pointer.tokens().isEmpty() ? "the result" : SchemaCheck.shortened(pointer.toString());
        JsonType type = Json.type(value);
        if (type != JsonType.OBJECT) {
            return ": " + place + " is " + SchemaCheck.word(type);
        }
        List<String> names = new ArrayList<>();
        Members members = Members.of(value);
        while (names.size() < MAX_NAMES && members.next()) {
            names.add(SchemaCheck.shortened(members.keyText()));
        }
        return ": " + place + " has " + String.join(", ", names) + (members.next() ? ", …" : "");
    }

    private static Slice compute(String query, Document document, QueryLimits limits) {
        QueryInput input = new QueryInput(document.bytes(), !document.json(), Instant.now())
                .withFunctions(new OutlineFunctions(TokenCounter.classes()));
        QueryOutputs outputs = Query.parse(query).run(input, limits);
        if (outputs.count() == 0) {
            throw new IllegalArgumentException("has a query without an output");
        }
        if (outputs.count() == 1) {
            return outputs.get(0);
        }
        ByteSink all = new ByteSink((int) Math.min(Integer.MAX_VALUE - 64, outputs.bytes() + outputs.count() + 2));
        outputs.writeTo(all);
        return all.slice();
    }
}
