package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;

/**
 * How a conversation begins, in either era. The server speaks for itself; all we add is that resources can be read, for
 * our answers may hold links to what they left out.
 */
final class Opening implements Endpoint {

    @Override
    public Route route(Message request, Conversation conversation) {
        Slice params = request.params();
        if (params != null) {
            conversation.clientIs(ClientName.opening(params));
        }
        Slice capabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
        if (capabilities != null) {
            conversation.clientCan(capabilities);
        }
        return new Route.Onward(null, result -> opened(result, conversation));
    }

    private static Slice opened(Slice result, Conversation conversation) {
        if (Json.type(result) != JsonType.OBJECT) {
            return result;
        }
        String revision = ObjectEdit.textIn(result, "protocolVersion", 64);
        if (revision != null) {
            conversation.agreed(revision);
        }
        Slice capabilities = ObjectEdit.objectIn(result, "capabilities");
        if (capabilities == null) {
            return result;
        }
        conversation.serverCan(capabilities);
        boolean links = revision == null || Revision.client(revision).links();
        boolean needed = links && Members.get(capabilities, "tools") != null;
        if (!needed || Members.get(capabilities, "resources") != null) {
            return result;
        }
        return ObjectEdit.with(result, "capabilities", ObjectEdit.with(capabilities, "resources", Slice.of("{}")));
    }
}
