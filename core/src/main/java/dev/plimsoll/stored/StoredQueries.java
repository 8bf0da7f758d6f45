package dev.plimsoll.stored;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Stored queries of a tool, by name. A policy contains them as the text of a JSON object. Immutable. */
public final class StoredQueries {

    /** Maximum characters of a stored query. */
    public static final int MAX_LENGTH = 8_000;

    public static final StoredQueries NONE = new StoredQueries(Map.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final String QUERY = "query";
    private static final String DESCRIPTION = "description";
    private static final String PARAMETERS = "parameters";
    private static final int MAX_LISTED = 12;

    private final Map<String, StoredText> queries;

    private StoredQueries(Map<String, StoredText> queries) {
        this.queries = queries;
    }

    public static StoredQueries of(Collection<StoredText> texts) {
        Map<String, StoredText> queries = new LinkedHashMap<>();
        texts.forEach(text -> queries.put(text.name(), text));
        return new StoredQueries(queries);
    }

    /** Returns whether a query, a program, or a parameter can have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public boolean isEmpty() {
        return queries.isEmpty();
    }

    public Collection<StoredText> all() {
        return queries.values();
    }

    public @Nullable StoredText find(String name) {
        return queries.get(name);
    }

    /** Returns these queries and the added ones. If both have a query of the same name, the result has the added one. */
    public StoredQueries merge(StoredQueries added) {
        Map<String, StoredText> merged = new LinkedHashMap<>(queries);
        merged.putAll(added.queries);
        return new StoredQueries(merged);
    }

    /** Returns the names of the first queries with their parameters, and the number of the other queries. */
    public String signatures() {
        List<String> signatures = queries.values().stream()
                .limit(MAX_LISTED)
                .map(StoredText::signature)
                .toList();
        int omittedCount = queries.size() - signatures.size();
        return String.join("; ", signatures) + (omittedCount > 0 ? "; " + omittedCount + " more" : "");
    }

    /**
     * Adds these stored queries to the suggestion of an error about a query or program.
     *
     * @param text text of the refused query or program; may be empty
     * @param noun noun for one of these queries, such as {@code stored query}
     */
    public RefusedException addSuggestion(RefusedException refused, String text, String noun) {
        if (queries.isEmpty()) {
            return refused;
        }
        String refusedName = text.strip();
        List<String> similar = NAME.matcher(refusedName).matches()
                ? NameSuggestions.similarNames(refusedName, queries.keySet(), 2)
                : List.of();
        String suggestion =
                similar.isEmpty() ? refused.suggestion() : "did you mean " + String.join(" or ", similar) + "?";
        return refused.withSuggestion(suggestion + "; to run a " + noun
                + ", give only its name, and its parameters in args: " + signatures());
    }

    /** Returns the text that {@link #parse} reads; empty if there are no queries. */
    public String encode() {
        return queries.isEmpty() ? "" : toJson().utf8();
    }

    /** Returns an object with each query: its text, or an object with description and parameters. */
    public Slice toJson() {
        JsonWriter json = new JsonWriter(256).beginObject();
        for (StoredText stored : queries.values()) {
            if (stored.parameters().isEmpty() && stored.description().isEmpty()) {
                json.string(stored.name(), stored.text());
                continue;
            }
            json.beginObject(stored.name()).string(QUERY, stored.text());
            if (!stored.description().isEmpty()) {
                json.string(DESCRIPTION, stored.description());
            }
            if (!stored.parameters().isEmpty()) {
                json.beginObject(PARAMETERS);
                stored.parameters().forEach(parameter -> writeParameter(parameter, json));
                json.endObject();
            }
            json.endObject();
        }
        return json.endObject().slice();
    }

    private static void writeParameter(StoredParameter parameter, JsonWriter json) {
        json.beginObject(parameter.name()).string("type", parameter.type().wireName());
        if (parameter.defaultValue() != null) {
            json.raw("default", parameter.defaultValue());
        }
        if (!parameter.description().isEmpty()) {
            json.string(DESCRIPTION, parameter.description());
        }
        json.endObject();
    }

    /** Parses queries from a JSON object. Throws {@link IllegalArgumentException} if the text is not valid. */
    public static StoredQueries parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        Slice json = Slice.of(text);
        require(Json.isValid(json) && Json.type(json) == JsonType.OBJECT, "must be a JSON object");
        List<StoredText> texts = new ArrayList<>();
        Members members = Members.of(Json.trim(json));
        while (members.next()) {
            texts.add(parseQuery(members.keyText(), members.value()));
        }
        return of(texts);
    }

    private static StoredText parseQuery(String name, Slice value) {
        require(isName(name), "a name must be 1 to 64 letters, digits, and _, and must not begin with a digit");
        if (Json.type(value) == JsonType.STRING) {
            return requireText(new StoredText(name, requireString(value), "", List.of()));
        }
        require(Json.type(value) == JsonType.OBJECT, "a query must be a text or an object");
        String query = "";
        String description = "";
        List<StoredParameter> parameters = new ArrayList<>();
        Members members = Members.of(value);
        while (members.next()) {
            switch (members.keyText()) {
                case QUERY -> query = requireString(members.value());
                case DESCRIPTION -> description = requireString(members.value());
                case PARAMETERS -> {
                    require(members.type() == JsonType.OBJECT, "parameters must be an object");
                    Members parameterMembers = Members.of(members.value());
                    while (parameterMembers.next()) {
                        parameters.add(parseParameter(parameterMembers.keyText(), parameterMembers.value()));
                    }
                }
                default -> throw new IllegalArgumentException("a query has query, description, and parameters");
            }
        }
        return requireText(new StoredText(name, query, description, parameters));
    }

    private static StoredText requireText(StoredText stored) {
        require(
                !stored.text().isBlank() && stored.text().length() <= MAX_LENGTH,
                "a query must have 1 to " + MAX_LENGTH + " characters");
        return stored;
    }

    private static StoredParameter parseParameter(String name, Slice value) {
        require(isName(name) && Json.type(value) == JsonType.OBJECT, "a parameter must be a name with an object");
        ParameterType type = ParameterType.STRING;
        Slice defaultValue = null;
        String description = "";
        Members members = Members.of(value);
        while (members.next()) {
            switch (members.keyText()) {
                case "type" -> {
                    ParameterType found = ParameterType.find(requireString(members.value()));
                    require(found != null, "a type must be one of " + ParameterType.names());
                    type = found == null ? type : found;
                }
                case "default" -> defaultValue = members.value();
                case DESCRIPTION -> description = requireString(members.value());
                default -> throw new IllegalArgumentException("a parameter has type, default, and description");
            }
        }
        return new StoredParameter(name, type, defaultValue, description);
    }

    private static String requireString(Slice value) {
        require(Json.type(value) == JsonType.STRING, "must be a text");
        return JsonText.unescapeToString(Json.stringInside(value));
    }

    private static void require(boolean isAllowed, String problem) {
        if (!isAllowed) {
            throw new IllegalArgumentException(problem);
        }
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof StoredQueries other && other.queries.equals(queries);
    }

    @Override
    public int hashCode() {
        return queries.hashCode();
    }

    @Override
    public String toString() {
        return "StoredQueries" + queries.keySet();
    }
}
