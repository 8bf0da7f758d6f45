package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolHints;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Controls what reaches the server from a restricted client. Every parser must read its messages in the same way. Some parsers
 * take the first of two members with the same name, or ignore case, and could run a different tool than the one that was
 * checked here.
 */
final class TierCheck {

    private static final List<String> OF_MESSAGES = List.of("jsonrpc", "id", "method", "params", "result", "error");
    private static final List<String> OF_PARAMS = List.of("name", "uri", "taskId", "arguments", "task");
    private static final String NOTIFICATIONS = "notifications/";
    private static final int LONGEST_KEY = 64;

    private TierCheck() {}

    /** Returns whether a request is unambiguous, or its client is not restricted. */
    static boolean isClear(Message request, RelaySession relaySession) {
        return !relaySession.restricted() || unambiguous(request);
    }

    /** Returns the given action if the client is not restricted, else the refusal of an unclear request. */
    static RequestAction orUnclear(RequestAction action, RelaySession relaySession) {
        return relaySession.restricted() ? unclear() : action;
    }

    /** Returns whether a message without a response may pass. A call without an id may not. */
    static boolean passes(Message message, RelaySession relaySession) {
        if (!relaySession.restricted()) {
            return true;
        }
        String method = message.method();
        boolean passes = unambiguous(message) && (method == null || method.startsWith(NOTIFICATIONS));
        if (!passes) {
            relaySession.log().log(
                    LogSeverity.WARN, "dropped a message of a restricted client");
        }
        return passes;
    }

    private static boolean unambiguous(Message message) {
        Slice params = message.params();
        boolean isObject = params != null && Json.type(params) == JsonType.OBJECT;
        return unambiguous(message.bytes(), OF_MESSAGES)
                && (params == null || !isObject || unambiguous(params, OF_PARAMS));
    }

    private static boolean unambiguous(Slice object, List<String> names) {
        Set<String> seen = new HashSet<>();
        Members members = Members.of(object);
        while (members.next()) {
            // an escaped name may be six times as long
            String key = members.key().length() > 6 * LONGEST_KEY ? "" : members.keyText();
            for (String name : names) {
                if (name.equalsIgnoreCase(key) && (!name.equals(key) || !seen.add(key))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Refuses a call whose tool cannot be determined. */
    static RequestAction unclear() {
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "ambiguous request: method, params, and name must each occur once; name must be a string of at"
                        + " most 1024 bytes",
                "call tools/list, then tools/call with a listed name");
        return new RequestAction.Here(() -> {
            throw new FaultException(new ErrorObject(ErrorObject.INVALID_PARAMS, why));
        });
    }

    /** Returns the refusal if the client may not call this tool, or null. */
    static @Nullable RequestAction refused(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call);
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Here(
                    () -> relaySession.engine().refuse(call, why).result());
        }
    }

    /** Returns the refusal if the client may not read, as a protocol error, or null. For methods that are not tools. */
    static @Nullable RequestAction refusedReading(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call.withHints(ToolHints.READ_ONLY));
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Here(() -> {
                throw why;
            });
        }
    }
}
