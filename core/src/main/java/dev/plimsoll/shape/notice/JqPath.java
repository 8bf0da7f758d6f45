package dev.plimsoll.shape.notice;

import dev.plimsoll.json.JsonPointer;
import java.util.List;

/** A position in a document in the notation of a query. */
final class JqPath {

    private static final int MAX_LENGTH = 60;

    private JqPath() {}

    /**
     * Returns the path of all items of the list that contains an item, such as {@code .orders[]}; empty if it is not a
     * short plain path.
     */
    static String of(JsonPointer item) {
        List<String> tokens = item.tokens();
        StringBuilder path = new StringBuilder();
        for (String name : tokens.subList(0, Math.max(0, tokens.size() - 1))) {
            boolean plain = !name.isEmpty() && name.chars().allMatch(JqPath::isLetter) && !isDigit(name.charAt(0));
            if (!plain) {
                return "";
            }
            path.append('.').append(name);
        }
        return path.length() > MAX_LENGTH ? "" : (path.isEmpty() ? "." : path) + "[]";
    }

    private static boolean isLetter(int c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
