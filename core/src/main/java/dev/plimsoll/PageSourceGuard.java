package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.OpenSnapshot;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.result.AnswerFactory;
import dev.plimsoll.shape.style.FirstRead;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.live.LiveRows;
import dev.plimsoll.source.live.LiveSource;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Guards results that come as a source of pages. Views that page read rows from the source on demand. For views that
 * need every item, the source answers itself, or all items are fetched and stored like any other result.
 */
final class PageSourceGuard {

    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final SnapshotArchive snapshotArchive;
    private final CursorIssuer cursorIssuer;
    private final CallRecorder callRecorder;

    PageSourceGuard(SnapshotArchive snapshotArchive, CursorIssuer cursorIssuer, CallRecorder callRecorder) {
        this.snapshotArchive = snapshotArchive;
        this.cursorIssuer = cursorIssuer;
        this.callRecorder = callRecorder;
    }

    /**
     * Returns the answer for a source.
     *
     * @param completeGuard guards the complete list as a result, if it is short or the policy does not shape it
     */
    GuardedResult guard(
            ToolCall call,
            RolloutAssignment rolloutAssignment,
            PageSource source,
            Function<@Nullable Object, Slice> json,
            ReadArguments received,
            UnaryGuard completeGuard) {
        ToolPolicy policy = rolloutAssignment.policy();
        ReadArguments readArguments = received.withoutDefaults(policy);
        CallState callState =
                callRecorder.begin(call, rolloutAssignment, EMPTY_OBJECT).markPartial();
        LiveSource liveSource = null;
        boolean isStored = false;
        try {
            liveSource = snapshotArchive.liveSources().open(source, json, call.caller());
            Slice completeRows = liveSource.findCompleteRows();
            if (completeRows != null || !policy.canShape()) {
                return completeGuard.guard(wrapAsResult(completeRows == null ? fetchAll(liveSource) : completeRows));
            }
            isStored = true;
            return answerPaged(callState, liveSource, callState.policy(), readArguments);
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.fail(failure);
        } finally {
            if (liveSource == null) {
                closeQuietly(source);
            } else if (!isStored) {
                snapshotArchive.liveSources().closeUnused(liveSource);
            }
        }
    }

    /** Guards a result. */
    interface UnaryGuard {
        GuardedResult guard(Slice result);
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

