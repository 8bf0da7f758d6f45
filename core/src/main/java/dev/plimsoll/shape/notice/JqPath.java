package dev.plimsoll.shape.notice;

import dev.plimsoll.json.JsonPointer;
import java.util.List;

/** Paths in jq's notation, such as {@code .orders}. Only short paths of plain names are written. */
public final class JqPath {

    private static final int MAX_LENGTH = 60;

    private JqPath() {}

    /**
     * Returns the path of all items of the list that contains an item, such as {@code .orders[]}; empty if it is not a
     * short plain path.
     */
    static String ofAllItems(JsonPointer item) {
        String list = ofParent(item);
        return list.isEmpty() ? "" : list + "[]";
    }

    /** Returns the path of the list or object that contains a value; empty if it is not a short plain path. */
    public static String ofParent(JsonPointer value) {
        List<String> tokens = value.tokens();
        return ofNames(tokens.subList(0, Math.max(0, tokens.size() - 1)));
    }

    /** Returns the path of a value; empty if it is not a short plain path. */
    public static String ofValue(JsonPointer value) {
        return ofNames(value.tokens());
    }

    private static String ofNames(List<String> names) {
        StringBuilder path = new StringBuilder();
        for (String name : names) {
            boolean isPlain =
                    !name.isEmpty() && name.chars().allMatch(JqPath::isNameCharacter) && !isDigit(name.charAt(0));
            if (!isPlain) {
                return "";
            }
            path.append('.').append(name);
        }
        return path.length() > MAX_LENGTH ? "" : path.isEmpty() ? "." : path.toString();
    }

    private static boolean isNameCharacter(int character) {
        return character == '_'
                || (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || isDigit(character);
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }
}
