package dev.plimsoll.policy;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Policy change for some tools.
 *
 * @param glob {@code server/tool} with {@code *} and {@code ?}; without a slash, the tool on any server
 * @param change settings to change; other keys keep the values of earlier rules
 */
public record PolicyRule(String glob, UnaryOperator<Policy> change) {

    public PolicyRule {
        Objects.requireNonNull(change, "change");
        if (glob.isEmpty() || glob.indexOf('/') != glob.lastIndexOf('/')) {
            throw new IllegalArgumentException("tools: a glob must be tool or server/tool, got " + glob);
        }
    }

    boolean matches(String server, String tool) {
        int slash = glob.indexOf('/');
        return slash < 0
                ? matchesGlob(glob, tool)
                : matchesGlob(glob.substring(0, slash), server) && matchesGlob(glob.substring(slash + 1), tool);
    }

    /**
     * Returns whether the text matches a pattern with {@code *} and {@code ?}. Backtracks only to the last star, so it is
     * linear in practice and never exponential.
     */
    public static boolean matchesGlob(String pattern, String text) {
        int p = 0;
        int t = 0;
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
