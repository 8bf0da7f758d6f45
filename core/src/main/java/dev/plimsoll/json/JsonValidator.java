package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/**
 * Strict validator for JSON text (RFC 8259) in one pass. Its methods take the offset of an expected element and return
 * the offset after it, or {@link #INVALID}. Each open container takes one bit, so depth needs no limit.
 */
final class JsonValidator {

    static final int INVALID = -1;

    private static final int NO_DEPTH = -1;

    /** Length of an escape by the byte after the backslash. */
    private static final byte[] ESCAPE_LENGTH = new byte[256];

    static {
        for (byte c : new byte[] {'"', '\\', '/', 'b', 'f', 'n', 'r', 't'}) {
            ESCAPE_LENGTH[c] = 2;
        }
        ESCAPE_LENGTH['u'] = 6;
    }

    private final byte[] bytes;
    private final int end;
    private final DepthStack depthStack = new DepthStack();
    private final @Nullable ChildOffsets childOffsets;

    /** Depth down to which {@code childOffsets} gets offsets. */
    private int recordedDepth;

    /** Length from which {@code childOffsets} gets the offsets of a string. */
    private final int minLargeBytes;

    JsonValidator(byte[] bytes, int end) {
        this(bytes, end, null);
    }

    /** Creates a validator that reports offsets to {@code childOffsets}. */
    JsonValidator(byte[] bytes, int end, @Nullable ChildOffsets childOffsets) {
        this.bytes = bytes;
        this.end = end;
        this.childOffsets = childOffsets;
        this.recordedDepth = childOffsets == null ? NO_DEPTH : ChildOffsets.MAX_DEPTH;
        this.minLargeBytes = childOffsets == null ? Integer.MAX_VALUE : childOffsets.minLargeBytes();
    }

    /** Validates a value with all its contents; {@code offset} is its first byte. */
    int validateValue(int offset) {
        depthStack.clear();
        int i = offset;
        while (true) {
            if (i >= end) {
                return INVALID;
            }
            byte c = bytes[i];
            if (depthStack.depth() <= recordedDepth) {
                recordOffset(i);
            }
            if (c == '{' || c == '[') {
                int start = i;
                i = Json.skipSpace(bytes, i + 1, end);
                if (i < end && bytes[i] == closingBracket(c == '{')) {
                    i++;
                } else {
                    depthStack.push(c == '{');
                    if (depthStack.depth() <= recordedDepth) {
                        openContainer(start);
                    }
                    i = depthStack.isInObject() ? validateKey(i) : i;
                    if (i < 0) {
                        return INVALID;
                    }
                    continue;
                }
            } else if (c == '"') {
                int start = i;
                i = validateString(i);
                if (i - start >= minLargeBytes && childOffsets != null) {
                    childOffsets.addLarge(start, i);
                }
            } else {
                i = validateScalar(i);
            }
            i = i < 0 ? INVALID : nextValue(i);
            if (i < 0 || depthStack.depth() == 0) {
                return i;
            }
        }
    }

    /** Closes the containers that end here, and skips the comma (and the key) before the next value. */
    private int nextValue(int offset) {
        int i = offset;
        while (depthStack.depth() > 0) {
            if (depthStack.depth() <= recordedDepth) {
                recordOffset(i);
            }
            i = Json.skipSpace(bytes, i, end);
            if (i >= end) {
                return INVALID;
            }
            byte c = bytes[i++];
            if (c == ',') {
                i = Json.skipSpace(bytes, i, end);
                return depthStack.isInObject() ? validateKey(i) : i;
            }
            if (c != closingBracket(depthStack.isInObject())) {
                return INVALID;
            }
            if (depthStack.depth() <= recordedDepth) {
                closeContainer(i);
            }
            depthStack.pop();
        }
        return i;
    }

    /** Validates a key and its colon, and skips the space before the value. */
    int validateKey(int offset) {
        if (offset >= end || bytes[offset] != '"') {
            return INVALID;
        }
        int i = validateString(offset);
        if (i < 0) {
            return INVALID;
        }
        if (depthStack.depth() <= recordedDepth) {
            recordOffset(offset + 1);
            recordOffset(i - 1);
        }
        i = Json.skipSpace(bytes, i, end);
        return i < end && bytes[i] == ':' ? Json.skipSpace(bytes, i + 1, end) : INVALID;
    }

    private void openContainer(int offset) {
        if (childOffsets != null) {
            recordedDepth = childOffsets.open(depthStack.depth(), offset, depthStack.isInObject());
        }
    }

