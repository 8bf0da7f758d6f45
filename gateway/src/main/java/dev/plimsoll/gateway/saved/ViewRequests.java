package dev.plimsoll.gateway.saved;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ProgramCalls;
import dev.plimsoll.call.StoredCall;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.saved.CallerServers.ViewWithServer;
import dev.plimsoll.gateway.saved.ViewCalls.ViewReadResult;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.schema.ListedTool;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Handles requests about the views of one caller. */
final class ViewRequests {

    /** Maximum length of a value that is shown in the answer after a view was saved. */
    private static final int MAX_SHOWN_VALUE_BYTES = 40;

    private static final int MAX_SHOWN_NAMES = 20;

    private final SavedViewHost host;
    private final CallerServers servers;

    ViewRequests(SavedViewHost host, CallerServers servers) {
        this.host = host;
        this.servers = servers;
    }

    /** Returns the views of all servers of the endpoint. */
    List<SavedView> views() {
        return servers.get().stream()
                .flatMap(server -> host.views().list(server.owner()).stream())
                .distinct()
                .toList();
    }

    /** Returns the response to a call of the read tool that saves, reads, or removes a view. */
    Message readTool(Message request, Slice id, ClientFeatures client, InnerCalls calls, Peer requester) {
        Outcome outcome;
        try {
            outcome = handleReadTool(request, client, calls);
        } catch (RefusedException refused) {
            outcome = refuse(client, refused);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            outcome = refuse(client, internalError(e));
        }
        requester.onReceipt(outcome.receipt());
        return Message.result(id, ViewAnswers.withResultType(outcome.result(), client));
    }

    private Outcome refuse(ClientFeatures client, RefusedException refused) {
        CallerServer server = servers.get().getFirst();
        return server.context().engine().refuse(server.readCall().withClient(client), refused);
    }

    private Outcome handleReadTool(Message request, ClientFeatures client, InnerCalls calls) {
        Slice params = request.params();
        Slice sentArguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        ViewArguments arguments = ViewArguments.parse(Objects.requireNonNullElse(sentArguments, Slice.of("{}")));
        String name = ViewName.findInUri(arguments.cursor());
        if (arguments.isSave()) {
            return save(arguments, name != null, client, calls);
        }
        if (name == null) {
            throw ViewArguments.refusal(
                    "save: \"-\" removes a view, and the cursor is not the URI of one",
                    "cursor: \"" + ViewName.URI_PREFIX + "NAME\"");
        }
        ViewWithServer found = requireView(name);
        if (arguments.isRemoval()) {
            host.views().remove(found.server().owner(), found.view().name());
            return ViewAnswers.sentenceAnswer("Removed " + found.view().uri() + ".", found.server(), client);
        }
        ViewReadResult read = new ViewCalls(host, calls).read(found);
        boolean isForProgram = isForProgram(request, found, client);
        return ViewAnswers.toolAnswer(found, read, client, arguments.maxTokens(), isForProgram);
    }

    private static boolean isForProgram(Message request, ViewWithServer found, ClientFeatures client) {
        return ProgramCalls.isMarked(
                RequestMeta.of(request), found.server().context().policies(), client.name());
    }

    private Outcome save(ViewArguments arguments, boolean isViewCursor, ClientFeatures client, InnerCalls calls) {
        String name = ViewName.require(String.valueOf(arguments.save()));
        arguments.requireSelection();
        if (isViewCursor) {
            throw ViewArguments.refusal(
                    "save needs the cursor of a tool's result, and this is the URI of a view",
                    "call the tool, and use the cursor of its answer");
        }
        CallerServer server = servers.get().stream()
                .filter(candidate -> candidate.ownsCursor(arguments.cursor()))
                .findFirst()
                // an unknown cursor: the first server refuses it, and counts it as a wrong cursor
                .orElse(servers.get().getFirst());
        StoredCall storedCall = findStoredCall(server, arguments.cursor());
        ListedTool tool = new ViewCalls(host, calls).requireReadable(server, storedCall.tool());
        Document value = ViewValue.compute(
                server.context(), server.name(), storedCall.tool(), arguments.selection(), storedCall.result());
        String fingerprint = ViewValue.fingerprint(value);
        if (fingerprint == null) {
            throw ViewArguments.refusal("the value is nested too deeply", "a query for a part of it");
        }
        SavedView view = new SavedView(
                name,
                server.owner(),
                server.name(),
                storedCall.tool(),
                Slice.of(storedCall.arguments().toByteArray()),
                Slice.of(arguments.selection().toByteArray()),
                Instant.now());
        host.views().save(view, fingerprint);
        return ViewAnswers.sentenceAnswer(
                "Saved as " + view.uri() + " until you remove it: " + tool.name() + ", now " + summarize(value)
                        + ". As cursor, it calls the tool again and returns the new value.",
                server,
                client);
    }

