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

    static JsonParser parser(String text) {
        return MAPPER.createParser(text);
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** Returns whether two values are equal; numbers by their value, members in any order. */
    static boolean isEqual(@Nullable JsonNode one, @Nullable JsonNode other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        if (one instanceof ArrayNode && other instanceof ArrayNode) {
            boolean equal = one.size() == other.size();
            for (int i = 0; equal && i < one.size(); i++) {
                equal = isEqual(one.get(i), other.get(i));
            }
            return equal;
        }
        if (one instanceof ObjectNode object && other instanceof ObjectNode) {
            Set<String> names = new HashSet<>(object.propertyNames());
            boolean equal = names.equals(new HashSet<>(other.propertyNames()));
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                equal = equal && isEqual(member.getValue(), other.get(member.getKey()));
            }
            return equal;
        }
        return one.equals(other);
    }

    /** Returns a number, also from a text that contains one; null for anything else. */
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
