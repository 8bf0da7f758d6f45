package dev.plimsoll.format.python;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Parses the values of Python that are not containers, and writes them as JSON. */
final class PythonScalars {

    private final byte[] bytes;
    private final int end;
    private final ByteSink out;
    private final PythonStrings strings;

    PythonScalars(Slice text, ByteSink out) {
        this.bytes = text.bytes();
        this.end = text.to();
        this.out = out;
        this.strings = new PythonStrings(text, out);
    }

    /**
     * Parses and writes the value at an offset.
     *
     * @return the offset after the value; if there is no value, the offset of the error as a negative number
     */
    int write(int start) {
        byte c = bytes[start];
        if (c == '\'' || c == '"' || strings.isPrefixed(start)) {
            return strings.write(start);
        }
        if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+') {
            return writeNumber(start);
        }
        if (c == '<') {
            return writeSource(start, skipAngles(start));
        }
        return isNamePart(c) ? writeNameOrCall(start) : -start;
    }

    private int writeNumber(int start) {
        if (startsWith(start, "...")) {
            return writeSource(start, start + 3);
        }
        if (startsWith(start, "-inf") || startsWith(start, "-nan")) {
            return writeSource(start, start + 4);
        }
        int i = start;
        boolean isInteger = true;
        for (; i < end; i++) {
            byte c = bytes[i];
            boolean isSign = (c == '-' || c == '+') && (i == start || bytes[i - 1] == 'e' || bytes[i - 1] == 'E');
            if (!isSign && !(c >= '0' && c <= '9') && c != '.' && c != 'e' && c != 'E') {
                break;
            }
            isInteger &= c != '.' && c != 'e' && c != 'E';
        }
        if (i < end && bytes[i] == 'j') {
            return writeSource(start, i + 1);
        }
        Slice digits = new Slice(bytes, start, i);
        if (i < end && isNamePart(bytes[i])) {
            return -i;
        }
        Slice number = isInteger && isPlainInteger(digits) ? digits : PythonNumbers.toJson(digits);
        if (number == null) {
            return -i;
        }
        out.raw(number);
        return i;
    }

    private static boolean isPlainInteger(Slice digits) {
        int first = digits.at(0) == '-' ? 1 : 0;
        int length = digits.length() - first;
        return length > 0 && digits.at(first) != '+' && (length == 1 || digits.at(first) != '0');
    }

    private int writeNameOrCall(int start) {
        int nameEnd = start;
        while (nameEnd < end
                && (isNamePart(bytes[nameEnd])
                        || bytes[nameEnd] == '.'
                        || (bytes[nameEnd] >= '0' && bytes[nameEnd] <= '9'))) {
            nameEnd++;
        }
        if (nameEnd < end && bytes[nameEnd] == '(') {
            int callEnd = skipCall(nameEnd);
            if (callEnd < 0) {
                return callEnd;
            }
            Slice converted = PythonCalls.convert(new Slice(bytes, start, callEnd));
            if (converted == null) {
                out.string(new Slice(bytes, start, callEnd));
            } else {
                out.raw(converted);
            }
            return callEnd;
        }
        String constant = toJsonConstant(new Slice(bytes, start, nameEnd));
        if (constant == null) {
            return nameEnd == end ? -end : -start;
        }
        out.ascii(constant);
        return nameEnd;
    }

    private static @Nullable String toJsonConstant(Slice name) {
        if (name.length() == 4 && name.at(0) == 'N' && name.at(1) == 'o' && name.at(2) == 'n' && name.at(3) == 'e') {
            return "null";
        }
        return switch (name.length() > 8 ? "" : name.utf8()) {
            case "True" -> "true";
            case "False" -> "false";
            case "nan" -> "\"nan\"";
            case "inf" -> "\"inf\"";
            case "Ellipsis" -> "\"Ellipsis\"";
            default -> null;
        };
    }

    /** Returns the offset after {@code frozenset(} or {@code set(} at this offset; 0 if there is none. */
    int skipSetName(int start) {
        byte first = bytes[start];
        boolean isFrozen = first == 'f' && startsWith(start, "frozenset(");
        int length = isFrozen ? 10 : first == 's' && startsWith(start, "set(") ? 4 : 0;
        return length == 0 ? 0 : start + length;
    }

    /**
     * Writes the source in a range as a JSON string, and returns its end. If the end is negative, which marks
     * an error, nothing is written.
     */
    private int writeSource(int from, int to) {
        if (to > 0) {
            out.string(new Slice(bytes, from, to));
        }
        return to;
    }

    /** Returns the offset after the parentheses that begin at this offset; negative if they do not close. */
    private int skipCall(int from) {
        int depth = 0;
        for (int i = from; i < end; i++) {
            byte c = bytes[i];
            if (c == '\'' || c == '"') {
                int stringEnd = strings.skip(i);
                if (stringEnd < 0) {
                    return stringEnd;
                }
                i = stringEnd - 1;
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return -end;
    }

    /** Returns the offset after {@code <…>}, which may be nested, but must end in the same line. */
    private int skipAngles(int from) {
        int depth = 0;
        for (int i = from; i < end && bytes[i] != '\n'; i++) {
            depth += bytes[i] == '<' ? 1 : 0;
            boolean isArrow = bytes[i] == '>' && i > from && (bytes[i - 1] == '-' || bytes[i - 1] == '=');
            if (bytes[i] == '>' && !isArrow) {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return -end;
    }

    private boolean startsWith(int start, String prefix) {
        if (start + prefix.length() > end) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (bytes[start + i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNamePart(byte c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c < 0;
    }
}
