package dev.plimsoll.servlet.message;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.schema.ReadTool;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes a page of {@code tools/list}: widens output schemas, hides tools that the sender may not call, and adds the read
 * tool to the first page, because some clients never request another one.
 *
 * @param call a call of the sender
 * @param isShared whether every sender gets the same listing
 */
record ToolListResponse(
        GuardedServer server, ToolCall call, boolean isFirstPage, boolean isShared, boolean isRestricted)
        implements ResponseHandler {

    static RequestDecision decide(GuardedServer server, ClientMessage request, MessageSender sender, boolean isShared) {
        boolean isFirstPage = JsonObjects.text(request.params(), "cursor") == null;
        ToolCall call = server.call(request, sender, "tools/list");
        return new RequestDecision.Forward(
                null, new ToolListResponse(server, call, isFirstPage, isShared, server.isRestricted(sender)));
    }

    @Override
    public Slice onResult(Slice result, String session) {
        try {
            return listed(result);
        } catch (RuntimeException e) {
            // otherwise the server's own listing would pass, with tools that this sender must not see
            if (isRestricted) {
                throw new RefusedException(
                        ErrorCode.INTERNAL_ERROR, "invalid tools/list result of the server", "repeat tools/list later");
            }
            throw e;
        }
    }

    private Slice listed(Slice result) {
        Slice tools = JsonObjects.value(result, "tools");
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return result;
        }
        List<Slice> entries = new ArrayList<>();
        boolean mayShape = server.policy("").canShape();
        boolean isUnchanged = true;
        Elements elements = Elements.of(tools);
        while (elements.next()) {
            ListedTool tool = ListedTool.of(elements.value());
            boolean isNamed = !tool.name().isEmpty();
            if (isNamed) {
                server.tools().add(tool);
            }
            boolean isVisible = isNamed ? server.isVisible(call, tool) : !isRestricted;
            // Plimsoll's own entry replaces that of a server that also uses Plimsoll
            if (!isVisible || tool.name().equals(call.client().readTool())) {
                isUnchanged = false;
                continue;
            }
            ToolPolicy policy = server.policy(tool.name());
            mayShape |= isNamed && policy.canShape();
            Slice entry = tool.clientEntry(policy, call.client());
            isUnchanged &= entry.isSameRange(tool.entry());
            entries.add(entry);
        }
        if (isFirstPage && mayShape) {
            entries.add(ReadTool.entry(call.client(), false, server.policies()));
        } else if (isUnchanged) {
            return result;
        }
        return withScope(JsonObjects.with(
                result,
                "tools",
                new JsonWriter(tools.length() + 2_048)
                        .array(entries, (entry, json) -> json.raw(entry))
                        .slice()));
    }

    /** Returns the result as one that shared caches may not store, if it differs between senders. */
    private Slice withScope(Slice result) {
        return isShared || !"public".equals(JsonObjects.text(result, "cacheScope"))
                ? result
                : JsonObjects.with(result, "cacheScope", Slice.of("\"private\""));
    }
}
