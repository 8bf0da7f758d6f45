package dev.plimsoll.gateway.access;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Compares URI templates with globs, and replaces variables in them. */
final class UriTemplate {

    /** Limits the time of a comparison, which grows with the product of both lengths. */
    private static final int MAX_LENGTH = 1024;

    /** Splits an expression into names of variables. */
    private static final Pattern VARIABLE_SEPARATOR = Pattern.compile("[{}+#./;?&,*:]+");

    private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]*\\}");

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private UriTemplate() {}

    /** Returns whether an expression of the template has the variable. */
    static boolean hasVariable(String template, String name) {
        return EXPRESSION
                .matcher(template)
                .results()
                .anyMatch(expression ->
                        VARIABLE_SEPARATOR.splitAsStream(expression.group()).anyMatch(name::equals));
    }

    /**
     * Replaces the expressions that contain only this variable, such as <code>{name}</code>, <code>{+name}</code>, and
     * <code>{?name}</code> of RFC 6570, by its value. Other expressions stay. With {@code id} = 7,
     * <code>a/{id}{?page}</code> becomes <code>a/7{?page}</code>.
     *
     * @param isEncoded whether to percent-encode the value where the RFC demands it; not all clients do
     */
    static String expand(String template, String name, String value, boolean isEncoded) {
        String replacement = isEncoded ? percentEncode(value) : value;
        return template.replace("{" + name + "}", replacement)
                .replace("{+" + name + "}", value)
                .replace("{#" + name + "}", "#" + value)
                .replace("{." + name + "}", "." + replacement)
                .replace("{/" + name + "}", "/" + replacement)
                .replace("{;" + name + "}", ";" + name + "=" + replacement)
                .replace("{?" + name + "}", "?" + name + "=" + replacement)
                .replace("{&" + name + "}", "&" + name + "=" + replacement);
    }

    private static String percentEncode(String value) {
        StringBuilder text = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            if (UNRESERVED.indexOf(b) >= 0) {
                text.append((char) b);
            } else {
                text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return text.toString();
    }

    /**
     * Returns whether some URI of the template may match the glob. Each expression in the template stands for any text.
     * A template that is too long does not match.
     */
    static boolean canMatch(String template, String glob) {
        return template.length() <= MAX_LENGTH
                && hasCommonText(EXPRESSION.matcher(template).replaceAll("*"), glob);
    }

    /** Returns whether some text matches both globs. */
    private static boolean hasCommonText(String first, String second) {
        // current[j]: whether some text matches the first i characters of the first glob and the first j characters of
        // the second glob
        boolean[] current = new boolean[second.length() + 1];
        current[0] = true;
        addEmptyStarMatches(current, second);
        for (int i = 0; i < first.length(); i++) {
            char firstChar = first.charAt(i);
            boolean[] next = new boolean[second.length() + 1];
            for (int j = 0; j <= second.length(); j++) {
                if (firstChar == '*') {
                    // the star matches nothing, or also the next character of the second glob
                    next[j] = current[j] || (j > 0 && next[j - 1]);
                } else if (j > 0) {
                    char secondChar = second.charAt(j - 1);
                    boolean isSameChar = firstChar == secondChar || firstChar == '?' || secondChar == '?';
                    next[j] = secondChar == '*' ? current[j] : current[j - 1] && isSameChar;
                }
            }
            addEmptyStarMatches(next, second);
            current = next;
        }
        return current[second.length()];
    }

    /** Adds the indexes that are reached when stars of the second glob match nothing. */
    private static void addEmptyStarMatches(boolean[] reached, String second) {
        for (int j = 0; j < second.length(); j++) {
            reached[j + 1] |= reached[j] && second.charAt(j) == '*';
        }
    }
}
