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

    private int offset;

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the estimated number of steps. */
    static long estimate(String pattern) {
        PatternSize size = new PatternSize(pattern);
        while (size.offset < pattern.length()) {
            size.readElement();
        }
        long total = size.groupSize + size.lastSize;
        for (long enclosingSize : size.enclosingSizes) {
            total += enclosingSize;
        }
        return total;
    }

    private void readElement() {
        char c = pattern.charAt(offset);
        if (c == '(') {
            offset++;
            enclosingSizes.push(groupSize + lastSize);
            groupSize = 0;
            lastSize = 0;
        } else if (c == ')' && !enclosingSizes.isEmpty()) {
            offset++;
            lastSize = groupSize + lastSize + 1;
            groupSize = enclosingSizes.pop();
        } else if (c == '{' && readRepeat()) {
            return;
        } else {
            offset = c == '\\' ? offset + 2 : c == '[' ? endOfCharacterClass() : offset + 1;
            groupSize = Math.min(MAX_SIZE, groupSize + lastSize);
            lastSize = 1;
        }
    }

    /**
     * Applies {@code {n}}, {@code {n,}}, or {@code {n,m}} to the last element; returns false if there is none at the
     * current offset.
     */
    private boolean readRepeat() {
        int end = pattern.indexOf('}', offset);
        String counts = end < 0 ? "" : pattern.substring(offset + 1, end);
        if (!counts.matches("[0-9]{1,9}(,[0-9]{0,9})?")) {
            return false;
        }
        long maxCount = 1;
        for (String count : counts.split(",", -1)) {
            maxCount = count.isEmpty() ? maxCount : Math.max(maxCount, Long.parseLong(count));
        }
        lastSize = Math.min(MAX_SIZE, lastSize * maxCount);
        offset = end + 1;
        return true;
    }

    /** Returns the offset after a character class. In {@code []a]} and {@code [^]a]}, the first bracket is a member. */
    private int endOfCharacterClass() {
        int i = offset + 1;
        i += i < pattern.length() && pattern.charAt(i) == '^' ? 1 : 0;
        i += i < pattern.length() && pattern.charAt(i) == ']' ? 1 : 0;
        while (i < pattern.length() && pattern.charAt(i) != ']') {
            i += pattern.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }
}
