package dev.plimsoll.engine.record;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.stored.StoredParameter;
import dev.plimsoll.stored.StoredQueries;
import dev.plimsoll.stored.StoredText;
import dev.plimsoll.view.QueryText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces the names of stored queries by their texts, and checks the values of their parameters. */
public record StoredQueryResolver(StoredQueries stored) {

    public static StoredQueryResolver of(Policy policy) {
        return new StoredQueryResolver(StoredQueries.parse(policy.get(Policy.QUERIES)));
    }

    /**
     * Returns the refusal. If its code is {@code QUERY_INVALID}, adds a suggestion with the names of the stored queries.
     */
    public RefusedException addSuggestion(RefusedException refused, @Nullable String query) {
        return refused.code() != ErrorCode.QUERY_INVALID || query == null
                ? refused
                : stored.addSuggestion(refused, QueryText.decode(query).text(), "stored query");
    }

    /**
     * Reports the expressions that the caller wrote itself, which are candidates for stored queries. Reports none if the
     * query uses other snapshots ({@code with}), because such a query cannot be stored.
     */
    public void report(ToolCall origin, @Nullable String query, CallRecorder recorder) {
        QueryText text = query == null ? null : QueryText.decode(query);
        if (text == null || text.text().isEmpty() || !text.with().isEmpty()) {
            return;
        }
        JsonWriter args = new JsonWriter(64).beginObject();
        text.args().forEach(args::raw);
        Slice values = args.endObject().slice();
        for (String expression : text.expressions().values()) {
            if (stored.find(expression.strip()) == null) {
                recorder.recordQuery(origin, expression, values);
            }
        }
    }

    /**
     * Returns the query with the texts of the stored queries that it names. An expression names one if it is the name and
     * nothing else.
     */
    public QueryText resolve(QueryText query) {
        Map<String, String> expressions = new LinkedHashMap<>();
        Map<String, StoredText> namedQueries = new LinkedHashMap<>();
        query.expressions().forEach((key, expression) -> {
            StoredText storedText = stored.find(expression.strip());
            expressions.put(key, storedText == null ? expression : storedText.text());
            if (storedText != null) {
                namedQueries.put(storedText.name(), storedText);
            }
        });
        if (namedQueries.isEmpty()) {
            return query;
        }
        boolean isStoredOnly = expressions.size() == namedQueries.size();
        Map<String, Slice> values = new LinkedHashMap<>(query.args());
        // null means that a parameter is not given
        namedQueries.values().stream()
                .flatMap(text -> text.parameters().stream())
                .forEach(parameter -> values.computeIfPresent(
                        parameter.name(), (name, value) -> Json.type(value) == JsonType.NULL ? null : value));
        for (StoredText text : namedQueries.values()) {
            // a single query gets all arguments, so that it refuses unknown ones; several get only their own
            // parameters
            boolean isAlone = isStoredOnly && namedQueries.size() == 1;
            Map<String, Slice> ownArgs = isAlone ? query.args() : argsForParameters(text, query.args());
            text.bind("args", ownArgs).forEach((name, value) -> {
                Slice earlierValue = values.putIfAbsent(name, value);
                if (earlierValue != null && !earlierValue.contentEquals(value)) {
                    throw conflict(name, namedQueries);
                }
            });
        }
        for (String variable : values.keySet()) {
            if (query.with().containsKey(variable)) {
                throw new RefusedException(
                                ErrorCode.INVALID_REQUEST,
                                "with: " + variable + " is a parameter of the stored query",
                                "another name in with")
                        .detail("argument", "with");
            }
        }
        return query.withExpressions(expressions, values);
    }

    private static Map<String, Slice> argsForParameters(StoredText text, Map<String, Slice> args) {
        Map<String, Slice> parameterArgs = new LinkedHashMap<>();
        for (StoredParameter parameter : text.parameters()) {
            Slice value = args.get(parameter.name());
            if (value != null) {
                parameterArgs.put(parameter.name(), value);
            }
        }
        return parameterArgs;
    }

    private static RefusedException conflict(String parameter, Map<String, StoredText> namedQueries) {
        return new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "args: " + parameter + " has different defaults in "
                                + String.join(" and ", namedQueries.keySet()),
                        "give " + parameter + " in args, or ask for one query at a time")
                .detail("argument", "args");
    }
}
