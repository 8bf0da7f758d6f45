package dev.plimsoll.gateway.headers;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool argument that an HTTP header repeats.
 *
 * @param path the names of the members that lead to the argument
 * @param header full name of the header
 */
public record MirroredArgument(List<String> path, String header) {

    private static final int MAX_VALUE_BYTES = 1 << 13;
    private static final int MAX_NUMBER_LENGTH = 40;

    /** Largest integer that every JSON parser reads exactly. */
    private static final BigDecimal MAX_EXACT_INTEGER = BigDecimal.valueOf((1L << 53) - 1);

    public MirroredArgument {
        path = List.copyOf(path);
    }

    /** Returns the header value; null if the argument is missing or cannot be a header value. */
    public @Nullable String headerValue(@Nullable Slice arguments) {
        Slice value = findArgument(arguments);
        if (value == null || value.length() > MAX_VALUE_BYTES) {
            return null;
        }
        return switch (Json.type(value)) {
            case STRING -> HeaderValue.encode(JsonText.unescapeToString(Json.stringInside(value)));
            case BOOLEAN -> value.utf8();
            case NUMBER -> canonicalNumber(value.utf8());
            default -> null;
        };
    }

    /**
     * Returns whether a request with these arguments must have the header. For numbers that not every parser
     * reads exactly, it is optional.
     */
    public boolean isRequired(@Nullable Slice arguments) {
        Slice value = findArgument(arguments);
        if (value == null || headerValue(arguments) == null) {
            return false;
        }
        return Json.type(value) != JsonType.NUMBER
                || new BigDecimal(value.utf8()).abs().compareTo(MAX_EXACT_INTEGER) <= 0;
    }

    /**
     * Returns whether a header agrees with the arguments. Any value agrees with a missing argument.
     *
     * @param decoded the decoded header value
     */
    public boolean isConsistent(@Nullable Slice arguments, String decoded) {
        Slice value = findArgument(arguments);
        if (value == null) {
            return true;
        }
        return switch (Json.type(value)) {
            case STRING -> decoded.equals(JsonText.unescapeToString(Json.stringInside(value)));
            case BOOLEAN -> decoded.equals(value.utf8());
            case NUMBER -> isSameNumber(decoded, value.utf8());
            default -> true;
        };
    }

    /** Returns the argument; null if it is missing. */
    private @Nullable Slice findArgument(@Nullable Slice arguments) {
        Slice value = arguments;
        for (String name : path) {
            value = value == null ? null : ObjectEdit.valueIn(value, name);
        }
        return value;
    }

    private static @Nullable String canonicalNumber(String text) {
        if (text.length() > MAX_NUMBER_LENGTH) {
            return null;
        }
        BigDecimal number = new BigDecimal(text);
        return Math.abs((long) number.scale()) > MAX_NUMBER_LENGTH
                ? null
                : number.stripTrailingZeros().toPlainString();
    }

    /** Returns whether two texts are the same number, such as 42 and 42.0. Long texts are only compared as texts. */
    private static boolean isSameNumber(String first, String second) {
        if (first.length() > MAX_NUMBER_LENGTH || second.length() > MAX_NUMBER_LENGTH) {
            return first.equals(second);
        }
        try {
            return new BigDecimal(first).compareTo(new BigDecimal(second)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
