package dev.plimsoll.policy.setting;

/** Matcher of names with patterns in which {@code *} stands for any text and {@code ?} for one character. */
public final class Glob {

    private Glob() {}

    /**
     * Returns whether the text matches a pattern with {@code *} and {@code ?}. Backtracks only to the last star, so it is
     * linear in practice and never exponential.
     */
    public static boolean matches(String pattern, String text) {
        int patternIndex = 0;
        int textIndex = 0;
        // the index of the last star in the pattern, and the end of the text that it matches
        int lastStar = -1;
        int starEnd = 0;
        while (textIndex < text.length()) {
            if (patternIndex < pattern.length() && pattern.charAt(patternIndex) == '*') {
                lastStar = patternIndex++;
                starEnd = textIndex;
            } else if (patternIndex < pattern.length()
                    && (pattern.charAt(patternIndex) == '?'
                            || pattern.charAt(patternIndex) == text.charAt(textIndex))) {
                patternIndex++;
                textIndex++;
            } else if (lastStar >= 0) {
                patternIndex = lastStar + 1;
                textIndex = ++starEnd;
            } else {
                return false;
            }
        }
        while (patternIndex < pattern.length() && pattern.charAt(patternIndex) == '*') {
            patternIndex++;
        }
        return patternIndex == pattern.length();
    }
}
