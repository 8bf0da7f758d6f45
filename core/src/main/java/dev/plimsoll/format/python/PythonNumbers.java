package dev.plimsoll.format.python;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.Slice;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers of Python as numbers of JSON. What JSON allows keeps its written form. */
final class PythonNumbers {

    private static final Pattern NUMBER = Pattern.compile("([+-]?)(\\d*)(\\.\\d*)?([eE][+-]?\\d+)?");
    private static final int MAX_LENGTH = 4400;

    private PythonNumbers() {}

    /** Returns the number in JSON; null if the text is none. */
    static @Nullable Slice normalized(Slice text) {
        boolean isJson = text.length() <= MAX_LENGTH && JsonNumbers.isJson(text);
        return isJson ? text : normalized(text.utf8());
    }

    /** Returns the number in JSON; null if the text is none. */
    static @Nullable Slice normalized(String text) {
        Matcher m = text.length() > MAX_LENGTH ? null : NUMBER.matcher(text);
        if (m == null || !m.matches()) {
            return null;
        }
        String whole = m.group(2);
        String fraction = m.group(3) == null ? "" : m.group(3);
        boolean hasDigit = !whole.isEmpty() || fraction.length() > 1;
        boolean isOctal = whole.length() > 1 && whole.charAt(0) == '0';
        if (!hasDigit || isOctal) {
            return null;
        }
        String exponent = m.group(4) == null ? "" : m.group(4);
        String json = (m.group(1).equals("-") ? "-" : "")
                + (whole.isEmpty() ? "0" : whole)
                + (fraction.equals(".") ? ".0" : fraction)
                + exponent;
        return Slice.of(json);
    }
}
