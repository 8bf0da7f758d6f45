package dev.plimsoll.engine;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.SourceResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.record.CallFailure;
import dev.plimsoll.engine.record.CallRecorder;
import dev.plimsoll.engine.record.FinishedAnswer;
import dev.plimsoll.engine.record.FinishedCall;
import dev.plimsoll.engine.record.ReceiptDraft;
import dev.plimsoll.engine.record.RolloutAssignment;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.snapshot.CursorIssuer;
import dev.plimsoll.engine.snapshot.OpenSnapshot;
import dev.plimsoll.engine.snapshot.SnapshotRepository;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.result.AnswerFactory;
import dev.plimsoll.shape.style.FirstViewInput;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.live.LiveRows;
import dev.plimsoll.source.live.LiveSource;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Guards results that come as a source of pages. Views with pages of items read rows from the source on
 * demand. A view that needs every item, such as a search, reads the rows that the source selects for it. If the
 * source cannot select them, all items are fetched and stored like any other result.
 */
record PageSourceGuard(SnapshotRepository snapshots, CursorIssuer cursors, CallRecorder recorder) {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    /** Returns the answer for a source. */
    FinishedCall guard(ToolCall request, Policies policies, RolloutAssignment assignment, SourceResult result) {
        Call call = recorder.begin(request, policies, assignment, EMPTY_OBJECT).asPartial();
        ReceiptDraft draft = ReceiptDraft.of(call);
        LiveSource liveSource = null;
        boolean isHandedOver = false;
        try {
            liveSource = snapshots.liveSources().open(result.source(), result.json(), request.caller());
            Slice completeRows = liveSource.findCompleteRows();
            if (completeRows != null || !assignment.policy().canShape()) {
                // a short list, or one that the policy does not shape, is a result like any other
                Slice completeResult = wrapAsResult(completeRows == null ? fetchAll(liveSource) : completeRows);
                return new ResultGuard(snapshots, cursors, recorder, HeavyWorkRunner.INLINE)
                        .guard(
                                recorder.begin(request, policies, assignment, completeResult),
                                ReceivedResult.of(RawResult.of(completeResult)));
            }
            // answerPaged closes the source if it fails; otherwise the source stays open for follow-up reads
            isHandedOver = true;
            return answerPaged(call, draft, liveSource);
        } catch (RefusedException refused) {
            return new CallFailure(recorder, call, draft).refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return new CallFailure(recorder, call, draft).fail(failure);
        } finally {
            if (liveSource == null) {
                closeQuietly(result.source());
            } else if (!isHandedOver) {
                snapshots.liveSources().closeUnused(liveSource);
            }
        }
    }

    private static void closeQuietly(PageSource source) {
        try {
            source.close();
        } catch (RuntimeException e) {
            // the caller gets the first error, not the error of closing the source
        }
    }

    /** Fetches all rows, because the policy lets the tool pass. */
    private static Slice fetchAll(LiveSource liveSource) {
        try {
            return liveSource.allRows("a tool that its policy lets pass");
        } catch (RefusedException refused) {
            throw refused.code() != ErrorCode.QUERY_LIMIT
                    ? refused
                    : new RefusedException(
                            ErrorCode.RESULT_TOO_LARGE, refused.getMessage(), "a policy that shapes this tool");
        }
    }

    private FinishedCall answerPaged(Call call, ReceiptDraft startDraft, LiveSource liveSource) {
        ReceiptDraft draft = startDraft;
        OpenSnapshot openSnapshot = null;
        MeasuredResult measured = null;
        boolean isAnswered = false;
        try {
            Policy policy = call.effectivePolicy();
            Budget budget = call.budget();
            ToolCall request = call.request();
            ReadArguments readArguments = request.readArguments().withoutDefaults(call.configuredPolicy());
            measured = measure(liveSource, policy, budget);
            draft = draft.with(measured, measured, new Decision.Shape(budget, "pages from a source"));
            openSnapshot = snapshots.store(call, measured.checked(), estimateTokens(liveSource, measured), liveSource);
            draft = draft.withSnapshot(openSnapshot).withOriginalSize(openSnapshot);
            FirstViewInput firstViewInput = new FirstViewInput(
                    readArguments, request.sourceMillis() + liveSource.rows().fetchMillis(), measured.document());
            View firstView = cursors.styles().of(policy).firstView(View.forFirstAnswer(policy, budget), firstViewInput);
            ViewChange change = ViewChange.of(
                            firstView,
                            firstView.firstPosition(),
                            readArguments,
                            call.configuredPolicy().policy())
                    .withLeadSentence(call.budgetNotice());
            PageReader pageReader = PageReader.forToolRun(openSnapshot, cursors, request)
                    .withAllowance(call.allowance())
                    .withJoinedDocuments(
                            new JoinedDocumentReader(snapshots, cursors).read(change.view(), request, call.policies()));
            FinishedAnswer finishedAnswer = answer(pageReader, openSnapshot, change, readArguments, true);
            isAnswered = true;
            return recorder.endShaped(call, draft, finishedAnswer);
        } catch (RefusedException refused) {
            return new CallFailure(recorder, call, draft).refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            CallFailure callFailure = new CallFailure(recorder, call, draft);
            return measured == null
                    ? callFailure.fail(failure)
                    : callFailure.fallBack(measured, failure, UnaryOperator.identity());
        } finally {
            if (!isAnswered && openSnapshot != null) {
                snapshots.drop(openSnapshot);
            } else if (!isAnswered) {
                snapshots.liveSources().closeUnused(liveSource);
            }
        }
    }

