package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.proxy.check.RuleCheck;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.ToolPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Limits the completions of an argument to the first values that fit into the byte limit of an answer. Values
 * are never cut, because a cut value would be a wrong value. Users can type more to shorten the list.
 */
final class Completions implements MethodHandler {

    private static final String METHOD = "completion/complete";
    private static final int MAX_TEMPLATE_BYTES = 65_536;

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        RequestAction refusal = relaySession.isRestricted() ? findRefusal(request, relaySession) : null;
        if (refusal != null) {
            return refusal;
        }
        String template = relaySession.access().isEmpty() ? null : findTemplate(request);
        if (template == null) {
            return new RequestAction.Forward(null, result -> limit(result, relaySession));
        }
        TemplateCompletions completions = TemplateCompletions.of(request, template);
        return new RequestAction.Forward(null, result -> limit(completions.filter(result, relaySession), relaySession));
    }

    private static @Nullable String findTemplate(Message request) {
        Slice params = request.params();
        Slice ref = params == null ? null : ObjectEdit.objectIn(params, "ref");
        return ObjectEdit.textIn(ref, "uri", MAX_TEMPLATE_BYTES);
    }

    /**
     * Returns the refusal if the caller may not use the prompt, or may not read any resource of the template;
     * else null.
     */
    private static @Nullable RequestAction findRefusal(Message request, RelaySession relaySession) {
        Slice params = request.params();
        Slice ref = params == null ? null : ObjectEdit.objectIn(params, "ref");
        String prompt = ObjectEdit.textIn(ref, "name", 1024);
        String template = findTemplate(request);
        if ((prompt == null) == (template == null)) {
            return TierCheck.ambiguousRequestRefusal();
        }
        String readMethod = prompt == null ? "resources/read" : "prompts/get";
        RequestAction refusal = TierCheck.findReadRefusal(relaySession.call(readMethod, request), relaySession);
        String server = relaySession.server();
        AccessRequest accessRequest = prompt == null
                ? AccessRequest.ofTemplate(server, String.valueOf(template))
                : new AccessRequest(Kind.PROMPT, server, prompt, null);
        return refusal == null ? RuleCheck.findUseRefusal(accessRequest, relaySession) : refusal;
    }

    private static Slice limit(Slice result, RelaySession relaySession) {
        ToolPolicy policy = relaySession.policies().forTool(relaySession.server(), METHOD);
        int maxBytes = policy.policy().budget(0).bytes();
        Slice completion = ObjectEdit.valueIn(result, "completion");
        Slice values = completion == null ? null : ObjectEdit.valueIn(completion, "values");
        if (!policy.canShape() || result.length() <= maxBytes || completion == null || values == null) {
            return result;
        }
        Slice fittingValues = Json.type(values) == JsonType.ARRAY ? findFirstValues(values, maxBytes) : null;
        if (fittingValues == null) {
            return result;
        }
        Slice shortened =
                ObjectEdit.with(ObjectEdit.with(completion, "values", fittingValues), "hasMore", Slice.of("true"));
        return ObjectEdit.with(result, "completion", shortened);
    }

    /** Returns the first values that fit; null if all fit. */
    private static @Nullable Slice findFirstValues(Slice values, int maxBytes) {
        ItemIndex items = ItemIndex.of(values);
        ByteSink out = new ByteSink(maxBytes + 2);
        JsonWriter json = new JsonWriter(out).beginArray();
        for (int i = 0; i < items.count(); i++) {
            if (out.size() + items.item(i).length() > maxBytes) {
                return json.endArray().slice();
            }
            json.raw(items.item(i));
        }
        return null;
    }
}
