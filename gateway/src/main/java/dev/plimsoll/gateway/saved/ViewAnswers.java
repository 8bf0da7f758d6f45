package dev.plimsoll.gateway.saved;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.saved.SavedSources.Found;
import dev.plimsoll.gateway.saved.ViewCalls.ReadView;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import java.util.List;

/** Creates the answers with values of views. Each answer is within the budget of the view's tool. */
final class ViewAnswers {

    /** Argument digest of the stored values: no call of a tool has it, so that no value is compared with a result. */
    private static final String DIGEST = "view";

    private ViewAnswers() {}

    /**
     * Returns the result of the read tool.
     *
     * @param isWhole whether a program reads the value: then no budget limits it
     */
    static Outcome toolAnswer(Found found, ReadView read, ClientFeatures client, int maxTokens, boolean isWhole) {
        JsonWriter json = new JsonWriter(read.value().bytes().length() + 64);
        json.beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", read.value().bytes());
        Slice result = json.endObject().endArray().endObject().slice();
        ToolCall call = call(found, read, client, isWhole).withMaxTokens(maxTokens);
        return found.source().context().engine().guard(call, RawResult.of(result));
    }

    /** Returns the result of {@code resources/read}. */
    static Outcome resourceAnswer(Found found, ReadView read, ClientFeatures client) {
        Slice result = resource(found.view(), read.value(), client);
        ToolCall call = call(found, read, client, false);
        return found.source()
                .context()
                .engine()
                .guardResource(call, found.view().uri(), result);
    }

    /** Returns the result of {@code resources/read} with the whole value. */
    static Slice resource(SavedView view, Document value, ClientFeatures client) {
        JsonWriter json = new JsonWriter(value.bytes().length() + 256);
        json.beginObject().beginArray("contents").beginObject();
        json.string("uri", view.uri()).string("mimeType", value.json() ? "application/json" : "text/plain");
        json.string("text", value.bytes()).endObject().endArray();
        if (client.needsResultType()) {
            // the next result of the tool may change the value
            client.writeResultType(json);
            json.number("ttlMs", 0).string("cacheScope", "private");
        }
        return json.endObject().slice();
    }

    /** Returns a call of the view's tool whose policy fits a value instead of a result of the tool. */
    private static ToolCall call(Found found, ReadView read, ClientFeatures client, boolean isWhole) {
        SavedSource source = found.source();
        String tool = found.view().tool();
        Policy policy = source.context()
                .policies()
                .of(source.server(), tool, client.name())
                .policy()
                .with(Policy.STRIP, List.of())
                .with(Policy.STYLE, null)
                .with(Policy.QUERIES, null);
        return source.call()
                .withTool(tool)
                .withSettings(source.context().settings().withPolicies(Policies.of(policy)))
                .withSession(source.context().session())
                .withClient(client)
                .withHints(read.tool().hints())
                .withArgumentsHash(DIGEST)
                .withProgramReader(isWhole);
    }

    /** Returns the result of a read tool that only has a sentence, which is never shaped. */
    static Outcome sentence(String sentence, SavedSource source, ClientFeatures client) {
        JsonWriter json =
                new JsonWriter(512).beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", sentence);
        Slice result = json.endObject().endArray().endObject().slice();
        Policy policy = source.context().policies().base().with(Policy.STYLE, new StyleId("pass"));
        ToolCall call = source.call()
                .withSettings(source.context().settings().withPolicies(Policies.of(policy)))
                .withSession(source.context().session())
                .withClient(client)
                .withHints(ToolHints.READ_ONLY);
        return source.context().engine().guard(call, RawResult.of(result));
    }

    static Slice withResultType(Slice result, ClientFeatures client) {
        return client.needsResultType() ? ObjectEdit.with(result, "resultType", Slice.of("\"complete\"")) : result;
    }
}
