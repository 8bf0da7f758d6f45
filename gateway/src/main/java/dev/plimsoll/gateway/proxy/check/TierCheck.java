package dev.plimsoll.gateway.proxy.check;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.ProtocolErrorException;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
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
 * Checks the messages of a restricted client before they reach the server. A message must mean the same to
 * every parser. If two of its members have the same name, or names that differ only in case, the server could
 * read the other member, and run another tool than the one that was checked here.
 */
public final class TierCheck {

    /**
     * Names of members that must be unambiguous: in messages, in {@code params}, and in objects inside {@code
     * params}.
     */
    private static final List<String> MESSAGE_MEMBERS = List.of("jsonrpc", "id", "method", "params", "result", "error");

    private static final List<String> PARAMS_MEMBERS =
            List.of("name", "uri", "taskId", "arguments", "task", "ref", "notifications");
    private static final Map<String, List<String>> MEMBERS_INSIDE_PARAMS =
            Map.of("ref", List.of("type", "name", "uri"), "notifications", List.of("resourceSubscriptions"));
    private static final String NOTIFICATION_PREFIX = "notifications/";
    private static final int MAX_KEY_LENGTH = 64;

    private TierCheck() {}

    /** Returns whether a request is unambiguous, or its client is not restricted. */
    public static boolean canCheck(Message request, RelaySession relaySession) {
        return !relaySession.isRestricted() || isUnambiguous(request);
    }

    /** Returns the given action if the client is not restricted, else the refusal of an ambiguous request. */
    public static RequestAction allowUnlessRestricted(RequestAction action, RelaySession relaySession) {
        return relaySession.isRestricted() ? ambiguousRequestRefusal() : action;
    }

    /**
     * Returns whether a message that gets no response may pass. From a restricted client, only responses and
     * notifications may, not a call without an ID.
     */
    public static boolean canPass(Message message, RelaySession relaySession) {
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
                                        .allMatch(namesByMember -> isUnambiguousMember(params, namesByMember))));
    }

    private static boolean isUnambiguousMember(Slice params, Map.Entry<String, List<String>> namesByMember) {
        Slice object = ObjectEdit.objectIn(params, namesByMember.getKey());
        return object == null || isUnambiguous(object, namesByMember.getValue());
    }

    private static boolean isUnambiguous(Slice object, List<String> names) {
        Set<String> seenNames = new HashSet<>();
        Members members = Members.of(object);
        while (members.next()) {
            // in JSON, each character of a name may be a Unicode escape of six bytes
            String key = members.key().length() > 6 * MAX_KEY_LENGTH ? "" : members.keyText();
            for (String name : names) {
                if (name.equalsIgnoreCase(key) && (!name.equals(key) || !seenNames.add(key))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the refusal of an ambiguous request. */
    public static RequestAction ambiguousRequestRefusal() {
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "ambiguous request: method, params, and name must each occur once; name must be a string of at"
                        + " most 1024 bytes",
                "send each member once, with a listed name");
        return new RequestAction.Answer(() -> {
            throw new ProtocolErrorException(new ErrorObject(ErrorObject.INVALID_PARAMS, why));
        });
    }

    /**
     * Returns the refusal of a call that the client's tier does not allow, as a result of the tool; null if
     * it is allowed.
     */
    public static @Nullable RequestAction findRefusal(ToolCall call, RelaySession relaySession) {
        try {
            relaySession.engine().requireCall(call);
            return null;
        } catch (RefusedException why) {
            return new RequestAction.Answer(
                    () -> LocalResult.of(relaySession.engine().refuse(call, why)));
        }
    }

    /**
     * Returns the refusal of a method that only reads, such as {@code prompts/get}, as a protocol error; null
     * if the client's tier allows it.
     */
    public static @Nullable RequestAction findReadRefusal(ToolCall call, RelaySession relaySession) {
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
