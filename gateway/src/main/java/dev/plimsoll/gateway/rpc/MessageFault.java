package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reason why a JSON object is not a valid message of MCP, which uses JSON-RPC 2.0 and only allows strings and
 * integers as IDs.
 *
 * @param reason the reason, as a sentence
 * @param id the ID for the error response; null if the message has no valid ID
 * @param isResponseExpected whether the sender gets an error response; notifications and responses get none
 */
public record MessageFault(String reason, @Nullable Slice id, boolean isResponseExpected) {

    private static final Slice VERSION = Slice.of("\"2.0\"");
    private static final int MAX_DIGITS = 40;
    private static final int MAX_VERSION_BYTES = 64;

    /** Returns the fault of a message; null if it is valid. */
    static @Nullable MessageFault find(Envelope envelope) {
        Slice id = envelope.id();
        Slice method = envelope.rawMethod();
        boolean isResponse = method == null && (envelope.result() != null || envelope.error() != null);
        String reason = findReason(envelope, id, method, isResponse);
        if (reason == null) {
            return null;
        }
        boolean isResponseExpected = method == null ? id == null && !isResponse : id != null;
        Slice responseId = isResponseExpected && id != null && isValidId(id) ? id : null;
        return new MessageFault(reason, responseId, isResponseExpected);
    }

    private static @Nullable String findReason(
            Envelope envelope, @Nullable Slice id, @Nullable Slice method, boolean isResponse) {
        Slice version = envelope.version();
        if (version == null || !isValidVersion(version)) {
            return version == null ? "jsonrpc is missing" : "jsonrpc is not \"2.0\"";
        }
        if (method != null && Json.type(method) != JsonType.STRING) {
            return "method is not a string";
        }
        // JSON-RPC allows a null ID in one case: in the error response to a message whose ID could not be
        // read
        boolean canBeNull = isResponse && envelope.error() != null;
        if (id != null && !isValidId(id) && !(canBeNull && Json.type(id) == JsonType.NULL)) {
            return "id is neither a string nor an integer";
        }
        return id == null && method == null && !isResponse ? "it has neither a method nor an id" : null;
    }

    private static boolean isValidVersion(Slice version) {
        return version.contentEquals(VERSION)
                || (Json.type(version) == JsonType.STRING
                        && version.length() <= MAX_VERSION_BYTES
                        && JsonText.unescapeToString(Json.stringInside(version)).equals("2.0"));
    }

    private static boolean isValidId(Slice id) {
        return switch (Json.type(id)) {
            case STRING -> true;
            case NUMBER -> isInteger(id);
            default -> false;
        };
    }

    /** Returns whether the value is an integer, also if it is written as {@code 1.0} or {@code 1e2}. */
    private static boolean isInteger(Slice number) {
        boolean hasDigitsOnly = true;
        for (int i = number.at(0) == '-' ? 1 : 0; i < number.length(); i++) {
            hasDigitsOnly &= number.at(i) >= '0' && number.at(i) <= '9';
        }
        if (hasDigitsOnly || number.length() > MAX_DIGITS) {
            return hasDigitsOnly;
        }
        try {
            return new BigDecimal(number.utf8()).stripTrailingZeros().scale() <= 0;
        } catch (NumberFormatException e) {
            // the exponent is too large
            return false;
        }
    }

    /** Returns the error that says what is wrong. */
    public RefusedException refusal() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "this is not a valid JSON-RPC message: " + reason,
                "\"jsonrpc\": \"2.0\", a method, and for a request a string or an integer as id");
    }

    /** Returns the error response. It must only be sent if {@link #isResponseExpected} is true. */
    public Message response() {
        return Message.error(id, new ErrorObject(ErrorObject.INVALID_REQUEST, refusal()));
    }
}