    private static MeasuredResult measure(LiveSource liveSource, Policy policy, Budget budget) {
        MeasuredResult measuredResult = MeasuredResult.of(wrapAsResult(liveSource.firstRows()), policy, budget);
        if (measuredResult == null) {
            throw new IllegalStateException("the wrapped list is not a result");
        }
        return measuredResult;
    }

    /** Estimates the tokens of the complete list from its beginning. */
    private static int estimateTokens(LiveSource liveSource, MeasuredResult measuredResult) {
        double measuredBytes = Math.max(1, measuredResult.document().bytes().length());
        return (int)
                (measuredResult.cost().tokens() * Math.max(1, liveSource.rows().bytes() / measuredBytes));
    }

    /** Wraps a list as the text of a result. */
    private static Slice wrapAsResult(Slice list) {
        return new JsonWriter(list.length() + 256)
                .beginObject()
                .beginArray("content")
                .beginObject()
                .string("type", "text")
                .string("text", list)
                .endObject()
                .endArray()
                .endObject()
                .slice();
    }

    /** Answers a follow-up read of a snapshot or of an open source. */
    FinishedAnswer answer(
            PageReader pageReader, OpenSnapshot openSnapshot, ViewChange change, ReadArguments readArguments) {
        return answer(pageReader, openSnapshot, change, readArguments, false);
    }

    private FinishedAnswer answer(
            PageReader pageReader,
            OpenSnapshot openSnapshot,
            ViewChange change,
            ReadArguments readArguments,
            boolean isFresh) {
        LiveSource liveSource = openSnapshot.liveSource();
        View view = change.view();
        if (liveSource == null) {
            FinishedAnswer finished = pageReader.answer(change, readArguments);
            snapshots.countPassageIndexes(openSnapshot);
            return finished;
        }
        AnswerFactory.check(view);
        if (!isFresh) {
            liveSource.rows().startRequest();
        }
        LiveRows selectedRows = view.path().isEmpty() ? findSelectedRows(liveSource, view) : null;
        LiveRows pagedRows = selectedRows == null ? liveSource.rows() : selectedRows;
        boolean isAllNeeded = selectedRows == null && view.path().isEmpty() && needsAllItems(view);
        if (!isAllNeeded && view.path().isEmpty()) {
            // fetched now, so that the answer can state the duration
            pagedRows.has(change.position().start());
        }
        OpenSnapshot readSnapshot = isAllNeeded ? storeAllItems(openSnapshot, liveSource, view) : openSnapshot;
        FinishedAnswer finishedAnswer =
                (isAllNeeded ? pageReader.withSnapshot(readSnapshot) : pageReader).answer(change, readArguments);
        snapshots.countPassageIndexes(readSnapshot);
        if (isAllNeeded) {
            // not marked complete: for a complete answer, the client gets the measured result, which here has only the
            // first rows
            return new FinishedAnswer(
                    finishedAnswer.result(),
                    finishedAnswer.outcome(),
                    finishedAnswer.tokens(),
                    false,
                    finishedAnswer.items(),
                    finishedAnswer.elicitation(),
                    false);
        }
        if (view.path().isEmpty()) {
            snapshots.liveSources().prefetch(pagedRows, view.policy().get(Policy.PREFETCH) * view.pageSize());
        }
        return finishedAnswer;
    }

    /** Returns the rows that the source itself selects for the view; null if it cannot select them. */
    private static @Nullable LiveRows findSelectedRows(LiveSource liveSource, View view) {
        LazyRows.Selection selection = view.hasLines() ? null : liveSource.select(view.mode(), view.searchText());
        if (selection != null && selection.rows() instanceof LiveRows rows) {
            rows.startRequest();
            return rows;
        }
        return null;
    }

    /** Returns whether a view needs every item. */
    private boolean needsAllItems(View view) {
        return switch (view.mode()) {
            case AUTO, PAGINATED, FILTERED -> view.hasLines();
            case SUMMARY -> !cursors.styles().of(view.policy()).hasDescription();
            case FULL, OUTLINE, FIND, QUERY, LINES, SEARCH -> true;
        };
    }

    /**
     * Fetches all items and stores them as a snapshot. If an earlier read did so and that snapshot still
     * exists, returns it.
     */
    private OpenSnapshot storeAllItems(OpenSnapshot openSnapshot, LiveSource liveSource, View view) {
        SnapshotId completeId = liveSource.completeSnapshot();
        OpenSnapshot existing = completeId == null ? null : snapshots.find(completeId);
        if (existing != null) {
            return existing;
        }
        Slice result = wrapAsResult(liveSource.allRows(view.mode().wireName()));
        MeasuredResult measuredResult = MeasuredResult.of(result, view.policy(), view.budget());
        if (measuredResult == null) {
            throw new IllegalStateException("the wrapped list is not a result");
        }
        OpenSnapshot completeSnapshot = snapshots.storeAll(openSnapshot, view.policy(), measuredResult.checked());
        liveSource.setCompleteSnapshot(completeSnapshot.snapshot().id());
        return completeSnapshot;
    }
}