    /** Reports where a key or a value begins or ends. */
    private void recordOffset(int offset) {
        if (childOffsets != null) {
            childOffsets.addOffset(depthStack.depth(), offset);
        }
    }

    private void closeContainer(int offset) {
        if (childOffsets != null) {
            recordedDepth = childOffsets.close(depthStack.depth(), offset);
        }
    }

    int validateString(int offset) {
        int i = offset + 1;
        while (i < end) {
            if (i <= end - Long.BYTES) {
                long word = SwarBytes.word(bytes, i);
                long mask = SwarBytes.special(word);
                if (mask == 0) {
                    i += Long.BYTES;
                    continue;
                }
                i += SwarBytes.first(mask);
                i = bytes[i] == '\\' ? skipUsualEscapes(i) : i;
                if (i == end) {
                    return INVALID;
                }
            }
            byte c = bytes[i];
            if (c == '"') {
                return i + 1;
            }
            int length = c == '\\' ? escapeLength(i) : c < 0 ? Utf8.validRunLength(bytes, i, end) : c < ' ' ? 0 : 1;
            if (length == 0) {
                return INVALID;
            }
            i += length;
        }
        return INVALID;
    }

    /**
     * Skips text from a backslash to the first byte that is not plain ASCII or part of {@code \"}, {@code \n}, or
     * {@code \\}. JSON inside a string has an escape every few bytes, so each step handles eight bytes.
     */
    private int skipUsualEscapes(int offset) {
        long pendingEscape = 0;
        int i = offset;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(bytes, i);
            // the masks are only exact before the first byte beyond ASCII; the loop stops at that byte
            long differsFromQuote = SwarBytes.differing(word, SwarBytes.QUOTES);
            long differsFromBackslash = SwarBytes.differing(word, SwarBytes.BACKSLASHES);
            long escaping = SwarBytes.escaping(~differsFromBackslash & ~pendingEscape & SwarBytes.HIGHS);
            long escaped = escaping << Byte.SIZE | pendingEscape;
            long unusual =
                    escaped & differsFromQuote & differsFromBackslash & SwarBytes.differing(word, SwarBytes.LETTERS_N);
            long closing = ~(differsFromQuote | escaped);
            long stop = unusual | ((closing | (word - SwarBytes.SPACES) | word) & SwarBytes.HIGHS);
            if (stop != 0) {
                int first = SwarBytes.first(stop);
                boolean isInEscape = (escaped >>> (first * Byte.SIZE) & 0x80) != 0;
                return i + first - (isInEscape ? 1 : 0);
            }
            pendingEscape = SwarBytes.lastAsFirst(escaping);
            i += Long.BYTES;
        }
        return pendingEscape == 0 ? i : i - 1;
    }

    /** Returns the length of a valid escape, or 0. */
    private int escapeLength(int offset) {
        if (offset + 1 >= end) {
            return 0;
        }
        int length = ESCAPE_LENGTH[bytes[offset + 1] & 0xFF];
        return length == 6 && JsonText.readHex4(bytes, offset + 2, end) < 0 ? 0 : length;
    }

    private int validateScalar(int offset) {
        return switch (bytes[offset]) {
            case 't' -> validateLiteral(offset, "true");
            case 'f' -> validateLiteral(offset, "false");
            case 'n' -> validateLiteral(offset, "null");
            default -> validateNumber(offset);
        };
    }

    private int validateLiteral(int offset, String word) {
        if (word.length() > end - offset) {
            return INVALID;
        }
        for (int i = 1; i < word.length(); i++) {
            if (bytes[offset + i] != word.charAt(i)) {
                return INVALID;
            }
        }
        return offset + word.length();
    }

    private int validateNumber(int offset) {
        int i = bytes[offset] == '-' ? offset + 1 : offset;
        i = i < end && bytes[i] == '0' ? i + 1 : validateDigits(i);
        if (i >= 0 && i < end && bytes[i] == '.') {
            i = validateDigits(i + 1);
        }
        if (i >= 0 && i < end && (bytes[i] == 'e' || bytes[i] == 'E')) {
            boolean hasSign = i + 1 < end && (bytes[i + 1] == '+' || bytes[i + 1] == '-');
            i = validateDigits(hasSign ? i + 2 : i + 1);
        }
        return i;
    }

    /** Skips one or more digits. */
    private int validateDigits(int offset) {
        int i = offset;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        return i == offset ? INVALID : i;
    }

    private static byte closingBracket(boolean isObject) {
        return (byte) (isObject ? '}' : ']');
    }
}
