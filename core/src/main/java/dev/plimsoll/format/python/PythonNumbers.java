package dev.plimsoll.format.python;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.Slice;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts numbers of Python to numbers of JSON. A number that is valid JSON keeps its written form. */
final class PythonNumbers {

    private static final Pattern NUMBER = Pattern.compile("([+-]?)(\\d*)(\\.\\d*)?([eE][+-]?\\d+)?");
    private static final int MAX_LENGTH = 4400;

    private PythonNumbers() {}

    /** Converts a number to JSON; null if the text is not a number. */
    static @Nullable Slice toJson(Slice text) {
        boolean isJsonNumber = text.length() <= MAX_LENGTH && JsonNumbers.isNumber(text);
        return isJsonNumber ? text : toJson(text.utf8());
    }

    /** Converts a number to JSON; null if the text is not a number. */
    static @Nullable Slice toJson(String text) {
        Matcher matcher = text.length() > MAX_LENGTH ? null : NUMBER.matcher(text);
        if (matcher == null || !matcher.matches()) {
            return null;
        }
        String integerDigits = matcher.group(2);
        String fraction = matcher.group(3) == null ? "" : matcher.group(3);
        boolean hasDigits = !integerDigits.isEmpty() || fraction.length() > 1;
        boolean isOctal = integerDigits.length() > 1 && integerDigits.charAt(0) == '0';
        if (!hasDigits || isOctal) {
            return null;
        }
        String exponent = matcher.group(4) == null ? "" : matcher.group(4);
        String json = (matcher.group(1).equals("-") ? "-" : "")
                + (integerDigits.isEmpty() ? "0" : integerDigits)
                + (fraction.equals(".") ? ".0" : fraction)
                + exponent;
        return Slice.of(json);
    }
}
