package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.program.call.ClientInput;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Caller whose programs run.
 *
 * @param contexts returns the caller's context, with which results of programs are stored and read
 * @param documents stored results of the endpoint's servers
 * @param input requests input from a legacy client
 * @param abilities returns what a legacy client can do
 */
record ProgramCaller(
        CallerContexts contexts, SnapshotDocuments documents, SessionInput input, Supplier<ClientAbilities> abilities) {

    /**
     * Returns an object that requests input for a program. It sends the input requests to a legacy client. A modern
     * client gets them in the result of the call that runs the program.
     */
    ClientInput inputFor(Message request, RunningProgram program) {
        Slice callId = request.id();
        return callId == null || RequestMeta.isModern(request)
                ? program
                : (method, params) -> {
                    if (!abilities.get().allows(method, params)) {
                        return CompletableFuture.failedFuture(new IOException("the client did not declare this input"));
                    }
                    CompletableFuture<Slice> response = input.request(callId, method, params);
                    program.calls().onCancel(() -> response.cancel(false));
                    return response;
                };
    }

    /** Returns whether the client of a request can show a form to its user. */
    boolean canAskUser(Message request) {
        ClientAbilities declaredAbilities =
                RequestMeta.isModern(request) ? ClientAbilities.ofRequest(request) : abilities.get();
        return declaredAbilities.forms();
    }

    CallerContext context() {
        return contexts.get();
    }

    /**
     * Returns the document of a stored result of a program or of a server; throws if the cursor is not valid
     * for this caller.
     */
    ServerDocument document(String cursor) {
        Document programResult = context().findDocument(RunTool.SERVER, cursor);
        ServerDocument found =
                programResult == null ? documents.find(cursor) : new ServerDocument(RunTool.SERVER, programResult);
        if (found == null) {
            throw new RefusedException(
                    ErrorCode.CURSOR_INVALID,
                    "invalid cursor format or not a cursor of yours: it must be copied exactly",
                    "copy nextCursor from an answer, or call the tool in the program");
        }
        return found;
    }
}
