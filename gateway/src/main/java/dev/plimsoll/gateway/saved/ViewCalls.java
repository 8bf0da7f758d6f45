package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.paging.ToolResults;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.saved.SavedSources.Found;
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
 * The calls that read views. They go through the client's session, so that they pass the same checks as the client's
 * own calls: tiers, access rules, pins, and rate limits.
 *
 * @param calls requests of one client request
 */
record ViewCalls(SavedHost host, InnerCalls calls) {

    private static final int MAX_PAGES = 200;

    /**
     * A view that was read.
     *
     * @param tool the tool's entry in the listing
     */
    record ReadView(Document value, ListedTool tool) {}

    /**
     * Calls the tool of a view and applies the query.
     *
     * @throws RefusedException if the tool cannot be called, fails, or the query fails
     */
    ReadView read(Found found) {
        SavedView view = found.view();
        SavedSource source = found.source();
        ListedTool tool = requireReadable(source, view.tool());
        Message response = await(calls.call(tool.name(), view.arguments()));
        ToolAnswer failed = ToolResults.findFailure(response);
        ToolAnswer.CallFailureReason failure = failed == null ? null : failed.failure();
        Slice result = response.result();
        if (failure != null || result == null) {
            String why = failure == null ? "it has no result" : failure.message();
            throw new RefusedException(
                    code(failure == null ? "" : failure.code()),
                    view.tool() + " failed, so that " + view.uri() + " has no value now: " + why,
                    "read it again later");
        }
        return new ReadView(
                ViewValue.of(source.context(), source.server(), view.tool(), view.selection(), result), tool);
    }

    /**
     * Returns the entry of a tool whose views may be saved and read.
     *
     * @throws RefusedException if there is no such tool, it may write, or the policy does not allow its views
     */
    ListedTool requireReadable(SavedSource source, String tool) {
        if (!source.allowsViews(tool)) {
            throw new RefusedException(
                    ErrorCode.FORBIDDEN,
                    "views of " + tool + " are not allowed",
                    "call the tool, or read a stored result with query; a rule of the operator can allow views: tools: { \""
                            + source.server() + "/" + tool + "\": { saved: true } }");
        }
        ListedTool listed = find(source, tool);
        if (!source.context().policies().of(source.server(), tool).isReadOnly(listed.readOnlyHint())) {
            throw new RefusedException(
                    ErrorCode.FORBIDDEN,
                    tool + " does not say that it only reads (readOnlyHint), and a view calls it again",
                    "call it yourself; a rule of the operator can allow it: readOnly: true");
        }
        return listed;
    }

    private ListedTool find(SavedSource source, String tool) {
        String cursor = null;
        for (int page = 0; page < MAX_PAGES; page++) {
            Slice result = await(calls.list(cursor)).result();
            Slice tools = result == null || Json.type(result) != JsonType.OBJECT ? null : Members.get(result, "tools");
            if (tools == null || Json.type(tools) != JsonType.ARRAY) {
                throw unavailable("it does not list its tools");
            }
            Elements entries = Elements.of(tools);
            while (entries.next()) {
                ListedTool listed = ListedTool.of(entries.value());
                ToolOwner owner = host.owners().apply(listed.name());
                if (owner != null && owner.tool().equals(tool) && owner.server().equals(source.server())) {
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
                source.server() + " lists no tool " + tool + " now, or not for you",
                "read the view again later, or remove it with save: \"\"");
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
                ErrorCode.UPSTREAM_UNAVAILABLE, "the server of the view does not answer: " + why, "try again later");
    }

    private static ErrorCode code(String name) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .orElse(ErrorCode.TOOL_ERROR);
    }
}
