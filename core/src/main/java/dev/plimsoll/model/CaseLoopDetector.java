package dev.plimsoll.model;

/**
 * Detects letters of Old Cyrillic (U+1C80 to U+1C88) whose uppercase forms do not map back to them. RE2/J loops forever when it
 * compiles a pattern that ignores case and contains one of them, directly or in a range.
 */
public final class CaseLoopDetector {

    private static final int FIRST_UNSAFE = 0x1C80;
    private static final int LAST_UNSAFE = 0x1C88;

    private final String pattern;
    private int at;
    private boolean inSet;

    private CaseLoopDetector(String pattern) {
        this.pattern = pattern;
    }

    /** Returns whether a pattern that ignores case must not be compiled. */
    public static boolean isUnsafe(String pattern) {
        return new CaseLoopDetector(pattern).hasUnsafeCharacter();
    }

    private boolean hasUnsafeCharacter() {
        int before = -1;
        boolean range = false;
        while (at < pattern.length()) {
            if (inSet && pattern.startsWith("[:", at) && pattern.indexOf(":]", at) > 0) {
                at = pattern.indexOf(":]", at) + 2;
                continue;
            }
            boolean dash = pattern.charAt(at) == '-';
            boolean opens = pattern.charAt(at) == '[' && !inSet;
            boolean closes = pattern.charAt(at) == ']' && inSet;
            int value = readCharacter();
            boolean across = range && before <= LAST_UNSAFE && value >= FIRST_UNSAFE;
            if (across || (value >= FIRST_UNSAFE && value <= LAST_UNSAFE)) {
                return true;
            }
            range = inSet && dash && !range && before >= 0;
            before = opens || closes ? -1 : range ? before : value;
            if (opens) {
                skipSetStart();
            } else if (closes) {
                inSet = false;
            }
        }
        return false;
    }

    /** Reads the start of a set. A closing bracket right after the start belongs to the set. */
    private void skipSetStart() {
        inSet = true;
        at += pattern.startsWith("^", at) ? 1 : 0;
        at += pattern.startsWith("]", at) ? 1 : 0;
    }

    /** Reads one character in any notation. */
    private int readCharacter() {
        int c = pattern.codePointAt(at);
        at += Character.charCount(c);
        if (c != '\\' || at == pattern.length()) {
            return c;
        }
        int escaped = pattern.codePointAt(at);
        at += Character.charCount(escaped);
        if (escaped != 'x') {
            return escaped;
        }
        boolean braces = pattern.startsWith("{", at);
        int end = braces ? pattern.indexOf('}', at) : Math.min(pattern.length(), at + 2);
        String digits = end < 0 ? "" : pattern.substring(braces ? at + 1 : at, end);
        if (!digits.matches("[0-9a-fA-F]{1,6}")) {
            return escaped;
        }
        at = braces ? end + 1 : end;
        return Integer.parseInt(digits, 16);
    }
}