    private static StoredCall findStoredCall(CallerServer server, String cursor) {
        Plimsoll engine = server.context().engine();
        StoredCall storedCall = engine.storedCall(server.readCall(), cursor);
        // storedCall.server() is the server in readCall(); only findServer returns the server of the result
        if (ToolOwner.PLIMSOLL.equals(engine.findServer(server.readCall(), cursor))) {
            throw ViewArguments.refusal(
                    "a result of " + storedCall.tool() + " cannot be saved", "the cursor of another tool's result");
        }
        return storedCall;
    }

    /** Returns the value if it is short, else its size. */
    private static String summarize(Document value) {
        if (value.isJson() && value.bytes().length() <= MAX_SHOWN_VALUE_BYTES) {
            return value.bytes().utf8();
        }
        if (value.isJson() && Json.type(value.bytes()) == JsonType.ARRAY) {
            int count = ItemIndex.of(value.bytes()).count();
            return count + (count == 1 ? " item" : " items");
        }
        return value.bytes().length() + " bytes";
    }

    /** Returns the view with this name; throws if the caller has none here. */
    ViewWithServer requireView(String name) {
        ViewWithServer found = servers.find(host.views(), name);
        if (found != null) {
            return found;
        }
        List<SavedView> views = views();
        String names =
                views.stream().limit(MAX_SHOWN_NAMES).map(SavedView::name).collect(Collectors.joining(", "));
        throw new RefusedException(
                ErrorCode.NOT_FOUND,
                "you have no saved view '" + ViewName.makePrintable(name) + "' here",
                views.isEmpty()
                        ? "save one: plimsoll_read with cursor, query, and save: NAME"
                        : "saved views: " + names + (views.size() > MAX_SHOWN_NAMES ? ", …" : ""));
    }

    /** Returns the response to {@code resources/read}. */
    Message readResource(
            Message request, Slice id, String name, ClientFeatures client, InnerCalls calls, Peer requester) {
        try {
            ViewWithServer found = requireView(name);
            ViewReadResult read = new ViewCalls(host, calls).read(found);
            if (isForProgram(request, found, client)) {
                return Message.result(id, ViewAnswers.completeResource(found.view(), read.value(), client));
            }
            Outcome outcome = ViewAnswers.resourceAnswer(found, read, client);
            requester.onReceipt(outcome.receipt());
            return Message.result(id, outcome.result());
        } catch (RefusedException refused) {
            return toErrorResponse(id, refused, client);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return toErrorResponse(id, internalError(e), client);
        }
    }

    /** Returns the error response to a request for a resource. */
    static Message toErrorResponse(Slice id, RefusedException refused, ClientFeatures client) {
        int notFoundCode = client.isModern() ? ErrorObject.INVALID_PARAMS : ErrorObject.RESOURCE_NOT_FOUND;
        return Message.error(
                id,
                refused.code() == ErrorCode.NOT_FOUND
                        ? new ErrorObject(notFoundCode, refused)
                        : ErrorObject.of(refused));
    }

    RefusedException internalError(Throwable e) {
        host.log().log(
                LogSeverity.ERROR,
                "a view could not be read",
                "error",
                e.getClass().getName());
        return new RefusedException(ErrorCode.INTERNAL_ERROR, "the view could not be read", "call its tool instead");
    }

    CallerServers servers() {
        return servers;
    }
}
