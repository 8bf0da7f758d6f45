package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.Slice;
import java.util.BitSet;

/**
 * Position where a text stops being valid JSON. Slower than the engine's validator, and only used after that has
 * rejected the text. Iterative, so that depth does not matter.
 *
 * @param line from 1
 * @param column from 1, in characters
 * @param meant whether the text is probably meant to be JSON: it has a key with a value, or two items, before the
 *     position
 */
record JsonFault(int line, int column, boolean meant) {

    static JsonFault in(Slice text) {
        Scanner scanner = new Scanner(text);
        int at = scanner.fault();
        int line = 1;
        int column = 1;
        for (int i = text.from(); i < at; i++) {
            byte c = text.bytes()[i];
            line += c == '\n' ? 1 : 0;
            column = c == '\n' ? 1 : (c & 0xC0) == 0x80 ? column : column + 1;
        }
        return new JsonFault(line, column, scanner.meant);
    }

    String where() {
        return "line " + line + ", column " + column;
    }

    private static final class Scanner {
        private final byte[] b;
        private final int end;
        private final BitSet objects = new BitSet();
        private int depth;
        private int at;
        private boolean meant;

        Scanner(Slice text) {
            b = text.bytes();
            at = text.from();
            end = text.to();
        }

        /** Returns the offset of the first byte that is not valid in JSON. */
        int fault() {
            boolean expectsValue = true;
            boolean isValid = true;
            space();
            while (isValid && (expectsValue || depth > 0)) {
                if (expectsValue && at < end && (b[at] == '{' || b[at] == '[')) {
                    objects.set(depth++, b[at++] == '{');
                    space();
                    expectsValue = !closes();
                    isValid = !expectsValue || !inObject() || key();
                } else if (expectsValue) {
                    isValid = at < end && scalar();
                    expectsValue = false;
                } else if (closes()) {
                    meant |= inObject();
                    at++;
                    depth--;
                } else {
                    isValid = comma();
                    expectsValue = true;
                }
                space(isValid);
            }
            if (isValid) {
                // a complete document with more after it: JSON Lines perhaps, or a line that begins with [1]
                meant &= at < end && b[at] != '{' && b[at] != '[';
            }
            return at;
        }

        private boolean inObject() {
            return objects.get(depth - 1);
        }

        private boolean closes() {
            return at < end && b[at] == (inObject() ? '}' : ']');
        }

        private boolean scalar() {
            return switch (b[at]) {
                case '"' -> string();
                case 't' -> word("true");
                case 'f' -> word("false");
                case 'n' -> word("null");
                default -> number();
            };
        }

        /** Reads a comma, and in an object the next key. */
        private boolean comma() {
            if (at >= end || b[at] != ',') {
                return false;
            }
            at++;
            meant = true;
            space();
            return !inObject() || key();
        }

        private boolean key() {
            if (at >= end || b[at] != '"' || !string()) {
                return false;
            }
            space();
            if (at >= end || b[at] != ':') {
                return false;
            }
            at++;
            meant = true;
            return true;
        }

        private boolean string() {
            int i = at + 1;
            while (i < end && b[i] != '"') {
                if (b[i] >= 0 && b[i] < ' ') {
                    at = i;
                    return false;
                }
                if (b[i] == '\\' && !escape(i)) {
                    at = i;
                    return false;
                }
                i += b[i] == '\\' ? 2 : 1;
            }
            at = Math.min(end, i + 1);
            return i < end;
        }

        private boolean escape(int backslash) {
            if (backslash + 1 >= end) {
                return false;
            }
            byte letter = b[backslash + 1];
            if (letter != 'u') {
                return "\"\\/bfnrt".indexOf(letter) >= 0;
            }
            for (int i = backslash + 2; i < backslash + 6; i++) {
                if (i >= end || Character.digit(b[i], 16) < 0) {
                    return false;
                }
            }
            return true;
        }

        private boolean word(String word) {
            for (int i = 0; i < word.length(); i++, at++) {
                if (at >= end || b[at] != word.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        private boolean number() {
            at += b[at] == '-' ? 1 : 0;
            if (at < end && b[at] == '0') {
                at++;
            } else if (!digits()) {
                return false;
            }
            if (at < end && b[at] == '.') {
                at++;
                if (!digits()) {
                    return false;
                }
            }
            if (at < end && (b[at] | 0x20) == 'e') {
                at++;
                at += at < end && (b[at] == '+' || b[at] == '-') ? 1 : 0;
                return digits();
            }
            return true;
        }

        private boolean digits() {
            int from = at;
            while (at < end && b[at] >= '0' && b[at] <= '9') {
                at++;
            }
            return at > from;
        }

        /** Skips white space, unless there was a fault: its position must not move. */
        private void space(boolean good) {
            if (good) {
                space();
            }
        }

        private void space() {
            while (at < end && (b[at] == ' ' || b[at] == '\n' || b[at] == '\r' || b[at] == '\t')) {
                at++;
            }
        }
    }
}
