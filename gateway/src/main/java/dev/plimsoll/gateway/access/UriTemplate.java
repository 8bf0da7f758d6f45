package dev.plimsoll.gateway.access;

import java.util.regex.Pattern;

/** Compares templates of URIs with globs. */
final class UriTemplate {

    /** Limits the time of a comparison, which grows with the product of both lengths. */
    private static final int MAX_LENGTH = 1024;

    private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]*\\}");

    private UriTemplate() {}

    /**
     * Returns whether some URI of the template may match the glob. Each expression in the template stands for any text. A
     * template that is too long does not match.
     */
    static boolean mayMatch(String template, String glob) {
        return template.length() <= MAX_LENGTH
                && haveCommonText(EXPRESSION.matcher(template).replaceAll("*"), glob);
    }

    /** Returns whether some text matches both globs. */
    private static boolean haveCommonText(String first, String second) {
        // whether the globs up to an index have a common text, for the index in the first glob of this round
        boolean[] current = new boolean[second.length() + 1];
        current[0] = true;
        closeOverStars(current, second);
        for (int i = 0; i < first.length(); i++) {
            char c = first.charAt(i);
            boolean[] next = new boolean[second.length() + 1];
            for (int j = 0; j <= second.length(); j++) {
                if (c == '*') {
                    // the star stands for nothing, or for one more character of the second glob
                    next[j] = current[j] || (j > 0 && next[j - 1]);
                } else if (j > 0) {
                    char d = second.charAt(j - 1);
                    next[j] = d == '*' ? current[j] : current[j - 1] && (c == d || c == '?' || d == '?');
                }
            }
            closeOverStars(next, second);
            current = next;
        }
        return current[second.length()];
    }

    /** Adds the indexes that are reached when a star of the second glob stands for nothing. */
    private static void closeOverStars(boolean[] reached, String second) {
        for (int j = 0; j < second.length(); j++) {
            reached[j + 1] |= reached[j] && second.charAt(j) == '*';
        }
    }
}
