package dev.plimsoll.bench.answers.reader;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and compares JSON values; numbers keep their digits. */
final class JsonValues {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonValues() {}

    static JsonNode parse(String text) {
        return MAPPER.readTree(text);
    }

    /** Returns the value, or null if the text is not JSON. */
    static @Nullable JsonNode find(String text) {
        try {
            JsonNode value = MAPPER.readTree(text);
            return value.isMissingNode() ? null : value;
        } catch (JacksonException e) {
            return null;
        }
    }

    /** Returns the object, or null if the text is not a JSON object. */
    static @Nullable ObjectNode findObject(String text) {
        return text.startsWith("{") && find(text) instanceof ObjectNode object ? object : null;
    }

    static JsonParser createParser(String text) {
        return MAPPER.createParser(text);
    }

    static ObjectNode newObject() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode newArray() {
        return MAPPER.createArrayNode();
    }

    /** Returns whether two values are equal; numbers by their value, members in any order. */
    static boolean isEqual(@Nullable JsonNode first, @Nullable JsonNode second) {
        if (first == null || second == null) {
            return first == null && second == null;
        }
        if (first.isNumber() && second.isNumber()) {
            return first.decimalValue().compareTo(second.decimalValue()) == 0;
        }
        if (first instanceof ArrayNode && second instanceof ArrayNode) {
            boolean isEqual = first.size() == second.size();
            for (int i = 0; isEqual && i < first.size(); i++) {
                isEqual = isEqual(first.get(i), second.get(i));
            }
            return isEqual;
        }
        if (first instanceof ObjectNode object && second instanceof ObjectNode) {
            Set<String> names = new HashSet<>(object.propertyNames());
            boolean isEqual = names.equals(new HashSet<>(second.propertyNames()));
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                isEqual = isEqual && isEqual(member.getValue(), second.get(member.getKey()));
            }
            return isEqual;
        }
        return first.equals(second);
    }

    /** Returns the value of a number, or of a string that consists of a number; null for anything else. */
    static @Nullable BigDecimal findNumber(@Nullable JsonNode value) {
        if (value == null || !(value.isNumber() || value.isString())) {
            return null;
        }
        try {
            return new BigDecimal(value.asString());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
