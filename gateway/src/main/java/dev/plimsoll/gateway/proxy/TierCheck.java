package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolHints;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Controls what reaches the server from a restricted client. Its messages must mean the same to every parser: some
 * parsers take the first of two members with the same name, or ignore case, and could run a tool other than the one
 * that was checked here.
 */
final class TierCheck {

    private static final List<String> MESSAGE_MEMBERS = List.of("jsonrpc", "id", "method", "params", "result", "error");
    private static final List<String> PARAMS_MEMBERS =
            List.of("name", "uri", "taskId", "arguments", "task", "ref", "notifications");
    private static final Map<String, List<String>> MEMBERS_INSIDE_PARAMS =
            Map.of("ref", List.of("type", "name", "uri"), "notifications", List.of("resourceSubscriptions"));
    private static final String NOTIFICATION_PREFIX = "notifications/";
    private static final int MAX_KEY_LENGTH = 64;

    private TierCheck() {}

    /** Returns whether a request is unambiguous, or its client is not restricted. */
    static boolean canCheck(Message request, RelaySession relaySession) {
        return !relaySession.isRestricted() || isUnambiguous(request);
    }

    /** Returns the given action if the client is not restricted, else the refusal of an unclear request. */
    static RequestAction unlessRestricted(RequestAction action, RelaySession relaySession) {
        return relaySession.isRestricted() ? refuseUnclear() : action;
    }

    /** Returns whether a message that gets no response may pass. A call without an id may not. */
    static boolean mayPass(Message message, RelaySession relaySession) {
        if (!relaySession.isRestricted()) {
            return true;
        }
        String method = message.method();
        boolean isAllowed = isUnambiguous(message) && (method == null || method.startsWith(NOTIFICATION_PREFIX));
        if (!isAllowed) {
            relaySession.log().log(LogSeverity.WARN, "dropped a message of a restricted client");
        }
        return isAllowed;
    }

    private static boolean isUnambiguous(Message message) {
        Slice params = message.params();
        boolean isObject = params != null && Json.type(params) == JsonType.OBJECT;
        return isUnambiguous(message.bytes(), MESSAGE_MEMBERS)
                && (params == null
                        || !isObject
                        || (isUnambiguous(params, PARAMS_MEMBERS)
                                && MEMBERS_INSIDE_PARAMS.entrySet().stream()
                                        .allMatch(inside -> isUnambiguousInside(params, inside))));
    }

    private static boolean isUnambiguousInside(Slice params, Map.Entry<String, List<String>> inside) {
        Slice object = ObjectEdit.objectIn(params, inside.getKey());
        return object == null || isUnambiguous(object, inside.getValue());
    }

    private static boolean isUnambiguous(Slice object, List<String> names) {
        Set<String> seen = new HashSet<>();
        Members members = Members.of(object);
        while (members.next()) {
            // an escaped name may be six times as long
            String key = members.key().length() > 6 * MAX_KEY_LENGTH ? "" : members.keyText();
            for (String name : names) {
                if (name.equalsIgnoreCase(key) && (!name.equals(key) || !seen.add(key))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Refuses a call whose tool cannot be determined. */
    static RequestAction refuseUnclear() {
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "ambiguous request: method, params, and name must each occur once; name must be a string of at"
                        + " most 1024 bytes",
                "call tools/list, then tools/call with a listed name");
        return new RequestAction.Answer(() -> {
            throw new ProtocolErrorException(new ErrorObject(ErrorObject.INVALID_PARAMS, why));
        });
    }

    /** Returns the refusal if the client may not call this tool, or null. */
    static @Nullable RequestAction findRefusal(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call);
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Answer(
                    () -> LocalResult.of(relaySession.engine().refuse(call, why)));
        }
    }

    /** Returns the refusal if the client may not read, as a protocol error, or null. For methods that are not tools. */
    static @Nullable RequestAction findReadRefusal(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call.withHints(ToolHints.READ_ONLY));
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Answer(() -> {
                throw why;
            });
        }
    }
}
