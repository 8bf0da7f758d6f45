package dev.plimsoll.gateway.handle;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks values against JSON Schema: types, enumerations, members, items, lengths, ranges, combinations, and references
 * inside the schema. It ignores other keywords, which the server checks itself.
 */
final class SchemaCheck {

    private static final int MAX_DEPTH = 100;

    /**
     * Maximum number of schemas that are checked for the entry of a tool. With references, even a short schema can be
     * evaluated without end.
     */
    private static final int MAX_LISTING_STEPS = 10_000;

    /** Maximum number of schemas that are checked for one value. */
    private static final int MAX_VALUE_STEPS = 1_000_000;

    private static final int MAX_SHOWN_LENGTH = 100;

    private final Slice root;
    private int remainingSteps = MAX_LISTING_STEPS;

    /** @param root the schema that contains the targets of references */
    SchemaCheck(Slice root) {
        this.root = root;
    }

    Slice root() {
        return root;
    }

    /** Returns the schema after following its references; null if it does not exist or is not an object. */
    @Nullable Slice resolve(@Nullable Slice schema) {
        Slice current = schema;
        for (int i = 0; i < MAX_DEPTH && current != null && Json.type(current) == JsonType.OBJECT; i++) {
            String reference = findText(Members.get(current, "$ref"));
            if (reference == null) {
                return current;
            }
            current = reference.startsWith("#") ? find(reference.substring(1)) : null;
        }
        return null;
    }

    private @Nullable Slice find(String pointer) {
        try {
            return JsonPointer.parse(pointer).find(root);
        } catch (IllegalArgumentException notAPointer) {
            return null;
        }
    }

    /** Returns the schema of a member; null if there is none. */
    @Nullable Slice findMember(@Nullable Slice schema, String name) {
        Slice object = resolve(schema);
        Slice properties = object == null ? null : objectIn(object, "properties");
        Slice property = properties == null ? null : Members.get(properties, name);
        return property != null || object == null ? property : findAdditional(object);
    }

    /**
     * Returns the schema of members without a schema of their own; null if there is none, or if the schema has patterns
     * for names: the server checks these.
     */
    private static @Nullable Slice findAdditional(Slice object) {
        return Members.get(object, "patternProperties") == null ? Members.get(object, "additionalProperties") : null;
    }

    /** Returns the schema of the items; null if there is none. */
    @Nullable Slice findItems(@Nullable Slice schema) {
        Slice array = resolve(schema);
        return array == null ? null : objectIn(array, "items");
    }

    /** Returns whether a value of this type may satisfy the schema; true if the check reaches its limit. */
    boolean isAllowed(@Nullable Slice schema, JsonType type) {
        return isAllowed(schema, type, 0);
    }

    private boolean isAllowed(@Nullable Slice schema, JsonType type, int depth) {
        Slice resolvedSchema = isOverLimit(depth) ? null : resolve(schema);
        if (resolvedSchema == null) {
            return true;
        }
        Slice types = Members.get(resolvedSchema, "type");
        if (types != null) {
            return hasType(types, type);
        }
        for (String combination : List.of("anyOf", "oneOf")) {
            Slice branches = Members.get(resolvedSchema, combination);
            if (branches != null && Json.type(branches) == JsonType.ARRAY) {
                return elements(branches).stream().anyMatch(branch -> isAllowed(branch, type, depth + 1));
            }
        }
        return true;
    }

    private boolean isOverLimit(int depth) {
        return depth > MAX_DEPTH || --remainingSteps < 0;
    }

    private static boolean hasType(Slice types, JsonType type) {
        List<Slice> typeNames = Json.type(types) == JsonType.ARRAY ? elements(types) : List.of(types);
        return typeNames.stream().map(SchemaCheck::findText).anyMatch(name -> hasName(type, name));
    }

    private static boolean hasName(JsonType type, @Nullable String name) {
        return type == JsonType.NUMBER
                ? "number".equals(name) || "integer".equals(name)
                : describe(type).endsWith(" " + name) || describe(type).equals(name);
    }

