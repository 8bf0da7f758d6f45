package dev.plimsoll.bench.answers.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Position in a document, with what a reader knows about it: the fields below it, and the types of its values. */
final class FieldNode {

    /** Step to the elements of an array. */
    static final String ELEMENTS = "[]";

    /** Step to the members of an object whose keys are data. */
    static final String MEMBERS = "{}";

    /**
     * Maximum number of members of a record that contains only objects and arrays. A larger object is treated as a map,
     * whose keys are data.
     */
    private static final int MAX_RECORD_MEMBERS = 30;
    /** Minimum number of common fields from which siblings are treated as records of a map. */
    private static final int MIN_SHARED_FIELDS = 3;

    private final Map<String, FieldNode> children = new LinkedHashMap<>();
    private boolean hasText;
    private boolean hasNumber;

    FieldNode child(String step) {
        return children.computeIfAbsent(step, name -> new FieldNode());
    }

    FieldNode child(List<String> steps) {
        FieldNode node = this;
        for (String step : steps) {
            node = node.child(step);
        }
        return node;
    }

    Map<String, FieldNode> children() {
        return children;
    }

    boolean isArray() {
        return children.containsKey(ELEMENTS);
    }

    /** Returns whether the values are texts and never numbers. */
    boolean hasOnlyText() {
        return hasText && !hasNumber;
    }

    void addType(String type) {
        hasText |= type.startsWith("string");
        hasNumber |= type.startsWith("number");
    }

    /** Adds the fields and the types that a value shows. */
    void addValue(JsonNode value) {
        hasText |= value.isString();
        hasNumber |= value.isNumber();
        if (value instanceof ArrayNode array) {
            FieldNode elements = child(ELEMENTS);
            array.forEach(elements::addValue);
        } else if (value instanceof ObjectNode object) {
            boolean isMap = children.containsKey(MEMBERS) || isMap(object);
            object.properties()
                    .forEach(member -> (isMap ? child(MEMBERS) : child(member.getKey())).addValue(member.getValue()));
        }
    }

    private static boolean isMap(ObjectNode object) {
        return object.size() > MAX_RECORD_MEMBERS
                && object.properties().stream()
                        .allMatch(member -> member.getValue().isContainer());
    }

    /**
     * Treats siblings with equal fields as records of one map: their fields are then known below {@link #MEMBERS},
     * too. Applies to this node and all nodes below it.
     */
    void inferRecordsFromSiblings() {
        children.values().forEach(FieldNode::inferRecordsFromSiblings);
        Map<Set<String>, Integer> siblingCountsByFields = new LinkedHashMap<>();
        children.values().forEach(sibling -> siblingCountsByFields.merge(sibling.children.keySet(), 1, Integer::sum));
        List<FieldNode> records = children.entrySet().stream()
                .filter(entry ->
                        !entry.getKey().equals(MEMBERS) && !entry.getKey().equals(ELEMENTS))
                .map(Map.Entry::getValue)
                .filter(sibling -> sibling.children.size() >= MIN_SHARED_FIELDS
                        && siblingCountsByFields.getOrDefault(sibling.children.keySet(), 0) > 1)
                .toList();
        if (!records.isEmpty()) {
            FieldNode members = child(MEMBERS);
            records.forEach(members::merge);
        }
    }

    private void merge(FieldNode other) {
        hasText |= other.hasText;
        hasNumber |= other.hasNumber;
        other.children.forEach((name, node) -> child(name).merge(node));
    }
}
