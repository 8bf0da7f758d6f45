package dev.plimsoll.bench.answers.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the names of fields in answers: in their outlines, and in the data that they show. In the short form of an
 * outline, a phrase is the text that describes the values of a field.
 */
final class OutlineParser {

    /** An object in a phrase, with the names of its fields, such as <code>{id, name}</code>. */
    private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)\\}");

    /**
     * An object used as a map: the kind of its keys, and the phrase of its members, such as <code>{ID: number}</code>.
     */
    private static final Pattern MAP = Pattern.compile("^\\{(?:CODE|ID|PATH|KEY|DATE|URL|[A-Z]{2,})(?:: ?(.*))?\\}.*$");

    private OutlineParser() {}

    /** Adds the fields that an answer shows to a tree of fields. */
    static void addFields(ReadAnswer answer, FieldNode root) {
        FieldNode list = root.child(steps(answer.path()));
        ArrayNode items = answer.findItems();
        JsonNode outline = answer.header().path("outline");
        if (items != null) {
            FieldNode item = list.child(FieldNode.ELEMENTS);
            addShortForm(outline, item);
            items.forEach(item::addValue);
        } else if (outline.has("type") && (outline.has("each") || outline.has("fields") || outline.has("eachMember"))) {
            addLongForm(outline, root);
        } else {
            addShortForm(outline, root);
        }
        if (answer.value() != null && (items == null || !answer.path().isEmpty())) {
            root.addValue(answer.value());
        }
    }

    /** Returns the headings of a text, in the form of the outline of an answer. */
    static List<String> headings(ReadAnswer answer) {
        List<String> headings = new ArrayList<>();
        answer.header().path("outline").path("headings").forEach(heading -> headings.add(heading.asString()));
        return headings;
    }

    /** Returns the unescaped steps of a JSON pointer. */
    static List<String> steps(String pointer) {
        List<String> steps = new ArrayList<>();
        for (String step : pointer.split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return steps.subList(1, steps.size());
    }

    /** Adds the short form of an outline: names with phrases, or with objects of the same form. */
    private static void addShortForm(JsonNode outline, FieldNode node) {
        FieldNode target = node;
        if (outline.has("(map)") || isMap(outline.path("(is)").asString(""))) {
            target = node.child(FieldNode.MEMBERS);
        } else if (outline.path("(is)").asString("").startsWith("array")) {
            target = node.child(FieldNode.ELEMENTS);
        }
        for (Map.Entry<String, JsonNode> member : outline.properties()) {
            String name = member.getKey();
            JsonNode phrase = member.getValue();
            if (name.equals("(map)") || name.equals("(items)")) {
                addPhrase(phrase.asString(""), node);
            } else if (name.equals("(fields)")) {
                for (String fieldName : phrase.asString("").split(", ", -1)) {
                    target.child(fieldName);
                }
            } else if (!name.startsWith("(")) {
                FieldNode child = target.child(name);
                if (phrase instanceof ObjectNode) {
                    addShortForm(phrase, child);
                } else {
                    addPhrase(phrase.asString(""), child);
                }
            }
        }
    }

    private static boolean isMap(String phrase) {
        return MAP.matcher(phrase).matches();
    }

    private static void addPhrase(String phrase, FieldNode node) {
        Matcher map = MAP.matcher(phrase);
        if (phrase.startsWith("[")) {
            addPhrase(phrase.substring(1), node.child(FieldNode.ELEMENTS));
        } else if (map.matches()) {
            FieldNode members = node.child(FieldNode.MEMBERS);
            if (map.group(1) != null) {
                addPhrase(map.group(1), members);
            }
        } else if (phrase.startsWith("{")) {
            Matcher braces = BRACES.matcher(phrase);
            if (braces.find()) {
                for (String name : braces.group(1).split(", ", -1)) {
                    node.child(name.split(":", 2)[0]);
                }
            }
        } else {
            node.addType(phrase.startsWith("number") || phrase.startsWith("boolean") ? phrase : "string");
        }
    }

    /** Adds the long form of an outline: {@code type}, {@code each}, {@code fields}, and so on. */
    private static void addLongForm(JsonNode description, FieldNode node) {
        node.addType(description.path("type").asString(""));
        description.path("types").propertyNames().forEach(node::addType);
        if (description.has("each")) {
            addLongForm(description.get("each"), node.child(FieldNode.ELEMENTS));
        }
        if (description.has("eachMember")) {
            addLongForm(description.get("eachMember"), node.child(FieldNode.MEMBERS));
        }
        description
                .path("fields")
                .properties()
                .forEach(field -> addLongForm(field.getValue(), node.child(field.getKey())));
    }
}
