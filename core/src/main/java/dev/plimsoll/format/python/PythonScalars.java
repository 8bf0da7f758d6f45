package dev.plimsoll.format.python;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Parses the values of Python that are no containers, and writes them as JSON. */
final class PythonScalars {

    private final byte[] b;
    private final int end;
    private final ByteSink out;
    private final PythonStrings strings;

    PythonScalars(Slice text, ByteSink out) {
        this.b = text.bytes();
        this.end = text.to();
        this.out = out;
        this.strings = new PythonStrings(text, out);
    }

    /**
     * Parses and writes the value at an offset.
     *
     * @return the offset after it; if there is no value, where it fails, as a negative number
     */
    int write(int at) {
        byte c = b[at];
        if (c == '\'' || c == '"' || strings.isPrefixed(at)) {
            return strings.write(at);
        }
        if ((c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+') {
            return writeNumber(at);
        }
        if (c == '<') {
            return writeSource(at, skipAngles(at));
        }
        return isNamePart(c) ? writeNamed(at) : -at;
    }

    private int writeNumber(int at) {
        if (startsWith(at, "...")) {
            return writeSource(at, at + 3);
        }
        if (startsWith(at, "-inf") || startsWith(at, "-nan")) {
            return writeSource(at, at + 4);
        }
        int i = at;
        boolean isInteger = true;
        for (; i < end; i++) {
            byte c = b[i];
            boolean isSign = (c == '-' || c == '+') && (i == at || b[i - 1] == 'e' || b[i - 1] == 'E');
            if (!isSign && !(c >= '0' && c <= '9') && c != '.' && c != 'e' && c != 'E') {
                break;
            }
            isInteger &= c != '.' && c != 'e' && c != 'E';
        }
        if (i < end && b[i] == 'j') {
            return writeSource(at, i + 1);
        }
        Slice digits = new Slice(b, at, i);
        if (i < end && isNamePart(b[i])) {
            return -i;
        }
        Slice number = isInteger && isPlainInteger(digits) ? digits : PythonNumbers.normalized(digits);
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

    private int writeNamed(int at) {
        int to = at;
        while (to < end && (isNamePart(b[to]) || b[to] == '.' || (b[to] >= '0' && b[to] <= '9'))) {
            to++;
        }
        if (to < end && b[to] == '(') {
            int after = skipCall(to);
            if (after < 0) {
                return after;
            }
            Slice converted = PythonCalls.convert(new Slice(b, at, after));
            if (converted == null) {
                out.string(new Slice(b, at, after));
            } else {
                out.raw(converted);
            }
            return after;
        }
        String constant = constant(new Slice(b, at, to));
        if (constant == null) {
            return to == end ? -end : -at;
        }
        out.ascii(constant);
        return to;
    }

    private static @Nullable String constant(Slice name) {
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
    int skipSetName(int at) {
        byte first = b[at];
        boolean isFrozen = first == 'f' && startsWith(at, "frozenset(");
        int length = isFrozen ? 10 : first == 's' && startsWith(at, "set(") ? 4 : 0;
        return length == 0 ? 0 : at + length;
    }

    /**
     * Writes the source in a range as a JSON string, and returns its end. If the end is negative, which marks
     * an error, nothing is written.
     */
    private int writeSource(int from, int to) {
        if (to > 0) {
            out.string(new Slice(b, from, to));
        }
        return to;
    }

    /** Returns the offset after the parentheses that begin at this offset; negative if they do not close. */
    private int skipCall(int from) {
        int depth = 0;
        for (int i = from; i < end; i++) {
            byte c = b[i];
            if (c == '\'' || c == '"') {
                int after = strings.skip(i);
                if (after < 0) {
                    return after;
                }
                i = after - 1;
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
        for (int i = from; i < end && b[i] != '\n'; i++) {
            depth += b[i] == '<' ? 1 : 0;
            boolean isArrow = b[i] == '>' && i > from && (b[i - 1] == '-' || b[i - 1] == '=');
            if (b[i] == '>' && !isArrow) {
                depth--;
                if (depth == 0) {
                    return i + 1;
                }
            }
        }
        return -end;
    }

    private boolean startsWith(int at, String word) {
        if (at + word.length() > end) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (b[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNamePart(byte c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c < 0;
    }
}
