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
 * What may reach the server from a client that may not do everything there. Such a client's messages must say what they say
 * to any parser: some take the first of two members of one name, or do not tell a name from its capitals, and so might run
 * another tool than the one that was judged here.
 */
final class TierCheck {

    private static final List<String> OF_MESSAGES = List.of("jsonrpc", "id", "method", "params", "result", "error");
    private static final List<String> OF_PARAMS = List.of("name", "uri", "taskId", "arguments", "task");
    private static final String NOTIFICATIONS = "notifications/";
    private static final int LONGEST_KEY = 64;

    private TierCheck() {}

    /** Whether a request may be looked at closer. */
    static boolean isClear(Message request, RelaySession relaySession) {
        return !relaySession.restricted() || unambiguous(request);
    }

    /** What becomes of a request that could not be judged: nothing, unless its client may do everything. */
    static RequestAction orUnclear(RequestAction judged, RelaySession relaySession) {
        return relaySession.restricted() ? unclear() : judged;
    }

    /** Whether what asks for no answer may go on: a call that is dressed up as a notification may not. */
    static boolean passes(Message message, RelaySession relaySession) {
        if (!relaySession.restricted()) {
            return true;
        }
        String method = message.method();
        boolean passes = unambiguous(message) && (method == null || method.startsWith(NOTIFICATIONS));
        if (!passes) {
            relaySession.log().log(LogSeverity.WARN, "a message of a client that may not do everything is not passed on");
        }
        return passes;
    }

    private static boolean unambiguous(Message message) {
        Slice params = message.params();
        boolean object = params != null && Json.type(params) == JsonType.OBJECT;
        return unambiguous(message.bytes(), OF_MESSAGES)
                && (params == null || !object || unambiguous(params, OF_PARAMS));
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

    /** For a call that names no tool that we could judge. */
    static RequestAction unclear() {
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "it is not clear what is called: method, params and name must each be there once, name a text of at"
                        + " most 1024 bytes",
                "tools/list, then tools/call with one of its names");
        return new RequestAction.Here(() -> {
            throw new FaultException(new ErrorObject(ErrorObject.INVALID_PARAMS, why));
        });
    }

    /** What a client gets that may not call this tool; null when it may. */
    static @Nullable RequestAction refused(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call);
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Here(() -> relaySession.engine().refused(call, why).result());
        }
    }

    /** The same for what is no tool, and answered with an error of the protocol. */
    static @Nullable RequestAction refusedReading(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call.withHints(ToolHints.READS));
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Here(() -> {
                throw why;
            });
        }
    }
}
