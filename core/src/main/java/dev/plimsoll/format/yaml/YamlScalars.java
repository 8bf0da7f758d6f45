package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Resolves scalars by the core schema. Numbers keep their written form where JSON allows. */
final class YamlScalars {

    private static final String STANDARD = "tag:yaml.org,2002:";
    private static final int MAX_RADIX_DIGITS = 64;

    /** Length of the longest word that is no text: {@code false}. */
    private static final int MAX_WORD = 5;

    private YamlScalars() {}

    /** Writes a scalar as JSON. */
    static void write(ScalarEvent event, ByteSink out) {
        String value = event.getValue();
        String json = isTyped(event) ? json(value) : null;
        if (json == null) {
            out.string(value);
        } else {
            out.ascii(json);
        }
    }

    /**
     * Writes a plain scalar, which is not empty, as JSON.
     *
     * @param isRaw whether no character of it has an escape in JSON
     */
    static void writePlain(Slice value, boolean isRaw, ByteSink out) {
        byte first = value.at(0);
        boolean isNumeric = first > 0 && mayBeNumber((char) first);
        if (isNumeric && JsonNumbers.isJson(value)) {
            out.raw(value);
            return;
        }
        boolean mayBeWord = value.length() <= MAX_WORD && "~nNtTfF".indexOf(first) >= 0;
        String json = isNumeric || mayBeWord ? json(value.utf8()) : null;
        if (json != null) {
            out.ascii(json);
        } else if (isRaw) {
            out.stringRaw(value);
        } else {
            out.string(value);
        }
    }

    /** Returns whether the form of a scalar tells its type: it is plain, or has a tag of a type that is no text. */
    private static boolean isTyped(ScalarEvent event) {
        String tag = event.getTag().orElse("");
        if (tag.isEmpty()) {
            return event.getScalarStyle() == ScalarStyle.PLAIN;
        }
        return switch (tag) {
            case STANDARD + "int", STANDARD + "float", STANDARD + "bool", STANDARD + "null" -> true;
            default -> false;
        };
    }

    private static @Nullable String json(String value) {
        return switch (value) {
            case "", "~", "null", "Null", "NULL" -> "null";
            case "true", "True", "TRUE" -> "true";
            case "false", "False", "FALSE" -> "false";
            default -> mayBeNumber(value.charAt(0)) ? number(value) : null;
        };
    }

    private static boolean mayBeNumber(char first) {
        return (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    }

    private static @Nullable String number(String value) {
        if (value.startsWith("0x")) {
            return parseRadix(value, 16);
        }
        if (value.startsWith("0o")) {
            return parseRadix(value, 8);
        }
        String json = normalized(value);
        return json != null && JsonNumbers.isJson(Slice.of(json)) ? json : null;
    }

    /** Returns a decimal number without what JSON does not allow: a plus, zeros, a point without digits beside it. */
    private static @Nullable String normalized(String value) {
        int end = value.length();
        boolean isSigned = value.charAt(0) == '-' || value.charAt(0) == '+';
        int from = isSigned ? 1 : 0;
        int point = digits(value, from);
        boolean hasPoint = point < end && value.charAt(point) == '.';
        int fractionEnd = hasPoint ? digits(value, point + 1) : point;
        boolean hasFraction = fractionEnd > point + 1;
        if (point == from && !hasFraction) {
            return null;
        }
        while (from < point - 1 && value.charAt(from) == '0') {
            from++;
        }
        String sign = value.charAt(0) == '-' ? "-" : "";
        String whole = point == from ? "0" : value.substring(from, point);
        String fraction = hasFraction ? value.substring(point, fractionEnd) : hasPoint ? ".0" : "";
        return sign + whole + fraction + value.substring(fractionEnd);
    }

    private static int digits(String value, int from) {
        int i = from;
        while (i < value.length() && value.charAt(i) >= '0' && value.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private static @Nullable String parseRadix(String value, int radix) {
        int digits = value.length() - 2;
        for (int i = 2; i < value.length(); i++) {
            if (Character.digit(value.charAt(i), radix) < 0 || value.charAt(i) >= 0x80) {
                return null;
            }
        }
        return digits == 0 || digits > MAX_RADIX_DIGITS ? null : new BigInteger(value.substring(2), radix).toString();
    }
}
