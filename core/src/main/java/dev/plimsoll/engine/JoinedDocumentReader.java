package dev.plimsoll.engine;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.ResolvedCursor;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.QueryText;
import dev.plimsoll.view.View;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reader of the documents that a query joins. It checks their cursors like those of any other read.
 */
record JoinedDocumentReader(SnapshotRepository snapshots, CursorIssuer cursors) {

    /**
     * Returns the documents by the names of their variables.
     *
     * @throws RefusedException that names the variable whose cursor cannot be read
     */
    Map<String, Document> read(View view, ToolCall call, Policies policies) {
        Map<String, Document> documents = new LinkedHashMap<>();
        if (view.mode() == Mode.QUERY) {
            QueryText.decode(view.searchText())
                    .with()
                    .forEach((name, cursor) -> documents.put(name, read(name, cursor, call, policies)));
        }
        return documents;
    }

    /** Returns the document of the snapshot that a cursor reads. */
    Document read(String cursor, ToolCall call, Policies policies) {
        // without a tool name, because the cursor may read the result of any tool of the same server
        ResolvedCursor resolved = cursors.resolve(snapshots, cursor, call.withTool(""));
        CallerAccess.of(call, policies)
                .requireReading(resolved.openSnapshot().snapshot().origin());
        if (resolved.openSnapshot().liveSource() != null) {
            throw new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "its source delivers its data page by page, so it has no document",
                    "query that result alone, with its own cursor");
        }
        return resolved.openSnapshot().content().document();
    }

    private Document read(String name, String cursor, ToolCall call, Policies policies) {
        try {
            return read(cursor, call, policies);
        } catch (RefusedException refused) {
            RefusedException described = refused.code() == ErrorCode.CURSOR_INVALID
                    ? refused.withSuggestion("a cursor of a result of the same server, copied exactly")
                    : refused;
            throw described
                    .withMessage("with " + name + ": " + refused.getMessage())
                    .detail("argument", "with")
                    .detail("name", name);
        }
    }
}
