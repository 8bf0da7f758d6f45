package dev.plimsoll.stored;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.NameSuggestions;
import dev.plimsoll.model.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Query or program that is stored under a name.
 *
 * @param text a jq expression, in which the parameters are variables
 * @param description may be empty
 */
public record StoredText(String name, String text, String description, List<StoredParameter> parameters) {

    private static final int MAX_SHOWN_LENGTH = 40;

    public StoredText {
        parameters = List.copyOf(parameters);
    }

    /** Returns the names of the parameters, which are variables of the text. */
    public List<String> variables() {
        return parameters.stream().map(StoredParameter::name).toList();
    }

    /** Returns the name with the parameters in few words: {@code stale {days: 30}}. */
    public String signature() {
        return parameters.isEmpty()
                ? name
                : parameters.stream()
                        .map(StoredParameter::signature)
                        .collect(Collectors.joining(", ", name + " {", "}"));
    }

    /** Returns the JSON Schema of an object with the parameters. */
    public Slice inputSchema() {
        JsonWriter json = new JsonWriter(256).beginObject().string("type", "object");
        json.beginObject("properties");
        for (StoredParameter parameter : parameters) {
            json.beginObject(parameter.name()).string("type", parameter.type().wireName());
            if (!parameter.description().isEmpty()) {
                json.string("description", parameter.description());
            }
            if (parameter.defaultValue() != null) {
                json.raw("default", parameter.defaultValue());
            }
            json.endObject();
        }
        json.endObject();
        List<String> required = parameters.stream()
                .filter(StoredParameter::isRequired)
                .map(StoredParameter::name)
                .toList();
        if (!required.isEmpty()) {
            json.strings("required", required);
        }
        return json.bool("additionalProperties", false).endObject().slice();
    }

    /**
     * Returns the values of all parameters: the given value, otherwise the default.
     *
     * @param argument name of the argument that holds the object of values, for messages; empty if each value is itself an argument of the call
     * @param givenValues values by name, as JSON
     * @throws RefusedException if a value is missing, unknown, or of another type
     */
    public Map<String, Slice> bind(String argument, Map<String, Slice> givenValues) {
        Map<String, Slice> values = new LinkedHashMap<>();
        for (StoredParameter parameter : parameters) {
            Slice givenValue = givenValues.get(parameter.name());
            boolean isGiven = givenValue != null && Json.type(givenValue) != JsonType.NULL;
            Slice value = isGiven ? givenValue : parameter.defaultValue();
            if (value == null) {
                throw refusal(argument, parameter.name() + " is missing");
            }
            // a default need not have the type: it may be null
            if (isGiven && !parameter.type().isTypeOf(value)) {
                throw refusal(
                                argument,
                                parameter.name() + " must be "
                                        + parameter.type().phrase() + ", got " + shorten(value.utf8()))
                        .detail("allowed", parameter.type().phrase());
            }
            values.put(parameter.name(), value);
        }
        for (String name : givenValues.keySet()) {
            if (!values.containsKey(name)) {
                String similar = NameSuggestions.suggestion(name, values.keySet(), "", "");
                throw refusal(
                        argument,
                        this.name + " has no parameter " + shorten(name) + (similar.isEmpty() ? "" : "; " + similar));
            }
        }
        return values;
    }

    private RefusedException refusal(String argument, String problem) {
        RefusedException refused = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                (argument.isEmpty() ? "" : argument + ": ") + problem,
                parameters.isEmpty() ? name + " takes no parameters" : "give " + signature());
        return argument.isEmpty() ? refused : refused.detail("argument", argument);
    }

    private static String shorten(String value) {
        return value.length() > MAX_SHOWN_LENGTH ? value.substring(0, MAX_SHOWN_LENGTH) + "…" : value;
    }
}
