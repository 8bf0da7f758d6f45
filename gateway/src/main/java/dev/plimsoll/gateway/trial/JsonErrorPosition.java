package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Slice;
import java.util.BitSet;

/**
 * Position at which a text stops being valid JSON. A simple scanner finds it after the engine's validator, which is
 * faster but reports no position, has rejected the text. The scanner uses no recursion, so that deep nesting cannot
 * overflow the stack.
 *
 * @param line from 1
 * @param column from 1, in characters
 * @param isLikelyJson whether the text is probably meant to be JSON: before the position, it has a key with a
 *     colon, or a comma between two items
 */
record JsonErrorPosition(int line, int column, boolean isLikelyJson) {

    static JsonErrorPosition locate(Slice text) {
        Scanner scanner = new Scanner(text);
        int errorOffset = scanner.findError();
        int line = 1;
        int column = 1;
        for (int i = text.from(); i < errorOffset; i++) {
            byte c = text.bytes()[i];
            line += c == '\n' ? 1 : 0;
            column = c == '\n' ? 1 : (c & 0xC0) == 0x80 ? column : column + 1;
        }
        return new JsonErrorPosition(line, column, scanner.isLikelyJson);
    }

    String describe() {
        return "line " + line + ", column " + column;
    }

    /** Scans a text. Each {@code read} method returns whether the text is valid JSON up to the new position. */
    private static final class Scanner {
        private final byte[] bytes;
        private final int end;
        /** Kinds of the open brackets by depth: set for an object, not set for an array. */
        private final BitSet objects = new BitSet();

        private int depth;
        private int position;
        private boolean isLikelyJson;

        Scanner(Slice text) {
            bytes = text.bytes();
            position = text.from();
            end = text.to();
        }

        /** Returns the offset of the first byte that is not valid in JSON. */
        int findError() {
            boolean isValueExpected = true;
            boolean isValid = true;
            skipSpace();
            while (isValid && (isValueExpected || depth > 0)) {
                if (isValueExpected && position < end && (bytes[position] == '{' || bytes[position] == '[')) {
                    objects.set(depth++, bytes[position++] == '{');
                    skipSpace();
                    isValueExpected = !isAtClosingBracket();
                    isValid = !isValueExpected || !isInObject() || readKey();
                } else if (isValueExpected) {
                    isValid = position < end && readScalar();
                    isValueExpected = false;
                } else if (isAtClosingBracket()) {
                    isLikelyJson |= isInObject();
                    position++;
                    depth--;
                } else {
                    isValid = readComma();
                    isValueExpected = true;
                }
                skipSpace(isValid);
            }
            if (isValid) {
                // a complete document is followed by more text: it may be JSON Lines, or a line of a log that
                // begins with [1]
                isLikelyJson &= position < end && bytes[position] != '{' && bytes[position] != '[';
            }
            return position;
        }

        private boolean isInObject() {
            return objects.get(depth - 1);
        }

        private boolean isAtClosingBracket() {
            return position < end && bytes[position] == (isInObject() ? '}' : ']');
        }

        private boolean readScalar() {
            return switch (bytes[position]) {
                case '"' -> readString();
                case 't' -> readLiteral("true");
                case 'f' -> readLiteral("false");
                case 'n' -> readLiteral("null");
                default -> readNumber();
            };
        }

        /** Reads a comma, and in an object the next key. */
        private boolean readComma() {
            if (position >= end || bytes[position] != ',') {
                return false;
            }
            position++;
            isLikelyJson = true;
            skipSpace();
            return !isInObject() || readKey();
        }

        private boolean readKey() {
            if (position >= end || bytes[position] != '"' || !readString()) {
                return false;
            }
            skipSpace();
            if (position >= end || bytes[position] != ':') {
                return false;
            }
            position++;
            isLikelyJson = true;
            return true;
        }

        private boolean readString() {
            int i = position + 1;
            while (i < end && bytes[i] != '"') {
                if (bytes[i] >= 0 && bytes[i] < ' ') {
                    position = i;
                    return false;
                }
                if (bytes[i] == '\\' && !isValidEscape(i)) {
                    position = i;
                    return false;
                }
                i += bytes[i] == '\\' ? 2 : 1;
            }
            position = Math.min(end, i + 1);
            return i < end;
        }

        private boolean isValidEscape(int backslash) {
            if (backslash + 1 >= end) {
                return false;
            }
            byte letter = bytes[backslash + 1];
            if (letter != 'u') {
                return "\"\\/bfnrt".indexOf(letter) >= 0;
            }
            for (int i = backslash + 2; i < backslash + 6; i++) {
                if (i >= end || Character.digit(bytes[i], 16) < 0) {
                    return false;
                }
            }
            return true;
        }

        private boolean readLiteral(String word) {
            for (int i = 0; i < word.length(); i++, position++) {
                if (position >= end || bytes[position] != word.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        private boolean readNumber() {
            position += bytes[position] == '-' ? 1 : 0;
            if (position < end && bytes[position] == '0') {
                position++;
            } else if (!readDigits()) {
                return false;
            }
            if (position < end && bytes[position] == '.') {
                position++;
                if (!readDigits()) {
                    return false;
                }
            }
            if (position < end && (bytes[position] | 0x20) == 'e') {
                position++;
                position += position < end && (bytes[position] == '+' || bytes[position] == '-') ? 1 : 0;
                return readDigits();
            }
            return true;
        }

        private boolean readDigits() {
            int start = position;
            while (position < end && bytes[position] >= '0' && bytes[position] <= '9') {
                position++;
            }
            return position > start;
        }

        /** Skips white space, unless an error was found, so that the position stays at the error. */
        private void skipSpace(boolean isValid) {
            if (isValid) {
                skipSpace();
            }
        }

        private void skipSpace() {
            while (position < end
                    && (bytes[position] == ' '
                            || bytes[position] == '\n'
                            || bytes[position] == '\r'
                            || bytes[position] == '\t')) {
                position++;
            }
        }
    }
}
