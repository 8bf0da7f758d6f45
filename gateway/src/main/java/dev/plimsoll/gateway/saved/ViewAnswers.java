package dev.plimsoll.gateway.saved;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.saved.CallerServers.ViewWithServer;
import dev.plimsoll.gateway.saved.ViewCalls.ViewReadResult;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import java.util.List;

/** Creates answers with the values of views. Each answer is within the budget of the view's tool. */
final class ViewAnswers {

    /**
     * Argument digest of values. No tool call has this digest, so a value is never compared with a result of a tool.
     */
    private static final String DIGEST = "view";

    private ViewAnswers() {}

    /**
     * Returns the result of the read tool with the value of a view.
     *
     * @param isForProgram whether a program reads the value, so that it has no budget
     */
    static Outcome toolAnswer(
            ViewWithServer found,
            ViewReadResult readResult,
            ClientFeatures client,
            int maxTokens,
            boolean isForProgram) {
        JsonWriter json = new JsonWriter(readResult.value().bytes().length() + 64);
        json.beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", readResult.value().bytes());
        Slice result = json.endObject().endArray().endObject().slice();
        ToolCall call = createCall(found, readResult, client, isForProgram).withMaxTokens(maxTokens);
        return found.server().context().engine().guard(call, RawResult.of(result));
    }

    /** Returns the result of {@code resources/read} within the budget. */
    static Outcome resourceAnswer(ViewWithServer found, ViewReadResult readResult, ClientFeatures client) {
        Slice result = completeResource(found.view(), readResult.value(), client);
        ToolCall call = createCall(found, readResult, client, false);
        return found.server()
                .context()
                .engine()
                .guardResource(call, found.view().uri(), result);
    }

    /** Returns the result of {@code resources/read} with the complete value. */
    static Slice completeResource(SavedView view, Document value, ClientFeatures client) {
        JsonWriter json = new JsonWriter(value.bytes().length() + 256);
        json.beginObject().beginArray("contents").beginObject();
        json.string("uri", view.uri()).string("mimeType", value.isJson() ? "application/json" : "text/plain");
        json.string("text", value.bytes()).endObject().endArray();
        if (client.needsResultType()) {
            // the next result of the tool may change the value
            client.writeResultType(json);
            json.number("ttlMs", 0).string("cacheScope", "private");
        }
        return json.endObject().slice();
    }

    /** Returns a call of the view's tool without the policy keys that apply only to results of the tool. */
    private static ToolCall createCall(
            ViewWithServer found, ViewReadResult readResult, ClientFeatures client, boolean isForProgram) {
        CallerServer server = found.server();
        String tool = found.view().tool();
        Policy policy = server.context()
                .policies()
                .forTool(server.name(), tool, client.name())
                .policy()
                .with(Policy.STRIP, List.of())
                .with(Policy.STYLE, null)
                .with(Policy.QUERIES, null);
        return server.readCall()
                .withTool(tool)
                .withSettings(server.context().settings().withPolicies(Policies.of(policy)))
                .withSession(server.context().session())
                // the name that this client uses, which differs on the hub
                .withClient(client.withToolNames(
                        name -> name.equals(tool) ? readResult.tool().name() : name))
                .withHints(readResult.tool().hints())
                .withArgumentsHash(DIGEST)
                .withProgramReader(isForProgram);
    }

    /** Returns the result of the read tool with a sentence that is never shaped. */
    static Outcome sentenceAnswer(String sentence, CallerServer server, ClientFeatures client) {
        JsonWriter json =
                new JsonWriter(512).beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", sentence);
        Slice result = json.endObject().endArray().endObject().slice();
        Policy policy = server.context().policies().base().with(Policy.STYLE, new StyleId("pass"));
        ToolCall call = server.readCall()
                .withSettings(server.context().settings().withPolicies(Policies.of(policy)))
                .withSession(server.context().session())
                .withClient(client)
                .withHints(ToolHints.READ_ONLY);
        return server.context().engine().guard(call, RawResult.of(result));
    }

    static Slice withResultType(Slice result, ClientFeatures client) {
        return client.needsResultType() ? ObjectEdit.with(result, "resultType", Slice.of("\"complete\"")) : result;
    }
}
