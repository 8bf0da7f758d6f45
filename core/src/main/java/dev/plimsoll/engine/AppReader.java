package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.StoredCall;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.CursorRejectedException;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.result.StrippedResult;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.ResolvedCursor;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.ReadArgumentsParser;
import dev.plimsoll.view.View;

/**
 * Reader of whole results, without a budget and without a receipt: of stored results for an app, and of received
 * results for saved views.
 */
record AppReader(SnapshotRepository snapshots, CursorIssuer cursors, HeavyWorkRunner heavyWorkRunner) {

    private static final long MAX_OUTPUT_BYTES = 256L << 20;

    /**
     * Factor for the policy's time limit of queries: a query over the whole result takes longer, and a person can wait.
     */
    private static final int TIME_FACTOR = 5;

    private static final int MAX_TIME_MS = 60_000;

    /** Returns a cursor with which an app reads the result of {@code cursor}, if the caller may read that result. */
    String cursor(ToolCall call, Policies policies, String cursor) {
        resolve(cursors, call, policies, cursor);
        try {
            return cursors.appCursor(cursor, call.caller());
        } catch (CursorRejectedException e) {
            throw new IllegalStateException("the cursor was found, but cannot be decoded", e);
        }
    }

    /** Returns the origin of the result that a cursor of the app reads. */
    SnapshotOrigin origin(ToolCall call, Policies policies, String appCursor) {
        return resolve(cursors.forApp(), call, policies, appCursor)
                .openSnapshot()
                .snapshot()
                .origin();
    }

    /**
     * Returns the document that a cursor of the app reads.
     *
     * @param arguments an object with {@code path} and {@code query}
     */
    Document document(ToolCall call, Policies policies, String appCursor, Slice arguments) {
        ResolvedCursor resolved = resolve(cursors.forApp(), call, policies, appCursor);
        OpenSnapshot opened = resolved.openSnapshot();
        View wholeView = wholeView(resolved);
        View view = ViewChange.of(wholeView, Position.FIRST, ReadArgumentsParser.parse(arguments), wholeView.policy())
                .view();
        return heavyWorkRunner.answer(
                call,
                opened,
                view,
                () -> view.equals(wholeView)
                        ? document(opened.content(view), view.blockIndex())
                        : PageReader.forFollowUpRead(opened, cursors, call, false)
                                .document(view));
    }

    /**
     * Returns the call whose result a cursor reads.
     *
     * @throws RefusedException if the caller may not read it, or it cannot be repeated
     */
    StoredCall storedCall(ToolCall call, Policies policies, String cursor) {
        OpenSnapshot opened = resolve(cursors, call, policies, cursor).openSnapshot();
        SnapshotOrigin origin = opened.snapshot().origin();
        Slice arguments = opened.notes().pageFacts().sentArguments();
        if (arguments == null || !opened.notes().name().isEmpty()) {
            throw new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "the call of this result cannot be repeated: "
                            + (opened.notes().name().isEmpty()
                                    ? "its arguments are too long, or it joins several pages or calls"
                                    : "it is a resource or a prompt"),
                    "use a cursor of a single tool call");
        }
        return new StoredCall(origin.server(), origin.tool(), arguments, opened.raw());
    }

    /**
     * Returns the document that a view of a received result contains. The result is stored only until this method
     * returns.
     *
     * @param call the call with its result
     * @param arguments an object with {@code query}, {@code args}, {@code path}, and {@code as}
     * @throws RefusedException if an argument is wrong, or the query fails
     */
    Document evaluate(Call call, Slice arguments) {
        ReceivedResult received = ReceivedResult.of(RawResult.of(call.received()));
        MeasuredResult measured = MeasuredResult.of(received.raw(), call.effectivePolicy(), call.budget());
        if (measured == null) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, "the result is not an object", "call the tool again");
        }
        StrippedResult stripped = heavyWorkRunner.strip(call, measured, AppPart.NONE, received);
        try (SnapshotStore store = ShadowTrial.temporaryStore()) {
            SnapshotRepository temporary = ShadowTrial.repository(store);
            OpenSnapshot opened = stripped == null
                    ? temporary.store(call, measured.checked(), "")
                    : temporary.store(call, stripped, "");
            View firstView = View.forFirstAnswer(call.effectivePolicy(), call.budget());
            View view = ViewChange.of(
                            firstView, Position.FIRST, ReadArgumentsParser.parse(arguments), call.effectivePolicy())
                    .view();
            return heavyWorkRunner.answer(
                    call.request(),
                    opened,
                    view,
                    () -> PageReader.forFollowUpRead(opened, cursors.withStore(store), call.request(), false)
                            .document(view));
        }
    }

    /**
     * Returns a view of the whole document. If the cursor's view reads a single content block, the new view
     * reads the whole block. The format stays the same. Queries may return as much as the whole document, and
     * take longer.
     */
    private static View wholeView(ResolvedCursor resolved) {
        View view = resolved.view();
        Policy policy = view.policy();
        int maxOutputBytes =
                (int) Math.min(MAX_OUTPUT_BYTES, resolved.openSnapshot().bytes() + policy.get(Policy.QUERY_OUTPUT));
        Policy largerPolicy = policy.with(Policy.QUERY_OUTPUT, maxOutputBytes)
                .with(Policy.QUERY_TIME_MS, timeMillis(policy.get(Policy.QUERY_TIME_MS)));
        View firstView = View.forFirstAnswer(largerPolicy, view.budget());
        View blockView = view.blockIndex() >= 0 ? firstView.withBlock(view.blockIndex()) : firstView;
        return blockView.withOptions(
                blockView.options().withFormat(view.options().format()));
    }

    private static int timeMillis(int policyMillis) {
        return Math.max(policyMillis, Math.min(MAX_TIME_MS, TIME_FACTOR * policyMillis));
    }

    private static Document document(IndexedResult content, int blockIndex) {
        if (blockIndex < 0) {
            return content.document();
        }
        DocumentPart block = content.block(blockIndex);
        return new Document(block.bytes(), block.isJson());
    }

    private ResolvedCursor resolve(CursorIssuer issuer, ToolCall call, Policies policies, String cursor) {
        // without a tool name, because the cursor may read the result of any tool of the same server
        ResolvedCursor resolved = issuer.resolve(snapshots, cursor, call.withTool(""));
        CallerAccess.of(call, policies)
                .requireReading(resolved.openSnapshot().snapshot().origin());
        if (resolved.openSnapshot().liveSource() != null) {
            throw new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "its source delivers its data page by page, so it cannot be shown as a whole",
                    "read it with its own cursor");
        }
        return resolved;
    }
}
