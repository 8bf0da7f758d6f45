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
    private boolean isInSet;

    private CaseLoopDetector(String pattern) {
        this.pattern = pattern;
    }

    /** Returns whether a pattern that ignores case must not be compiled. */
    public static boolean isUnsafe(String pattern) {
        return new CaseLoopDetector(pattern).hasUnsafeCharacter();
    }

    private boolean hasUnsafeCharacter() {
        int before = -1;
        boolean isRange = false;
        while (at < pattern.length()) {
            if (isInSet && pattern.startsWith("[:", at) && pattern.indexOf(":]", at) > 0) {
                at = pattern.indexOf(":]", at) + 2;
                continue;
            }
            boolean isDash = pattern.charAt(at) == '-';
            boolean isOpening = pattern.charAt(at) == '[' && !isInSet;
            boolean isClosing = pattern.charAt(at) == ']' && isInSet;
            int value = readCharacter();
            boolean isAcrossUnsafe = isRange && before <= LAST_UNSAFE && value >= FIRST_UNSAFE;
            if (isAcrossUnsafe || (value >= FIRST_UNSAFE && value <= LAST_UNSAFE)) {
                return true;
            }
            isRange = isInSet && isDash && !isRange && before >= 0;
            before = isOpening || isClosing ? -1 : isRange ? before : value;
            if (isOpening) {
                skipSetStart();
            } else if (isClosing) {
                isInSet = false;
            }
        }
        return false;
    }

    /** Reads the start of a set. A closing bracket right after the start belongs to the set. */
    private void skipSetStart() {
        isInSet = true;
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
        boolean hasBraces = pattern.startsWith("{", at);
        int end = hasBraces ? pattern.indexOf('}', at) : Math.min(pattern.length(), at + 2);
        String digits = end < 0 ? "" : pattern.substring(hasBraces ? at + 1 : at, end);
        if (!digits.matches("[0-9a-fA-F]{1,6}")) {
            return escaped;
        }
        at = hasBraces ? end + 1 : end;
        return Integer.parseInt(digits, 16);
    }
}
