package dev.plimsoll.call;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolHints;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.view.ReadArguments;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Call of a tool, as a host passes it to the engine: the caller, the tool, and the features that the answer may use.
 *
 * @param server name of the server
 * @param tool name of the tool on that server
 * @param caller caller to which cursors are bound; empty if unknown
 * @param settings settings of the host for this caller
 * @param client features that the answer may use
 * @param maxTokens budget that this request asks for, or 0 for the policy's own
 * @param readArguments view of the result that the call asks for
 * @param facts facts about the tool and its run
 * @param session id of the session; empty if requests have none
 * @param unit unit of a rollout; all calls of a unit are in the same arm. It names a session, a caller, or a trace, or
 *     is {@link #ALONE}. If empty, the unit is the session, else the caller, else this call alone
 */
public record ToolCall(
        String server,
        String tool,
        String caller,
        CallerSettings settings,
        ClientFeatures client,
        int maxTokens,
        ReadArguments readArguments,
        CallFacts facts,
        String session,
        String unit) {

    /** Value of {@code unit} for a call that forms a unit alone, without other calls. */
    public static final String ALONE = "alone";

    public ToolCall {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(readArguments, "readArguments");
        Objects.requireNonNull(facts, "facts");
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(unit, "unit");
    }

    /** Creates a call of a trusted caller, by a client with the features of the current revision. */
    public static ToolCall of(String server, String tool, String caller) {
        return new ToolCall(
                server,
                tool,
                caller,
                CallerSettings.DEFAULT,
                ClientFeatures.current(),
                0,
                ReadArguments.NONE,
                CallFacts.UNKNOWN,
                "",
                "");
    }

    public ToolCall withTool(String name) {
        return new ToolCall(server, name, caller, settings, client, maxTokens, readArguments, facts, session, unit);
    }

    /** Returns a copy with these settings for its caller. */
    public ToolCall withSettings(CallerSettings newSettings) {
        return new ToolCall(server, tool, caller, newSettings, client, maxTokens, readArguments, facts, session, unit);
    }

    public ToolCall withClient(ClientFeatures newClient) {
        return new ToolCall(server, tool, caller, settings, newClient, maxTokens, readArguments, facts, session, unit);
    }

    public ToolCall withMaxTokens(int tokens) {
        return new ToolCall(server, tool, caller, settings, client, tokens, readArguments, facts, session, unit);
    }

    /** Returns a copy that asks for this view of its result. */
    public ToolCall withReadArguments(ReadArguments newReadArguments) {
        return new ToolCall(server, tool, caller, settings, client, maxTokens, newReadArguments, facts, session, unit);
    }

    private ToolCall withFacts(CallFacts newFacts) {
        return new ToolCall(server, tool, caller, settings, client, maxTokens, readArguments, newFacts, session, unit);
    }

    public ToolCall withArgumentsHash(String hash) {
        return withFacts(facts.withArgumentsHash(hash));
    }

    /** Returns a copy with this response time of the server, in milliseconds. */
    public ToolCall withSourceMillis(long millis) {
        return withFacts(facts.withSourceMillis(millis));
    }

    /** Returns a copy with the arguments that the tool declares. */
    public ToolCall withArguments(List<ToolArgument> declared) {
        return withFacts(facts.withArguments(declared));
    }

    /** Returns a copy with the hints that the tool declares. */
    public ToolCall withHints(ToolHints declared) {
        return withFacts(facts.withHints(declared));
    }

    /** Returns a copy with the arguments that the server gets; null if they are unknown. */
    public ToolCall withSentArguments(@Nullable Slice sent) {
        return withFacts(facts.withSentArguments(sent));
    }

    /** Returns a copy whose arguments have these values in place of handles. */
    public ToolCall withHandles(ReplacedHandles replaced) {
        return withFacts(facts.withHandles(replaced));
    }

    /**
     * Returns a copy whose result was joined from these pages of the server. The result is always shaped,
     * because the answer must tell which pages it contains.
     */
    public ToolCall withCollected(CollectedPages pages) {
        return withFacts(facts.withCollected(pages));
    }

    /** Returns a copy whose reader is a program, which gets the whole result, or a model. */
    public ToolCall withProgramReader(boolean isForProgram) {
        return withFacts(facts.withReader(isForProgram, facts.isInner()));
    }

    /** Returns a copy for a call that Plimsoll makes itself: its arguments and its result pass unchanged. */
    public ToolCall asInner() {
        return withFacts(facts.withReader(true, true));
    }

    /** Returns a copy in this session. */
    public ToolCall withSession(String id) {
        return new ToolCall(server, tool, caller, settings, client, maxTokens, readArguments, facts, id, unit);
    }

    /** Returns a copy in this unit of a rollout. */
    public ToolCall withUnit(String newUnit) {
        return new ToolCall(server, tool, caller, settings, client, maxTokens, readArguments, facts, session, newUnit);
    }

    /** Returns the hints that the tool declares. */
    public ToolHints hints() {
        return facts.hints();
    }

    /** Returns the digest of the canonical arguments; empty if unknown. */
    public String argumentsHash() {
        return facts.argumentsHash();
    }

    /** Returns the response time of the server in milliseconds; 0 if unknown. */
    public long sourceMillis() {
        return facts.sourceMillis();
    }

    /** Returns the name of the tool as the client, and so the model, sees it. */
    public String clientToolName() {
        return client.toolNames().clientName(tool);
    }
}
