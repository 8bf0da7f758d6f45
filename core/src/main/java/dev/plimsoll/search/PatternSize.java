package dev.plimsoll.search;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates the number of steps of a regular expression after its counted repeats are expanded. For example,
 * {@code ((a{1000}){1000})} is short, but expands to a million steps, which would use all memory.
 */
final class PatternSize {

    /** Upper bound of all sizes, so that no product overflows. */
    private static final long MAX_SIZE = 1L << 40;

    private final String pattern;
    private final Deque<Long> enclosingSizes = new ArrayDeque<>();

    /** Size of the innermost open group without its last element. */
    private long groupSize;

    /** Size of the last element, to which a repeat after it applies. */
    private long lastSize;

    private int at;

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the estimated number of steps. */
    static long of(String pattern) {
        PatternSize size = new PatternSize(pattern);
        while (size.at < pattern.length()) {
            size.readElement();
        }
        long all = size.groupSize + size.lastSize;
        for (long open : size.enclosingSizes) {
            all += open;
        }
        return all;
    }

    private void readElement() {
        char c = pattern.charAt(at);
        if (c == '(') {
            at++;
            enclosingSizes.push(groupSize + lastSize);
            groupSize = 0;
            lastSize = 0;
        } else if (c == ')' && !enclosingSizes.isEmpty()) {
            at++;
            lastSize = groupSize + lastSize + 1;
            groupSize = enclosingSizes.pop();
        } else if (c == '{' && readRepeat()) {
            return;
        } else {
            at = c == '\\' ? at + 2 : c == '[' ? classEnd() : at + 1;
            groupSize = Math.min(MAX_SIZE, groupSize + lastSize);
            lastSize = 1;
        }
    }

    /**
     * Applies {@code {n}}, {@code {n,}}, or {@code {n,m}} to the last element; returns false if no such repeat is
     * here.
     */
    private boolean readRepeat() {
        int end = pattern.indexOf('}', at);
        String inside = end < 0 ? "" : pattern.substring(at + 1, end);
        if (!inside.matches("[0-9]{1,9}(,[0-9]{0,9})?")) {
            return false;
        }
        long maxCount = 1;
        for (String count : inside.split(",", -1)) {
            maxCount = count.isEmpty() ? maxCount : Math.max(maxCount, Long.parseLong(count));
        }
        lastSize = Math.min(MAX_SIZE, lastSize * maxCount);
        at = end + 1;
        return true;
    }

    /** Returns the offset after a character class. In {@code []a]} and {@code [^]a]}, the first bracket is a member. */
    private int classEnd() {
        int i = at + 1;
        i += i < pattern.length() && pattern.charAt(i) == '^' ? 1 : 0;
        i += i < pattern.length() && pattern.charAt(i) == ']' ? 1 : 0;
        while (i < pattern.length() && pattern.charAt(i) != ']') {
            i += pattern.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }
}
