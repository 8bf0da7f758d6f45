package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;

/**
 * Canonical form of request IDs. It is needed because a server may write the ID of a request in another way
 * than the client.
 */
public final class RequestId {

    private static final int MAX_ID_BYTES = 4096;
    private static final int MAX_DIGITS = 40;

    private RequestId() {}

    /**
     * Returns a key that is the same for all ways to write an ID: for {@code "a"} and its Unicode escape, and
     * for {@code 1} and {@code 1.0}. Strings and numbers have different keys.
     */
    public static String key(Slice id) {
        if (id.length() > MAX_ID_BYTES) {
            // no client uses such IDs: the length, the beginning, and the end are enough for a key
            return id.length() + ":" + id.sub(0, 64).utf8()
                    + id.sub(id.length() - 64, id.length()).utf8();
        }
        if (Json.type(id) == JsonType.STRING) {
            return '"' + JsonText.unescapeToString(Json.stringInside(id));
        }
        String text = id.utf8();
        return isPlainInteger(id) || text.length() > MAX_DIGITS ? text : canonicalNumber(text);
    }

    /**
     * Returns the key of the ID with the same characters and the other type. Some servers respond to the
     * request 1 with the ID {@code "1"}.
     */
    public static String keyOfOtherType(String key) {
        return key.startsWith("\"") ? key.substring(1) : '"' + key;
    }

    private static boolean isPlainInteger(Slice number) {
        for (int i = 0; i < number.length(); i++) {
            byte b = number.at(i);
            if (b != '-' && (b < '0' || b > '9')) {
                return false;
            }
        }
        return true;
    }

    private static String canonicalNumber(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            return Math.abs((long) number.scale()) > MAX_DIGITS
                    ? text
                    : number.stripTrailingZeros().toPlainString();
        } catch (NumberFormatException e) {
            return text;
        }
    }
}
