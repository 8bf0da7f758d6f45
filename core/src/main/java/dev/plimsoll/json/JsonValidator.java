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

    private final byte[] b;
    private final int end;
    private final DepthStack depthStack = new DepthStack();
    private final @Nullable ChildOffsets childOffsets;

    /** Depth down to which {@code childOffsets} gets offsets. */
    private int recordedDepth;

    /** Length from which {@code childOffsets} gets the offsets of a string. */
    private final int minLargeBytes;

    JsonValidator(byte[] b, int end) {
        this(b, end, null);
    }

    /** Creates a validator that reports offsets to {@code childOffsets}. */
    JsonValidator(byte[] b, int end, @Nullable ChildOffsets childOffsets) {
        this.b = b;
        this.end = end;
        this.childOffsets = childOffsets;
        this.recordedDepth = childOffsets == null ? NO_DEPTH : ChildOffsets.MAX_DEPTH;
        this.minLargeBytes = childOffsets == null ? Integer.MAX_VALUE : childOffsets.minLargeBytes();
    }

    /** Validates a value with all its contents; {@code at} is its first byte. */
    int value(int at) {
        depthStack.clear();
        int i = at;
        while (true) {
            if (i >= end) {
                return INVALID;
            }
            byte c = b[i];
            if (depthStack.depth() <= recordedDepth) {
                recordOffset(i);
            }
            if (c == '{' || c == '[') {
                int start = i;
                i = Json.skipSpace(b, i + 1, end);
                if (i < end && b[i] == closing(c == '{')) {
                    i++;
                } else {
                    depthStack.push(c == '{');
                    if (depthStack.depth() <= recordedDepth) {
                        open(start);
                    }
                    i = depthStack.isInObject() ? key(i) : i;
                    if (i < 0) {
                        return INVALID;
                    }
                    continue;
                }
            } else if (c == '"') {
                int start = i;
                i = string(i);
                if (i - start >= minLargeBytes && childOffsets != null) {
                    childOffsets.addLarge(start, i);
                }
            } else {
                i = scalar(i);
            }
            i = i < 0 ? INVALID : nextValue(i);
            if (i < 0 || depthStack.depth() == 0) {
                return i;
            }
        }
    }

    /** Closes the containers that end here, and skips the comma (and the key) before the next value. */
    private int nextValue(int at) {
        int i = at;
        while (depthStack.depth() > 0) {
            if (depthStack.depth() <= recordedDepth) {
                recordOffset(i);
            }
            i = Json.skipSpace(b, i, end);
            if (i >= end) {
                return INVALID;
            }
            byte c = b[i++];
            if (c == ',') {
                i = Json.skipSpace(b, i, end);
                return depthStack.isInObject() ? key(i) : i;
            }
            if (c != closing(depthStack.isInObject())) {
                return INVALID;
            }
            if (depthStack.depth() <= recordedDepth) {
                close(i);
            }
            depthStack.pop();
        }
        return i;
    }

    /** Validates a key and its colon, and skips the space before the value. */
    int key(int at) {
        if (at >= end || b[at] != '"') {
            return INVALID;
        }
        int i = string(at);
        if (i < 0) {
            return INVALID;
        }
        if (depthStack.depth() <= recordedDepth) {
            recordOffset(at + 1);
            recordOffset(i - 1);
        }
        i = Json.skipSpace(b, i, end);
        return i < end && b[i] == ':' ? Json.skipSpace(b, i + 1, end) : INVALID;
    }

    private void open(int at) {
        if (childOffsets != null) {
            recordedDepth = childOffsets.open(depthStack.depth(), at, depthStack.isInObject());
        }
    }

    /** Reports where a key or a value begins or ends. */
    private void recordOffset(int at) {
        if (childOffsets != null) {
            childOffsets.addOffset(depthStack.depth(), at);
        }
    }

    private void close(int at) {
        if (childOffsets != null) {
            recordedDepth = childOffsets.close(depthStack.depth(), at);
        }
    }

    int string(int at) {
        int i = at + 1;
        while (i < end) {
            if (i <= end - Long.BYTES) {
                long word = SwarBytes.word(b, i);
                long mask = SwarBytes.special(word);
                if (mask == 0) {
                    i += Long.BYTES;
                    continue;
                }
                i += SwarBytes.first(mask);
                i = b[i] == '\\' ? skipUsualEscapes(i) : i;
                if (i == end) {
                    return INVALID;
                }
            }
            byte c = b[i];
            if (c == '"') {
                return i + 1;
            }
            int length = c == '\\' ? escapeLength(i) : c < 0 ? Utf8.validRunLength(b, i, end) : c < ' ' ? 0 : 1;
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
    private int skipUsualEscapes(int at) {
        long taken = 0;
        int i = at;
        while (i <= end - Long.BYTES) {
            long word = SwarBytes.word(b, i);
            // the loop stops at bytes beyond ASCII, so only the bits below them matter, which are exact
            long noQuote = SwarBytes.differing(word, SwarBytes.QUOTES);
            long noBackslash = SwarBytes.differing(word, SwarBytes.BACKSLASHES);
            long escaping = SwarBytes.escaping(~noBackslash & ~taken & SwarBytes.HIGHS);
            long escaped = escaping << Byte.SIZE | taken;
            long unusual = escaped & noQuote & noBackslash & SwarBytes.differing(word, SwarBytes.LETTERS_N);
            long closing = ~(noQuote | escaped);
            long stop = unusual | ((closing | (word - SwarBytes.SPACES) | word) & SwarBytes.HIGHS);
            if (stop != 0) {
                int first = SwarBytes.first(stop);
                boolean isInEscape = (escaped >>> (first * Byte.SIZE) & 0x80) != 0;
                return i + first - (isInEscape ? 1 : 0);
            }
            taken = SwarBytes.lastAsFirst(escaping);
            i += Long.BYTES;
        }
        return taken == 0 ? i : i - 1;
    }

    /** Returns the length of a valid escape, or 0. */
    private int escapeLength(int at) {
        if (at + 1 >= end) {
            return 0;
        }
        int length = ESCAPE_LENGTH[b[at + 1] & 0xFF];
        return length == 6 && JsonText.hex4(b, at + 2, end) < 0 ? 0 : length;
    }

    private int scalar(int at) {
        return switch (b[at]) {
            case 't' -> literal(at, "true");
            case 'f' -> literal(at, "false");
            case 'n' -> literal(at, "null");
            default -> number(at);
        };
    }

    private int literal(int at, String word) {
        if (word.length() > end - at) {
            return INVALID;
        }
        for (int i = 1; i < word.length(); i++) {
            if (b[at + i] != word.charAt(i)) {
                return INVALID;
            }
        }
        return at + word.length();
    }

    private int number(int at) {
        int i = b[at] == '-' ? at + 1 : at;
        i = i < end && b[i] == '0' ? i + 1 : digits(i);
        if (i >= 0 && i < end && b[i] == '.') {
            i = digits(i + 1);
        }
        if (i >= 0 && i < end && (b[i] == 'e' || b[i] == 'E')) {
            boolean isSigned = i + 1 < end && (b[i + 1] == '+' || b[i + 1] == '-');
            i = digits(isSigned ? i + 2 : i + 1);
        }
        return i;
    }

    /** Skips one or more digits. */
    private int digits(int at) {
        int i = at;
        while (i < end && b[i] >= '0' && b[i] <= '9') {
            i++;
        }
        return i == at ? INVALID : i;
    }

    private static byte closing(boolean isObject) {
        return (byte) (isObject ? '}' : ']');
    }
}
