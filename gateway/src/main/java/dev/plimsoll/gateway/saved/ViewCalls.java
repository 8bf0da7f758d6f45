package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.ToolResults;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.saved.CallerServers.ViewWithServer;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.program.ToolAnswer;
import dev.plimsoll.schema.ListedTool;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Calls tools to read views. The calls go through the client's session, so that the checks of the client's own calls
 * apply: tiers, access rules, pins, and rate limits.
 *
 * @param calls sends the calls of one client request
 */
record ViewCalls(SavedViewHost host, InnerCalls calls) {

    private static final int MAX_PAGES = 200;

    /**
     * Value of a view after a call of its tool.
     *
     * @param tool the tool's entry in the listing
     */
    record ViewReadResult(Document value, ListedTool tool) {}

    /**
     * Calls the tool of a view and applies the query.
     *
     * @throws RefusedException if the tool cannot be called, fails, or the query fails
     */
    ViewReadResult read(ViewWithServer found) {
        SavedView view = found.view();
        CallerServer server = found.server();
        ListedTool tool = requireReadable(server, view.tool());
        Message response = await(calls.call(tool.name(), view.arguments()));
        ToolAnswer failedAnswer = ToolResults.findFailure(response);
        ToolAnswer.CallFailureReason failure = failedAnswer == null ? null : failedAnswer.failure();
        Slice result = response.result();
        if (failure != null || result == null) {
            String why = failure == null ? "it has no result" : failure.message();
            throw new RefusedException(
                    toErrorCode(failure == null ? "" : failure.code()),
                    tool.name() + " failed, so " + view.uri() + " has no value now: " + why,
                    "read it again later");
        }
        return new ViewReadResult(
                ViewValue.compute(server.context(), server.name(), view.tool(), view.selection(), result), tool);
    }

    /**
     * Returns the entry of a tool whose views may be saved and read.
     *
     * @throws RefusedException if the tool is not listed, is not read-only, or the policy does not allow its views
     */
    ListedTool requireReadable(CallerServer server, String tool) {
        if (!server.canSaveViews(tool)) {
            throw new RefusedException(
                    ErrorCode.FORBIDDEN,
                    "views of " + tool + " are not allowed",
                    "call the tool, or read a stored result with query; a rule of the operator can allow views: tools: { \""
                            + server.name() + "/" + tool + "\": { saved: true } }");
        }
        ListedTool listed = findTool(server, tool);
        if (!server.context().policies().forTool(server.name(), tool).isReadOnly(listed.readOnlyHint())) {
            throw new RefusedException(
                    ErrorCode.FORBIDDEN,
                    tool + " is not marked as read-only (readOnlyHint), and each read of a view calls it",
                    "call it yourself; a rule of the operator can allow it: readOnly: true");
        }
        return listed;
    }

    private ListedTool findTool(CallerServer server, String tool) {
        String cursor = null;
        for (int page = 0; page < MAX_PAGES; page++) {
            Slice result = await(calls.listTools(cursor)).result();
            Slice tools = result == null || Json.type(result) != JsonType.OBJECT ? null : Members.get(result, "tools");
            if (tools == null || Json.type(tools) != JsonType.ARRAY) {
                throw unavailable("it does not list its tools");
            }
            Elements entries = Elements.of(tools);
            while (entries.next()) {
                ListedTool listed = ListedTool.of(entries.value());
                ToolOwner owner = host.owners().apply(listed.name());
                if (owner != null && owner.tool().equals(tool) && owner.server().equals(server.name())) {
                    return listed;
                }
            }
            cursor = ObjectEdit.textIn(result, "nextCursor", Integer.MAX_VALUE);
            if (cursor == null) {
                break;
            }
        }
        throw new RefusedException(
                ErrorCode.ACTION_NOT_FOUND,
                server.name() + " does not list the tool " + tool + " to you now",
                "read the view again later, or remove it with save: \"-\"");
    }

    private static Message await(CompletableFuture<Message> response) {
        try {
            return response.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("the read was interrupted");
        } catch (ExecutionException | CancellationException e) {
            throw unavailable("the connection ended before the response");
        }
    }

    private static RefusedException unavailable(String why) {
        return new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE, "the server of the view does not respond: " + why, "try again later");
    }

    private static ErrorCode toErrorCode(String name) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .orElse(ErrorCode.TOOL_ERROR);
    }
}
