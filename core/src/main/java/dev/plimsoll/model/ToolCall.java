package dev.plimsoll.model;

import java.util.List;
import java.util.Objects;

/**
 * Which call a result belongs to.
 *
 * @param server the upstream's name
 * @param tool the tool's own name there
 * @param caller who asked; cursors are bound to it; empty when nobody is known
 * @param client what the answer may use
 * @param maxTokens the budget this request asks for, 0 for the policy's own
 * @param argumentsHash a digest of the canonical arguments, or empty
 * @param sourceMillis how long the upstream took to answer it; 0 when nobody knows
 * @param arguments what the tool declares that it can be asked; empty when nobody knows
 * @param hints what the tool says of itself
 * @param session what counts as one conversation; empty where requests stand alone
 * @param unit what is treated alike while a policy is rolled out to a share of all: everything of one conversation, caller or
 *     trace, or {@link #ALONE}; empty: its session's, else its caller's, else nothing else's
 */
public record ToolCall(
        String server,
        String tool,
        String caller,
        ClientFeatures client,
        int maxTokens,
        String argumentsHash,
        long sourceMillis,
        List<ToolArgument> arguments,
        ToolHints hints,
        String session,
        String unit) {

    /** The unit of what belongs to nothing else. */
    public static final String ALONE = "alone";

    public ToolCall {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(argumentsHash, "argumentsHash");
        Objects.requireNonNull(hints, "hints");
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(unit, "unit");
        arguments = List.copyOf(arguments);
    }

    public static ToolCall of(String server, String tool, String caller) {
        return new ToolCall(server, tool, caller, ClientFeatures.current(), 0, "", 0, List.of(), ToolHints.UNSEEN, "", "");
    }

    public ToolCall withClient(ClientFeatures other) {
        return new ToolCall(
                server, tool, caller, other, maxTokens, argumentsHash, sourceMillis, arguments, hints, session, unit);
    }

    public ToolCall withMaxTokens(int tokens) {
        return new ToolCall(
                server, tool, caller, client, tokens, argumentsHash, sourceMillis, arguments, hints, session, unit);
    }

    public ToolCall withTool(String name) {
        return new ToolCall(
                server, name, caller, client, maxTokens, argumentsHash, sourceMillis, arguments, hints, session, unit);
    }

    public ToolCall withArgumentsHash(String hash) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, hash, sourceMillis, arguments, hints, session, unit);
    }

    /** The same call, answered by the upstream after that many milliseconds. */
    public ToolCall withSourceMillis(long millis) {
        return new ToolCall(
                server,
                tool,
                caller,
                client,
                maxTokens,
                argumentsHash,
                Math.max(0, millis),
                arguments,
                hints,
                session,
                unit);
    }

    /** The same call of a tool that can be asked these things. */
    public ToolCall withArguments(List<ToolArgument> declared) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, declared, hints, session, unit);
    }

    /** The same call of a tool that says this of itself. */
    public ToolCall withHints(ToolHints said) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, arguments, said, session, unit);
    }

    /** The same call in that conversation. */
    public ToolCall withSession(String id) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, arguments, hints, id, unit);
    }

    /** The same call as a part of that. */
    public ToolCall withUnit(String of) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, arguments, hints, session, of);
    }

    /** The tool as this client calls it: what a model reads of it. */
    public String shownTool() {
        return client.names().shown(tool);
    }
}
