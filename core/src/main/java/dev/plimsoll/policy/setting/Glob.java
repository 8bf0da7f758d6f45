package dev.plimsoll.policy.setting;

/** Matches names with patterns in which {@code *} stands for any text and {@code ?} for one character. */
public final class Glob {

    private Glob() {}

    /**
     * Returns whether the text matches a pattern with {@code *} and {@code ?}. Backtracks only to the last star, so it is
     * linear in practice and never exponential.
     */
    public static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        // the last star in the pattern, and the end of the text that it matches
        int star = -1;
        int mark = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                mark = t;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++mark;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
