package dev.plimsoll.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Index of the names of tools, in a limited number of characters: all names if they fit; else groups of names
 * with a common beginning, each with its number of names, such as {@code issue_… (12)}; else as many of these
 * groups as fit. Clients cut long descriptions, so the limit is strict.
 */
final class NameIndex {

    /** Characters that stay free for the number of names that do not fit, such as {@code , 123 more}. */
    private static final int MORE_LENGTH = 24;

    private NameIndex() {}

    /** Returns the index of these names, in at most {@code maxLength} characters. */
    static String write(List<String> names, int maxLength) {
        String joinedNames = String.join(", ", names);
        if (joinedNames.length() <= maxLength) {
            return joinedNames;
        }
        Map<String, Integer> groups = new LinkedHashMap<>();
        names.forEach(name -> groups.merge(prefix(name), 1, Integer::sum));
        StringBuilder out = new StringBuilder();
        int listedNames = 0;
        for (Map.Entry<String, Integer> group : groups.entrySet()) {
            String text = group.getValue() == 1 ? group.getKey() : group.getKey() + "… (" + group.getValue() + ")";
            if (out.length() + text.length() + MORE_LENGTH > maxLength) {
                return out.append(out.isEmpty() ? "" : ", ")
                        .append(names.size() - listedNames)
                        .append(" more")
                        .toString();
            }
            out.append(out.isEmpty() ? "" : ", ").append(text);
            listedNames += group.getValue();
        }
        return out.toString();
    }

    /** Returns the name up to and including its first separator; the whole name if it has none. */
    private static String prefix(String name) {
        for (int i = 1; i < name.length() - 1; i++) {
            if (!Character.isLetterOrDigit(name.charAt(i))) {
                return name.substring(0, i + 1);
            }
        }
        return name;
    }
}
