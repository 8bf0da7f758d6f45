package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.FailureResponses;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.ToolPolicy;

/**
 * Limits log messages of a server to the byte limit of an answer. The rest is not stored, because log
 * messages are not results.
 */
final class LogMessageLimiter {

    static final String METHOD = "notifications/message";

    /** Smallest limit, in bytes. For messages up to this size, the policy is not looked up. */
    private static final int MIN_LIMIT_BYTES = 1_000;

    private LogMessageLimiter() {}

    /** Returns the message, cut if it is too large. */
    static Message limit(Message message, RelaySession relaySession) {
        if (message.length() <= MIN_LIMIT_BYTES || !METHOD.equals(message.method())) {
            return message;
        }
        try {
            return cut(message, relaySession);
        } catch (RuntimeException e) {
            FailureResponses.logInternalError(relaySession.log(), e, "a log message passes unchanged");
            return message;
        }
    }

    private static Message cut(Message message, RelaySession relaySession) {
        ToolPolicy policy = relaySession.policies().forTool(relaySession.server(), METHOD);
        int maxBytes = Math.max(MIN_LIMIT_BYTES, policy.policy().budget(0).bytes());
        Slice params = message.params();
        Slice data = params == null ? null : ObjectEdit.valueIn(params, "data");
        if (!policy.canShape() || params == null || data == null || data.length() <= maxBytes) {
            return message;
        }
        boolean isText = Json.type(data) == JsonType.STRING;
        Slice fullText = isText ? JsonText.unescapeToSlice(Json.stringInside(data)) : data;
        if (fullText.length() <= maxBytes) {
            return message;
        }
        ByteSink shortened = new ByteSink(maxBytes + 64).raw(fullText.sub(0, Utf8.floor(fullText, maxBytes)));
        shortened.raw(Slice.of("… [" + fullText.length() + " bytes]"));
        relaySession.log().log(
                LogSeverity.DEBUG, "cut a log message of the server", "bytes", fullText.length(), "limit", maxBytes);
        Slice newData = new JsonWriter(maxBytes + 128).string(shortened.slice()).slice();
        return message.withParams(ObjectEdit.with(params, "data", newData));
    }
}
