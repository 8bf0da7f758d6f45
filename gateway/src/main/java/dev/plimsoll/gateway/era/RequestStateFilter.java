package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.era.form.ResultType;
import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/** Encrypts the request states of a modern server for one caller, and decrypts them again. */
final class RequestStateFilter implements MessageFilter {

    private static final String REQUEST_STATE = "requestState";
    private static final int MAX_NAME_LENGTH = 65_536;

    private final RequestStateCipher cipher;
    private final String caller;
    private final PendingRequests<String> bindings = new PendingRequests<>(Integer.MAX_VALUE);

    /** @param caller the name of the caller, which contains the identity of the server; states are bound to it */
    RequestStateFilter(RequestStateCipher cipher, String caller) {
        this.cipher = cipher;
        this.caller = caller;
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        String method = message.method();
        if (id == null || method == null || !ProtocolMethod.allowsInput(method)) {
            link.server().send(message);
            return;
        }
        String binding = binding(method, message);
        var _ = bindings.add(id, binding);
        Slice params = message.params();
        Slice state = message.param(REQUEST_STATE);
        if (params == null || state == null) {
            link.server().send(message);
            return;
        }
        String encryptedState =
                Json.type(state) == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(state)) : "";
        Slice decryptedState = cipher.decrypt(encryptedState, binding);
        if (decryptedState == null) {
            var _ = bindings.cancel(id);
            link.client().onMessage(rejectedState(id));
        } else {
            link.server().send(message.withParams(ObjectEdit.with(params, REQUEST_STATE, decryptedState)));
        }
    }

    private String binding(String method, Message request) {
        String name = ObjectEdit.shortText(
                request.param(String.valueOf(ProtocolMethod.nameParameter(method))), MAX_NAME_LENGTH);
        return caller + '\n' + method + '\n' + name;
    }

    private static Message rejectedState(Slice id) {
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST,
                "requestState is invalid, has expired, or belongs to another call",
                "repeat the call without requestState and inputResponses");
        return Message.error(id, new ErrorObject(ErrorObject.INVALID_PARAMS, why));
    }

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.isResponse() ? message.id() : null;
        String binding = id == null ? null : bindings.remove(id);
        Slice result = message.result();
        Slice state =
                binding == null || !ResultType.isInputRequired(message) ? null : message.findInResult(REQUEST_STATE);
        if (binding == null || result == null || state == null) {
            link.client().onMessage(message);
            return;
        }
        Slice encryptedState =
                new ByteSink().string(cipher.encrypt(state, binding)).slice();
        link.client().onMessage(message.withResult(ObjectEdit.with(result, REQUEST_STATE, encryptedState)));
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why, FilterLink link) throws IOException {
        var _ = bindings.remove(requestId);
        link.client().onRequestFailed(requestId, why);
    }
}