    /** Returns the name of a type with its article. */
    static String describe(JsonType type) {
        return switch (type) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
        };
    }

    /**
     * Returns why a value does not satisfy the schema, with the path in the value. Returns null if it does, or if the
     * check reaches its limit: the server checks the value, too.
     */
    @Nullable String findProblem(Slice value, @Nullable Slice schema) {
        remainingSteps = MAX_VALUE_STEPS;
        return findProblem(value, schema, JsonPointer.root(), 0);
    }

    private @Nullable String findProblem(Slice value, @Nullable Slice schemaOrReference, JsonPointer path, int depth) {
        Slice schema = isOverLimit(depth) ? null : resolve(schemaOrReference);
        if (schema == null) {
            return null;
        }
        JsonType type = Json.type(value);
        Slice types = Members.get(schema, "type");
        if (types != null && !hasType(types, type)) {
            return describePath(path) + "is " + describe(type) + ", but the schema requires " + shorten(types);
        }
        String problem = findScalarProblem(value, type, schema, path);
        if (problem == null) {
            problem = findCombinationProblem(value, schema, path, depth);
        }
        if (problem == null && type == JsonType.OBJECT) {
            problem = findObjectProblem(value, schema, path, depth);
        }
        return problem == null && type == JsonType.ARRAY ? findArrayProblem(value, schema, path, depth) : problem;
    }

    private static @Nullable String findScalarProblem(Slice value, JsonType type, Slice schema, JsonPointer path) {
        Slice options = Members.get(schema, "enum");
        boolean isList = options != null && Json.type(options) == JsonType.ARRAY;
        if (options != null && isList && elements(options).stream().noneMatch(option -> isEqual(option, value))) {
            return describePath(path) + "is not one of " + shorten(options);
        }
        Slice constant = Members.get(schema, "const");
        if (constant != null && !isEqual(constant, value)) {
            return describePath(path) + "is not " + shorten(constant);
        }
        if (type == JsonType.NUMBER) {
            BigDecimal number = parseNumber(value);
            boolean isIntegerRequired = "integer".equals(findText(Members.get(schema, "type")));
            if (isIntegerRequired
                    && number != null
                    && number.stripTrailingZeros().scale() > 0) {
                return describePath(path) + "is not an integer";
            }
            return findRangeProblem(number, schema, "minimum", "maximum", describePath(path) + "is");
        }
        if (type == JsonType.STRING) {
            int length = Utf8.codePoints(JsonText.unescapeToSlice(Json.stringInside(value)));
            return findRangeProblem(
                    BigDecimal.valueOf(length),
                    schema,
                    "minLength",
                    "maxLength",
                    describePath(path) + "has a length of");
        }
        return null;
    }

    private static @Nullable String findRangeProblem(
            @Nullable BigDecimal number, Slice schema, String minKeyword, String maxKeyword, String messageStart) {
        BigDecimal min = parseNumber(Members.get(schema, minKeyword));
        BigDecimal max = parseNumber(Members.get(schema, maxKeyword));
        if (number != null && min != null && number.compareTo(min) < 0) {
            return messageStart + " " + number + ", and " + minKeyword + " is " + min;
        }
        return number != null && max != null && number.compareTo(max) > 0
                ? messageStart + " " + number + ", and " + maxKeyword + " is " + max
                : null;
    }

    private @Nullable String findCombinationProblem(Slice value, Slice schema, JsonPointer path, int depth) {
        Slice all = Members.get(schema, "allOf");
        if (all != null && Json.type(all) == JsonType.ARRAY) {
            for (Slice branch : elements(all)) {
                String problem = findProblem(value, branch, path, depth + 1);
                if (problem != null) {
                    return problem;
                }
            }
        }
        for (String combination : List.of("anyOf", "oneOf")) {
            Slice branches = Members.get(schema, combination);
            boolean isList = branches != null && Json.type(branches) == JsonType.ARRAY;
            if (branches != null
                    && isList
                    && elements(branches).stream()
                            .noneMatch(branch -> findProblem(value, branch, path, depth + 1) == null)) {
                return describePath(path) + "satisfies none of the schemas in " + combination;
            }
        }
        return null;
    }

    private @Nullable String findObjectProblem(Slice value, Slice schema, JsonPointer path, int depth) {
        Slice required = Members.get(schema, "required");
        if (required != null && Json.type(required) == JsonType.ARRAY) {
            for (Slice name : elements(required)) {
                String text = findText(name);
                if (text != null && Members.get(value, text) == null) {
                    return describePath(path) + "has no member " + shorten(text);
                }
            }
        }
        Slice properties = objectIn(schema, "properties");
        Slice additionalProperties = findAdditional(schema);
        boolean isClosed = additionalProperties != null && additionalProperties.contentEquals(Slice.of("false"));
        Members members = Members.of(value);
        while (members.next()) {
            String name = members.keyText();
            Slice property = properties == null ? null : Members.get(properties, name);
            if (property == null && isClosed) {
                return describePath(path) + "has the member " + shorten(name) + ", which the schema does not allow";
            }
            Slice memberSchema = property == null ? additionalProperties : property;
            String problem = findProblem(members.value(), memberSchema, path.child(name), depth + 1);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String findArrayProblem(Slice value, Slice schema, JsonPointer path, int depth) {
        Slice items = Members.get(schema, "prefixItems") == null ? Members.get(schema, "items") : null;
        int count = 0;
        Elements elements = Elements.of(value);
        while (elements.next()) {
            String problem = findProblem(elements.value(), items, path.child(count), depth + 1);
            if (problem != null) {
                return problem;
            }
            count++;
        }
        return findRangeProblem(
                BigDecimal.valueOf(count),
                schema,
                "minItems",
                "maxItems",
                describePath(path) + "has a number of items of");
    }

    private static String describePath(JsonPointer path) {
        return path.tokens().isEmpty() ? "" : "has a value at " + shorten(path.toString()) + " that ";
    }

    private static String shorten(Slice json) {
        return shorten(json.utf8());
    }

    /** Returns the beginning of a text for an error message. */
    static String shorten(String text) {
        return text.length() <= MAX_SHOWN_LENGTH
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MAX_SHOWN_LENGTH / 2)) + "…";
    }

    private static boolean isEqual(Slice first, Slice second) {
        String text = findText(first);
        BigDecimal firstNumber = parseNumber(first);
        if (text != null) {
            return text.equals(findText(second));
        }
        BigDecimal secondNumber = parseNumber(second);
        if (firstNumber == null || secondNumber == null) {
            return first.contentEquals(second);
        }
        return firstNumber.compareTo(secondNumber) == 0;
    }

    private static @Nullable Slice objectIn(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value != null && Json.type(value) == JsonType.OBJECT ? value : null;
    }

    private static @Nullable BigDecimal parseNumber(@Nullable Slice value) {
        boolean isNumber = value != null && value.length() <= 400 && Json.type(value) == JsonType.NUMBER;
        try {
            return isNumber && value != null ? new BigDecimal(value.utf8()) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String findText(@Nullable Slice value) {
        return value == null || Json.type(value) != JsonType.STRING
                ? null
                : JsonText.unescapeToString(Json.stringInside(value));
    }

    private static List<Slice> elements(Slice array) {
        List<Slice> values = new ArrayList<>();
        Elements elements = Elements.of(array);
        while (elements.next()) {
            values.add(elements.value());
        }
        return values;
    }
}
