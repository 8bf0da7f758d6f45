package dev.plimsoll.model;

import java.util.List;
import java.util.Objects;

/**
 * Identifies the call that a result belongs to.
 *
 * @param server name of the server
 * @param tool name of the tool on that server
 * @param caller caller to which cursors are bound; empty if unknown
 * @param client features that the answer may use
 * @param maxTokens budget that this request asks for, or 0 for the policy's own
 * @param argumentsHash digest of the canonical arguments, or empty
 * @param sourceMillis time until the server responded; 0 if unknown
 * @param arguments arguments that the tool declares; empty if unknown
 * @param hints hints that the tool declares
 * @param session id of the session; empty if requests have none
 * @param unit unit of a rollout, which is always in the same arm: a session, caller, trace, or {@link #ALONE}; if empty, the
 *     session, otherwise the caller, otherwise this call alone
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

    /** Unit of a call that belongs to no other call. */
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
        return new ToolCall(
                server, tool, caller, ClientFeatures.current(), 0, "", 0, List.of(), ToolHints.UNKNOWN, "", "");
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

    /** Returns a copy with this response time of the server, in milliseconds. */
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

    /** Returns a copy with the arguments that the tool declares. */
    public ToolCall withArguments(List<ToolArgument> declared) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, declared, hints, session, unit);
    }

    /** Returns a copy with the hints that the tool declares. */
    public ToolCall withHints(ToolHints declared) {
        return new ToolCall(
                server,
                tool,
                caller,
                client,
                maxTokens,
                argumentsHash,
                sourceMillis,
                arguments,
                declared,
                session,
                unit);
    }

    /** Returns a copy in this session. */
    public ToolCall withSession(String id) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, arguments, hints, id, unit);
    }

    /** Returns a copy in this unit of a rollout. */
    public ToolCall withUnit(String other) {
        return new ToolCall(
                server, tool, caller, client, maxTokens, argumentsHash, sourceMillis, arguments, hints, session, other);
    }

    /** Returns the name of the tool as the client, and so the model, sees it. */
    public String clientToolName() {
        return client.toolNames().clientName(tool);
    }
}
