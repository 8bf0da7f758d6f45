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

    /** Length of the longest word that is not a string: {@code false}. */
    private static final int MAX_WORD_LENGTH = 5;

    private YamlScalars() {}

    /** Writes a scalar as JSON. */
    static void write(ScalarEvent event, ByteSink out) {
        String value = event.getValue();
        String json = canHaveOtherType(event) ? toJson(value) : null;
        if (json == null) {
            out.string(value);
        } else {
            out.ascii(json);
        }
    }

    /**
     * Writes a plain scalar, which is not empty, as JSON.
     *
     * @param isRaw whether no character of the scalar must be escaped in JSON
     */
    static void writePlain(Slice value, boolean isRaw, ByteSink out) {
        byte first = value.at(0);
        boolean isNumeric = first > 0 && canBeNumber((char) first);
        if (isNumeric && JsonNumbers.isNumber(value)) {
            out.raw(value);
            return;
        }
        boolean canBeWord = value.length() <= MAX_WORD_LENGTH && "~nNtTfF".indexOf(first) >= 0;
        String json = isNumeric || canBeWord ? toJson(value.utf8()) : null;
        if (json != null) {
            out.ascii(json);
        } else if (isRaw) {
            out.rawString(value);
        } else {
            out.string(value);
        }
    }

    /** Returns whether a scalar can have a type other than string: it is plain, or has the tag of such a type. */
    private static boolean canHaveOtherType(ScalarEvent event) {
        String tag = event.getTag().orElse("");
        if (tag.isEmpty()) {
            return event.getScalarStyle() == ScalarStyle.PLAIN;
        }
        return switch (tag) {
            case STANDARD + "int", STANDARD + "float", STANDARD + "bool", STANDARD + "null" -> true;
            default -> false;
        };
    }

    private static @Nullable String toJson(String value) {
        return switch (value) {
            case "", "~", "null", "Null", "NULL" -> "null";
            case "true", "True", "TRUE" -> "true";
            case "false", "False", "FALSE" -> "false";
            default -> canBeNumber(value.charAt(0)) ? numberToJson(value) : null;
        };
    }

    private static boolean canBeNumber(char first) {
        return (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    }

    private static @Nullable String numberToJson(String value) {
        if (value.startsWith("0x")) {
            return parseRadix(value, 16);
        }
        if (value.startsWith("0o")) {
            return parseRadix(value, 8);
        }
        String json = normalizeDecimal(value);
        return json != null && JsonNumbers.isNumber(Slice.of(json)) ? json : null;
    }

    /**
     * Converts a decimal number to the form of JSON: no plus sign, no leading zeros, and digits on both sides of the
     * point. Does not check the text after the digits; returns null if there are no digits.
     */
    private static @Nullable String normalizeDecimal(String value) {
        int end = value.length();
        boolean isSigned = value.charAt(0) == '-' || value.charAt(0) == '+';
        int integerStart = isSigned ? 1 : 0;
        int integerEnd = endOfDigits(value, integerStart);
        boolean hasPoint = integerEnd < end && value.charAt(integerEnd) == '.';
        int fractionEnd = hasPoint ? endOfDigits(value, integerEnd + 1) : integerEnd;
        boolean hasFraction = fractionEnd > integerEnd + 1;
        if (integerEnd == integerStart && !hasFraction) {
            return null;
        }
        while (integerStart < integerEnd - 1 && value.charAt(integerStart) == '0') {
            integerStart++;
        }
        String sign = value.charAt(0) == '-' ? "-" : "";
        String integerPart = integerEnd == integerStart ? "0" : value.substring(integerStart, integerEnd);
        String fraction = hasFraction ? value.substring(integerEnd, fractionEnd) : hasPoint ? ".0" : "";
        return sign + integerPart + fraction + value.substring(fractionEnd);
    }

    private static int endOfDigits(String value, int from) {
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
