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
 * Changes a page of {@code tools/list}: widens output schemas, and hides tools that the sender may not call. The read tool is added to
 * the first page, because some clients never request another page.
 *
 * @param call a call of the sender
 * @param isListingShared whether every sender gets the same listing
 */
record ToolListResponseHandler(
        GuardedServer server, ToolCall call, boolean isFirstPage, boolean isListingShared, boolean isRestricted)
        implements ResponseHandler {

    static RequestDecision decide(
            GuardedServer server, ClientMessage request, MessageSender sender, boolean isListingShared) {
        boolean isFirstPage = JsonObjects.findText(request.params(), "cursor") == null;
        ToolCall call = server.toCall(request, sender, "tools/list");
        return new RequestDecision.Forward(
                null,
                new ToolListResponseHandler(server, call, isFirstPage, isListingShared, server.isRestricted(sender)));
    }

    @Override
    public Slice onResult(Slice result, String session) {
        try {
            return changeListing(result);
        } catch (RuntimeException e) {
            // the unchanged listing may contain tools that this sender must not see
            if (isRestricted) {
                throw new RefusedException(
                        ErrorCode.INTERNAL_ERROR, "invalid tools/list result of the server", "repeat tools/list later");
            }
            throw e;
        }
    }

    private Slice changeListing(Slice result) {
        Slice tools = JsonObjects.findValue(result, "tools");
        if (tools == null || Json.type(tools) != JsonType.ARRAY) {
            return result;
        }
        List<Slice> entries = new ArrayList<>();
        boolean canShapeAny = server.policy("").canShape();
        boolean isChanged = false;
        Elements elements = Elements.of(tools);
        while (elements.next()) {
            ListedTool tool = ListedTool.of(elements.value());
            boolean isNamed = !tool.name().isEmpty();
            if (isNamed) {
                server.tools().add(tool);
            }
            boolean isVisible = isNamed ? server.isVisible(call, tool) : !isRestricted;
            // this engine's entry replaces that of a server that uses Plimsoll itself
            if (!isVisible || tool.name().equals(call.client().readTool())) {
                isChanged = true;
                continue;
            }
            ToolPolicy policy = server.policy(tool.name());
            canShapeAny |= isNamed && policy.canShape();
            Slice entry = tool.clientEntry(policy, call.client());
            isChanged |= !entry.isSameRange(tool.entry());
            entries.add(entry);
        }
        if (isFirstPage && canShapeAny) {
            entries.add(ReadTool.entry(call.client(), false, server.policies()));
        } else if (!isChanged) {
            return result;
        }
        return withPrivateScope(JsonObjects.withMember(
                result,
                "tools",
                new JsonWriter(tools.length() + 2_048)
                        .array(entries, (entry, json) -> json.raw(entry))
                        .slice()));
    }

    /** Returns the result with a private cache scope if the listing differs between senders. */
    private Slice withPrivateScope(Slice result) {
        return isListingShared || !"public".equals(JsonObjects.findText(result, "cacheScope"))
                ? result
                : JsonObjects.withMember(result, "cacheScope", Slice.of("\"private\""));
    }
}
