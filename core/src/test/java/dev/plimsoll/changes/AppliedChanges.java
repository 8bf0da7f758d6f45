package dev.plimsoll.changes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies a list of changes to the earlier document. Tests compare the result with the later document: they are equal
 * only if the list is complete and correct. Throughout, {@code before} and {@code now} are JSON pointers into the
 * earlier and the later document.
 */
@NullMarked
final class AppliedChanges {

    private final Map<String, JsonNode> changed = new HashMap<>();
    private final Map<String, JsonNode> added = new HashMap<>();
    private final Map<String, String> moved = new HashMap<>();
    private final Set<String> removed = new HashSet<>();

    private AppliedChanges(JsonNode changes) {
        changes.forEach(this::add);
    }

    static JsonNode apply(JsonNode before, JsonNode changes) {
        return new AppliedChanges(changes).applyTo(before, "", "");
    }

    private void add(JsonNode change) {
        String path = change.path("path").asString();
        switch (change.path("change").asString()) {
            case "added" -> added.put(path, change.get("value"));
            case "removed" -> removed.add(path);
            case "moved" -> moved.put(path, change.path("from").asString());
            case "changed" -> {
                if (change.has("from")) {
                    moved.put(path, change.path("from").asString());
                }
                if (change.has("fields")) {
                    change.get("fields").forEach(this::add);
                } else {
                    changed.put(path, change.get("is"));
                }
            }
            default -> throw new IllegalArgumentException(change.toString());
        }
    }

    private JsonNode applyTo(JsonNode node, String before, String now) {
        JsonNode replaced = changed.get(now);
        if (replaced != null) {
            return replaced;
        }
        if (node instanceof ObjectNode object) {
            return applyToObject(object, before, now);
        }
        return node instanceof ArrayNode array ? applyToArray(array, before, now) : node;
    }

    private static String child(String path, String name) {
        return path + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    private JsonNode applyToObject(ObjectNode object, String before, String now) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> {
            if (!removed.contains(child(before, member.getKey()))) {
                result.set(
                        member.getKey(),
                        applyTo(member.getValue(), child(before, member.getKey()), child(now, member.getKey())));
            }
        });
        added.forEach((path, value) -> {
            int slash = path.lastIndexOf('/');
            if (path.substring(0, slash).equals(now)) {
                result.set(path.substring(slash + 1).replace("~1", "/").replace("~0", "~"), value);
            }
        });
        return result;
    }

    /** Puts added and moved items at their positions. The remaining items of the earlier array fill the
     * gaps in their order. */
    private JsonNode applyToArray(ArrayNode array, String before, String now) {
        int length = 0;
        Set<Integer> removedOrMoved = new HashSet<>();
        for (int i = 0; i < array.size(); i++) {
            if (removed.contains(before + "/" + i)) {
                removedOrMoved.add(i);
            } else {
                length++;
            }
        }
        int maxLength = array.size() + added.size();
        Map<Integer, JsonNode> itemsByPosition = new HashMap<>();
        for (int j = 0; j < maxLength; j++) {
            String path = now + "/" + j;
            String from = moved.get(path);
            if (added.containsKey(path)) {
                itemsByPosition.put(j, added.get(path));
                length++;
            } else if (from != null) {
                int i = Integer.parseInt(from.substring(from.lastIndexOf('/') + 1));
                removedOrMoved.add(i);
                itemsByPosition.put(j, applyTo(array.get(i), from, path));
            }
        }
        List<Integer> remaining = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            if (!removedOrMoved.contains(i)) {
                remaining.add(i);
            }
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        int nextRemaining = 0;
        for (int j = 0; j < length; j++) {
            JsonNode item = itemsByPosition.get(j);
            if (item == null) {
                int i = remaining.get(nextRemaining++);
                item = applyTo(array.get(i), before + "/" + i, now + "/" + j);
            }
            result.add(item);
        }
        return result;
    }
}
