package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.proxy.CallerContexts;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The caller whose programs run.
 *
 * @param contexts contexts for the results of its programs
 * @param documents results of the endpoint's servers
 * @param consent asks the user; supplies null if the client cannot ask
 */
record ProgramCaller(CallerContexts contexts, SnapshotDocuments documents, Supplier<@Nullable UserConsent> consent) {

    CallerContext context() {
        return contexts.get();
    }

    /** Returns the document of a result of a program or of a server. */
    ServerDocument document(String cursor) {
        Document ofProgram = context().findDocument(RunTool.SERVER, cursor);
        ServerDocument found =
                ofProgram == null ? documents.find(cursor) : new ServerDocument(RunTool.SERVER, ofProgram);
        if (found == null) {
            throw new RefusedException(
                    ErrorCode.CURSOR_INVALID,
                    "invalid cursor format or not a cursor of yours: it must be copied exactly",
                    "copy nextCursor from an answer, or call the tool in the program");
        }
        return found;
    }
}
