package dev.plimsoll.model;

/**
 * Detector of letters of Old Cyrillic (U+1C80 to U+1C88) whose uppercase forms do not map back to them. RE2/J loops
 * forever when it compiles a pattern that ignores case and contains one of them, directly or in a range.
 */
public final class CaseLoopDetector {

    private static final int FIRST_UNSAFE = 0x1C80;
    private static final int LAST_UNSAFE = 0x1C88;

    private final String pattern;
    private int position;
    private boolean isInSet;

    private CaseLoopDetector(String pattern) {
        this.pattern = pattern;
    }

    /** Returns whether RE2/J would loop forever if it compiled this pattern to ignore case. */
    public static boolean isUnsafe(String pattern) {
        return new CaseLoopDetector(pattern).hasUnsafeCharacter();
    }

    private boolean hasUnsafeCharacter() {
        int previous = -1;
        boolean isRangeOpen = false;
        while (position < pattern.length()) {
            // a named class inside a set, such as [:alpha:]
            if (isInSet && pattern.startsWith("[:", position) && pattern.indexOf(":]", position) > 0) {
                position = pattern.indexOf(":]", position) + 2;
                continue;
            }
            boolean isDash = pattern.charAt(position) == '-';
            boolean isSetStart = pattern.charAt(position) == '[' && !isInSet;
            boolean isSetEnd = pattern.charAt(position) == ']' && isInSet;
            int character = readCharacter();
            boolean isUnsafeRange = isRangeOpen && previous <= LAST_UNSAFE && character >= FIRST_UNSAFE;
            if (isUnsafeRange || (character >= FIRST_UNSAFE && character <= LAST_UNSAFE)) {
                return true;
            }
            // the previous character and a dash begin a range, which the next character ends
            isRangeOpen = isInSet && isDash && !isRangeOpen && previous >= 0;
            previous = isSetStart || isSetEnd ? -1 : isRangeOpen ? previous : character;
            if (isSetStart) {
                skipSetStart();
            } else if (isSetEnd) {
                isInSet = false;
            }
        }
        return false;
    }

    /** Skips the start of a set. A closing bracket right after the start belongs to the set. */
    private void skipSetStart() {
        isInSet = true;
        position += pattern.startsWith("^", position) ? 1 : 0;
        position += pattern.startsWith("]", position) ? 1 : 0;
    }

    /** Reads one character, which can be written as an escape. */
    private int readCharacter() {
        int codePoint = pattern.codePointAt(position);
        position += Character.charCount(codePoint);
        if (codePoint != '\\' || position == pattern.length()) {
            return codePoint;
        }
        int escaped = pattern.codePointAt(position);
        position += Character.charCount(escaped);
        if (escaped != 'x') {
            return escaped;
        }
        boolean hasBraces = pattern.startsWith("{", position);
        int end = hasBraces ? pattern.indexOf('}', position) : Math.min(pattern.length(), position + 2);
        String digits = end < 0 ? "" : pattern.substring(hasBraces ? position + 1 : position, end);
        if (!digits.matches("[0-9a-fA-F]{1,6}")) {
            return escaped;
        }
        position = hasBraces ? end + 1 : end;
        return Integer.parseInt(digits, 16);
    }
}
