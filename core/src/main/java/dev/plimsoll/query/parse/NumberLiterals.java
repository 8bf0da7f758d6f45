package dev.plimsoll.query.parse;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.NumberValue;

/** Parses number literals: JSON numbers, and numbers with leading zeros or without digits on one side of the point. */
final class NumberLiterals {

    private NumberLiterals() {}

    static NumberValue parse(String text) {
        String number = text.startsWith(".") ? "0" + text : text;
        int from = 0;
        while (from < number.length() - 1 && number.charAt(from) == '0' && Character.isDigit(number.charAt(from + 1))) {
            from++;
        }
        number = number.substring(from);
        int point = number.indexOf('.');
        if (point >= 0 && (point + 1 == number.length() || !Character.isDigit(number.charAt(point + 1)))) {
            number = number.substring(0, point) + number.substring(point + 1);
        }
        Slice written = Slice.of(number);
        if (!Json.isValid(written)) {
            throw new IllegalStateException("number: not a valid literal: " + text);
        }
        return NumberValue.ofSource(written);
    }
}
