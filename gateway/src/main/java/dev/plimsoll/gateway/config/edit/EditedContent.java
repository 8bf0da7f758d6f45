package dev.plimsoll.gateway.config.edit;

import java.util.ArrayList;
import java.util.List;

/**
 * Computes the content that a text must have after a change, so that the changed text can be checked. Content has the
 * form of {@link YamlNode#content()}: a map is a list in which each name is followed by its
 * value.
 */
final class EditedContent {

    private EditedContent() {}

    /** Returns the content with a value at a path. */
    static Object withValue(Object content, List<String> path, Object value) {
        if (path.isEmpty()) {
            return value;
        }
        List<Object> map = copyMap(content);
        List<String> innerPath = path.subList(1, path.size());
        String key = "text " + path.get(0);
        for (int i = 0; i + 1 < map.size(); i += 2) {
            if (isKey(map.get(i), path.get(0))) {
                map.set(i + 1, withValue(map.get(i + 1), innerPath, value));
                return map;
            }
        }
        map.add(key);
        map.add(withValue(List.of(), innerPath, value));
        return map;
    }

    /** Returns the content without the entry at a path. */
    static Object without(Object content, List<String> path) {
        List<Object> map = copyMap(content);
        for (int i = 0; i + 1 < map.size(); i += 2) {
            if (isKey(map.get(i), path.get(0))) {
                if (path.size() == 1) {
                    map.subList(i, i + 2).clear();
                } else {
                    map.set(i + 1, without(map.get(i + 1), path.subList(1, path.size())));
                }
                return map;
            }
        }
        return map;
    }

    private static boolean isKey(Object key, String name) {
        return key.equals("text " + name) || key.equals("plain " + name);
    }

    /** Returns a copy of a map; null and other empty values count as an empty map. */
    private static List<Object> copyMap(Object content) {
        return content instanceof List<?> list ? new ArrayList<>(list) : new ArrayList<>();
    }
}
