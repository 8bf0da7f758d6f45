package dev.plimsoll.gateway.fields;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names and types of the fields of a value. */
final class FieldShape {

    private static final int MAX_DEPTH = 6;
    private static final int MAX_ITEMS = 20;
    private static final int MAX_FIELDS = 40;

    /**
     * An object is a map if it has at least this many members and all of them are objects with equal member
     * names. The names of a map's members are data, so they are left out.
     */
    private static final int MIN_MAP_SIZE = 3;

    private static final String ANY_NAME = "*";
    private static final String ANY_OF = "anyOf";
    private static final String UNKNOWN = "unknown";
    private static final String SEPARATOR = " or ";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_@$][A-Za-z_.:-]{0,39}[0-9]{0,2}");

    private final Set<String> types = new TreeSet<>();
    private @Nullable Map<String, FieldShape> fields;
    private @Nullable FieldShape items;

    private FieldShape() {}

    /**
     * Returns the shape of a valid JSON value as JSON: types as strings, and objects and arrays nested as in the value.
     * {@code anyOf} lists the shapes if the values at one place have several. Example:
     * {@code {"id": "number", "tags": ["string"]}}.
     */
    static Slice of(Slice value) {
        FieldShape shape = new FieldShape();
        shape.add(value, 0);
        return shape.toJson();
    }

    /** Returns a shape for all values that have one of two shapes. Both shapes were written by this class. */
    static Slice merge(Slice first, Slice second) {
        FieldShape shape = new FieldShape();
        shape.addShape(first);
        shape.addShape(second);
        return shape.toJson();
    }

    private Slice toJson() {
        JsonWriter json = new JsonWriter(512);
        write(json);
        return json.slice();
    }

    private void addShape(Slice shapeJson) {
        JsonType type = Json.type(shapeJson);
        Slice alternatives = type == JsonType.OBJECT ? findAlternatives(shapeJson) : null;
        if (type == JsonType.STRING) {
            String typeNames = JsonText.unescapeToString(Json.stringInside(shapeJson));
            types.addAll(List.of(typeNames.split(SEPARATOR)));
        } else if (type == JsonType.ARRAY) {
            items = items == null ? new FieldShape() : items;
            addEach(shapeJson, items);
        } else if (alternatives != null) {
            addEach(alternatives, this);
        } else {
            Map<String, FieldShape> shapeByName = fields == null ? new LinkedHashMap<>() : fields;
            fields = shapeByName;
            Members members = Members.of(shapeJson);
            while (members.next()) {
                String name = JsonText.unescapeToString(members.key());
                boolean isBelowLimit = shapeByName.containsKey(name) || shapeByName.size() < MAX_FIELDS;
                shapeByName
                        .computeIfAbsent(isBelowLimit ? name : ANY_NAME, added -> new FieldShape())
                        .addShape(members.value());
            }
        }
    }

    private static void addEach(Slice array, FieldShape target) {
        Elements elements = Elements.of(array);
        while (elements.next()) {
            target.addShape(elements.value());
        }
    }

    /**
     * Returns the array of alternatives in a shape {@code {"anyOf": [...]}}; null for other shapes. An array with
     * one element has no alternatives: it is the shape of a list in a field that is named {@code anyOf}.
     */
    private static @Nullable Slice findAlternatives(Slice object) {
        Members members = Members.of(object);
        boolean isOnly = members.next()
                && JsonText.unescapeToString(members.key()).equals(ANY_OF)
                && members.type() == JsonType.ARRAY;
        Slice value = isOnly ? members.value() : null;
        if (value == null || members.next()) {
            return null;
        }
        Elements elements = Elements.of(value);
        boolean isArrayShape = elements.next() && !elements.next();
        return isArrayShape ? null : value;
    }

    private void add(Slice value, int depth) {
        JsonType type = Json.type(value);
        if (depth >= MAX_DEPTH || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            types.add(type.name().toLowerCase(Locale.ROOT));
        } else if (type == JsonType.ARRAY) {
            addItems(value, depth);
        } else {
            addMembers(value, depth);
        }
    }

    private void addItems(Slice array, int depth) {
        FieldShape shapeOfItems = items == null ? new FieldShape() : items;
        items = shapeOfItems;
        Elements elements = Elements.of(array);
        for (int i = 0; i < MAX_ITEMS && elements.next(); i++) {
            shapeOfItems.add(elements.value(), depth + 1);
        }
    }

    private void addMembers(Slice object, int depth) {
        Map<String, FieldShape> shapeByName = fields == null ? new LinkedHashMap<>() : fields;
        fields = shapeByName;
        boolean isMap = isMap(object);
        Members members = Members.of(object);
        while (members.next()) {
            String name = JsonText.unescapeToString(members.key());
            boolean isField = !isMap
                    && NAME.matcher(name).matches()
                    && (shapeByName.containsKey(name) || shapeByName.size() < MAX_FIELDS);
            shapeByName
                    .computeIfAbsent(isField ? name : ANY_NAME, added -> new FieldShape())
                    .add(members.value(), depth + 1);
        }
    }

    /** Returns whether all members are objects with the same names, so that their own names are data. */
    private static boolean isMap(Slice object) {
        int count = 0;
        Set<String> first = null;
        Members members = Members.of(object);
        while (members.next()) {
            if (members.type() != JsonType.OBJECT) {
                return false;
            }
            Set<String> names = new TreeSet<>();
            Members inner = Members.of(members.value());
            while (inner.next()) {
                names.add(JsonText.unescapeToString(inner.key()));
            }
            if (first != null && !first.equals(names)) {
                return false;
            }
            first = names;
            count++;
        }
        return count >= MIN_MAP_SIZE;
    }

    private void write(JsonWriter json) {
        String typeText = simpleTypes();
        int shapeCount = (typeText.isEmpty() ? 0 : 1) + (fields == null ? 0 : 1) + (items == null ? 0 : 1);
        if (shapeCount > 1) {
            json.beginObject().beginArray(ANY_OF);
        }
        if (!typeText.isEmpty() || shapeCount == 0) {
            json.string(typeText.isEmpty() ? UNKNOWN : typeText);
        }
        if (fields != null) {
            json.beginObject();
            fields.forEach((name, shape) -> shape.write(json.name(name)));
            json.endObject();
        }
        if (items != null) {
            json.beginArray();
            items.write(json);
            json.endArray();
        }
        if (shapeCount > 1) {
            json.endArray().endObject();
        }
    }

    private String simpleTypes() {
        Set<String> knownTypes = new TreeSet<>(types);
        knownTypes.remove(UNKNOWN);
        return String.join(SEPARATOR, knownTypes);
    }
}