    private GuardedResult answerPaged(
            CallState callState, LiveSource liveSource, Policy policy, ReadArguments readArguments) {
        OpenSnapshot openSnapshot = null;
        MeasuredResult measuredResult = null;
        boolean answered = false;
        try {
            Budget budget = policy.budget(callState.call().maxTokens());
            measuredResult = measure(liveSource, policy, budget);
            callState.setCost(
                    measuredResult,
                    measuredResult,
                    new Decision.Shape(budget, "pages from a source"));
            ToolCall call = callState.call();
            openSnapshot = snapshotArchive.store(
                    callState, measuredResult.checked(), estimateTokens(liveSource, measuredResult), liveSource);
            callState.setSnapshot(openSnapshot);
            callState.setOriginalSize(openSnapshot);
            FirstRead firstRead = new FirstRead(
                    readArguments,
                    call.sourceMillis() + liveSource.rows().fetchMillis(),
                    measuredResult.document());
            View firstView = cursorIssuer.styles().of(policy).firstView(View.forFirstAnswer(policy, budget), firstRead);
            ViewChange change = ViewChange.of(
                            firstView, firstView.firstPosition(), readArguments, callState.configuredPolicy())
                    .withLeadSentence(callState.budgetNotice());
            PageReader pageReader =
                    new PageReader(openSnapshot, cursorIssuer, call, true, true).withAllowance(callState.allowance());
            FinishedAnswer finishedAnswer = answer(pageReader, openSnapshot, change, readArguments, true);
            answered = true;
            return callState.endShaped(finishedAnswer);
        } catch (RefusedException refused) {
            return callState.refuse(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return measuredResult == null
                    ? callState.fail(failure)
                    : callState.fallBack(measuredResult, failure, UnaryOperator.identity());
        } finally {
            if (!answered && openSnapshot != null) {
                snapshotArchive.drop(openSnapshot);
            } else if (!answered) {
                snapshotArchive.liveSources().closeUnused(liveSource);
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
        double known = Math.max(1, measuredResult.document().bytes().length());
        return (int)
                (measuredResult.cost().tokens() * Math.max(1, liveSource.rows().bytes() / known));
    }

    /** Wraps a list as the text of a result. */
    private static Slice wrapAsResult(Slice list) {
        ByteSink out = new ByteSink(list.length() + 256).ascii("{\"content\":[{\"type\":\"text\",\"text\":\"");
        JsonText.escape(list, out);
        return out.ascii("\"}]}").slice();
    }

    /** Answers a follow-up read of a snapshot or of an open source. */
    FinishedAnswer answer(
            OpenSnapshot openSnapshot,
            ViewChange change,
            ReadArguments readArguments,
            ToolCall call,
            boolean named,
            @Nullable Allowance allowance) {
        return answer(
                new PageReader(openSnapshot, cursorIssuer, call, false, named).withAllowance(allowance),
                openSnapshot,
                change,
                readArguments,
                false);
    }

    private FinishedAnswer answer(
            PageReader pageReader,
            OpenSnapshot openSnapshot,
            ViewChange change,
            ReadArguments readArguments,
            boolean fresh) {
        LiveSource liveSource = openSnapshot.live();
        if (liveSource == null) {
            return pageReader.answer(change, readArguments);
        }
        View view = change.view();
        AnswerFactory.check(view);
        if (!fresh) {
            liveSource.rows().startRequest();
        }
        LiveRows sourceRows = view.path().isEmpty() ? findSourceRows(liveSource, view) : null;
        LiveRows pagedRows = sourceRows == null ? liveSource.rows() : sourceRows;
        boolean all = sourceRows == null && view.path().isEmpty() && needsAllItems(view);
        if (!all && view.path().isEmpty()) {
            // fetched now, so that the answer can say how long that took
            pagedRows.has(change.position().start());
        }
        OpenSnapshot shown = all ? storeAllItems(openSnapshot, liveSource, view) : openSnapshot;
        FinishedAnswer finishedAnswer = (all ? pageReader.of(shown) : pageReader).answer(change, readArguments);
        if (all) {
            // this is never the complete result of the call, because that was a source
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
            snapshotArchive.liveSources().prefetch(pagedRows, view.policy().get(Policy.PREFETCH) * view.pageSize());
        }
        return finishedAnswer;
    }

    private static @Nullable LiveRows findSourceRows(LiveSource liveSource, View view) {
        LazyRows.Selection selection = view.firstLine() > 0 ? null : liveSource.select(view.mode(), view.searchText());
        if (selection != null && selection.rows() instanceof LiveRows rows) {
            rows.startRequest();
            return rows;
        }
        return null;
    }

    /** Returns whether a view needs every item. */
    private boolean needsAllItems(View view) {
        return switch (view.mode()) {
            case AUTO, PAGINATED, FILTERED -> view.firstLine() > 0;
            case SUMMARY -> !cursorIssuer.styles().of(view.policy()).hasDescription();
            case FULL, OUTLINE, FIND, QUERY, LINES -> true;
        };
    }

    /** Fetches and stores all items; later calls return that snapshot while it exists. */
    private OpenSnapshot storeAllItems(OpenSnapshot openSnapshot, LiveSource liveSource, View view) {
        SnapshotId completeId = liveSource.completeSnapshot();
        OpenSnapshot existing = completeId == null ? null : snapshotArchive.find(completeId);
        if (existing != null) {
            return existing;
        }
        Slice result = wrapAsResult(liveSource.allRows(view.mode().wireName()));
        MeasuredResult measuredResult = MeasuredResult.of(result, view.policy(), view.budget());
        if (measuredResult == null) {
            throw new IllegalStateException("the wrapped list is not a result");
        }
        OpenSnapshot complete = snapshotArchive.storeAll(openSnapshot, view.policy(), measuredResult.checked());
        liveSource.setCompleteSnapshot(complete.snapshot().id());
        return complete;
    }
}
