package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.call.ElicitationRequest;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes elicitation messages. In revisions up to 2025-11-25, an elicitation is a request to the
 * client. In later revisions, it is a result that requests input, and the client repeats its call with the
 * user's answer.
 */
public final class Elicitation {

    static final String METHOD = "elicitation/create";

    /** Key of Plimsoll's input request, with which the client returns the answer. */
    private static final String INPUT_KEY = "narrow";

    private static final String STATE_MEMBER = "requestState";
    private static final String STATE_PREFIX = "plimsoll:";
    private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");
    private static final int MAX_STATE_BYTES = 256;

    private Elicitation() {}

    /**
     * Returns whether these capabilities of a client include elicitation by forms: {@code "elicitation": {}}
     * does, {@code "elicitation": {"url": {}}} does not.
     */
    static boolean isDeclared(@Nullable Slice capabilities) {
        Slice elicitation = capabilities == null ? null : ObjectEdit.objectIn(capabilities, "elicitation");
        return elicitation != null
                && (Members.get(elicitation, "form") != null || Members.get(elicitation, "url") == null);
    }

    static Slice toParams(ElicitationRequest elicitationRequest) {
        JsonWriter json = new JsonWriter(elicitationRequest.schema().length() + 256);
        writeParams(elicitationRequest, json);
        return json.slice();
    }

    private static void writeParams(ElicitationRequest elicitationRequest, JsonWriter json) {
        json.beginObject().string("message", elicitationRequest.message());
        json.raw("requestedSchema", elicitationRequest.schema()).endObject();
    }

    /** Returns the result that requests input. */
    static Slice writeInputRequired(ElicitationRequest elicitationRequest) {
        JsonWriter json = new JsonWriter(elicitationRequest.schema().length() + 512).beginObject();
        json.string("resultType", "input_required").beginObject("inputRequests");
        json.beginObject(INPUT_KEY).string("method", METHOD);
        writeParams(elicitationRequest, json.name("params"));
        json.endObject().endObject().string("requestState", STATE_PREFIX + elicitationRequest.state());
        return json.endObject().slice();
    }

    /**
     * Returns the request state of a repeated call, without its prefix; null if the call has none, or if it
     * is the server's own.
     */
    public static @Nullable String findState(Slice params) {
        String state = ObjectEdit.textIn(params, STATE_MEMBER, MAX_STATE_BYTES);
        return state != null && state.startsWith(STATE_PREFIX) ? state.substring(STATE_PREFIX.length()) : null;
    }

    /** Returns the user's answer to Plimsoll's input request in a repeated call; null if there is none. */
    public static @Nullable Slice findResponse(Slice params) {
        Slice responses = ObjectEdit.objectIn(params, "inputResponses");
        return responses == null ? null : ObjectEdit.objectIn(responses, INPUT_KEY);
    }

    /** Returns the user's action, or {@code none} if the client does not give one. */
    static String action(@Nullable Slice response) {
        String action = ObjectEdit.textIn(response, "action", 16);
        return action != null && ACTIONS.contains(action) ? action : "none";
    }
}
