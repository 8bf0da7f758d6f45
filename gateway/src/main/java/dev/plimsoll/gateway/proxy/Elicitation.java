package dev.plimsoll.gateway.proxy;

import dev.plimsoll.ElicitationRequest;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Questions to a client's user as the protocol has them: up to 2025-11-25 a request of their own, later a result that asks
 * for input, after which the client repeats its call with the answer.
 */
final class Elicitation {

    static final String METHOD = "elicitation/create";

    private static final String KEY = "narrow";
    private static final String STATE = "requestState";
    private static final String OURS = "plimsoll:";
    private static final Set<String> ACTIONS = Set.of("accept", "decline", "cancel");
    private static final int LONGEST_STATE = 256;

    private Elicitation() {}

    /** Whether these capabilities have forms: an empty declaration means them, one of URLs alone does not. */
    static boolean declared(@Nullable Slice capabilities) {
        Slice elicitation = capabilities == null ? null : ObjectEdit.objectIn(capabilities, "elicitation");
        return elicitation != null
                && (Members.get(elicitation, "form") != null || Members.get(elicitation, "url") == null);
    }

    static Slice params(ElicitationRequest elicitationRequest) {
        ByteSink out = new ByteSink(elicitationRequest.schema().length() + 256);
        out.ascii("{\"message\":").string(elicitationRequest.message());
        return out.ascii(",\"requestedSchema\":")
                .raw(elicitationRequest.schema())
                .ascii("}")
                .slice();
    }

    /** The result that asks. */
    static Slice inputRequired(ElicitationRequest elicitationRequest) {
        ByteSink out = new ByteSink(elicitationRequest.schema().length() + 512);
        out.ascii("{\"resultType\":\"input_required\",\"inputRequests\":{").string(KEY);
        out.ascii(":{\"method\":").string(METHOD).ascii(",\"params\":").raw(params(elicitationRequest));
        return out.ascii("}},\"requestState\":")
                .string(OURS + elicitationRequest.state())
                .ascii("}")
                .slice();
    }

    /** The state of our question that a repeated call brings back; null when it has none, or another's. */
    static @Nullable String state(Slice params) {
        String state = ObjectEdit.textIn(params, STATE, LONGEST_STATE);
        return state != null && state.startsWith(OURS) ? state.substring(OURS.length()) : null;
    }

    /** The answer that a repeated call brings; null when there is none to our question. */
    static @Nullable Slice response(Slice params) {
        Slice responses = ObjectEdit.objectIn(params, "inputResponses");
        return responses == null ? null : ObjectEdit.objectIn(responses, KEY);
    }

    /** What the user did; {@code none} when the client does not say. */
    static String action(@Nullable Slice response) {
        String action = ObjectEdit.textIn(response, "action", 16);
        return action != null && ACTIONS.contains(action) ? action : "none";
    }
}
