package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import java.util.List;

/** A place in a document as a query names it. */
final class JqPath {

    private static final int LONGEST = 60;

    private JqPath() {}

    /** The list that an item is in, all its items: {@code .orders[]}; empty when that is no short plain path. */
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
        return path.length() > LONGEST ? "" : (path.isEmpty() ? "." : path) + "[]";
    }

    private static boolean isLetter(int c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
