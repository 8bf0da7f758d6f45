package dev.plimsoll.model;

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
 */
public record ToolCall(String server, String tool, String caller, Client client, int maxTokens, String argumentsHash) {

    public ToolCall {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(argumentsHash, "argumentsHash");
    }

    public static ToolCall of(String server, String tool, String caller) {
        return new ToolCall(server, tool, caller, Client.current(), 0, "");
    }

    public ToolCall withClient(Client other) {
        return new ToolCall(server, tool, caller, other, maxTokens, argumentsHash);
    }

    public ToolCall withMaxTokens(int tokens) {
        return new ToolCall(server, tool, caller, client, tokens, argumentsHash);
    }

    public ToolCall withTool(String name) {
        return new ToolCall(server, name, caller, client, maxTokens, argumentsHash);
    }

    public ToolCall withArgumentsHash(String hash) {
        return new ToolCall(server, tool, caller, client, maxTokens, hash);
    }
}
