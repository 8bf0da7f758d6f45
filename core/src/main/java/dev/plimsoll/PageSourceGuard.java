package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.live.LiveRows;
import dev.plimsoll.live.LiveSource;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.session.Allowance;
import dev.plimsoll.shape.AnswerFactory;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.view.Mode;
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

    private static final Slice NOTHING = Slice.of("{}");

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
     * @param plainly guards the complete list as a result, if it is short or the policy does not shape it
     */
    GuardedResult guard(
            ToolCall call,
            RolloutAssignment rolloutAssignment,
            PageSource source,
            Function<@Nullable Object, Slice> json,
            ReadArguments given,
            UnaryGuard plainly) {
        ToolPolicy policy = rolloutAssignment.policy();
        ReadArguments asked = given.withoutDefaults(policy.policy());
        CallState callState =
                callRecorder.begin(call, rolloutAssignment, NOTHING).beginning();
        LiveSource liveSource = null;
        boolean held = false;
        try {
            liveSource = snapshotArchive.lives().open(source, json, call.caller());
            Slice whole = liveSource.whole();
            if (whole != null || !policy.shapes()) {
                return plainly.guard(result(whole == null ? passing(liveSource) : whole));
            }
            held = true;
            return paged(callState, liveSource, callState.policy(), asked);
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return callState.failed(failure);
        } finally {
            if (liveSource == null) {
                end(source);
            } else if (!held) {
                snapshotArchive.lives().drop(liveSource);
            }
        }
    }

    /** Guards a result. */
    interface UnaryGuard {
        GuardedResult guard(Slice result);
    }

    private static void end(PageSource source) {
        try {
            source.close();
        } catch (RuntimeException e) {
            // the caller gets the error that made us close the source
        }
    }

    /** Fetches all rows, because the policy lets the tool pass. */
    private static Slice passing(LiveSource liveSource) {
        try {
            return liveSource.all("a tool that its policy lets pass");
        } catch (RefusedException refused) {
            throw refused.code() != ErrorCode.QUERY_LIMIT
                    ? refused
                    : new RefusedException(
                            ErrorCode.RESULT_TOO_LARGE, refused.getMessage(), "a policy that shapes this tool");
        }
    }

    private GuardedResult paged(CallState callState, LiveSource liveSource, Policy policy, ReadArguments asked) {
        Opened opened = null;
        MeasuredResult measuredResult = null;
        boolean answered = false;
        try {
            Budget budget = policy.budget(callState.call().maxTokens());
            measuredResult = measured(liveSource, policy, budget);
            callState.costs(
                    measuredResult,
                    measuredResult,
                    new Decision.Shape(budget, policy.get(Policy.STYLE), "read on from a source of pages"));
            ToolCall call = callState.call();
            opened = snapshotArchive.keep(
                    callState, measuredResult.checked(), tokens(liveSource, measuredResult), liveSource);
            callState.keeps(opened);
            callState.has(opened);
            ToolCall timed = call.withSourceMillis(
                    call.sourceMillis() + liveSource.rows().millis());
            View opening = FirstView.of(policy, budget, asked, timed, measuredResult.document());
            ViewChange change = ViewChange.of(opening, opening.first(), asked, callState.configured())
                    .telling(callState.told());
            PageReader pageReader =
                    new PageReader(opened, cursorIssuer, call, true, true).within(callState.allowance());
            FinishedAnswer finishedAnswer = answer(pageReader, opened, change, asked, true);
            answered = true;
            return callState.shaped(finishedAnswer);
        } catch (RefusedException refused) {
            return callState.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return measuredResult == null
                    ? callState.failed(failure)
                    : callState.fallback(measuredResult, failure, UnaryOperator.identity());
        } finally {
            if (!answered && opened != null) {
                snapshotArchive.drop(opened);
            } else if (!answered) {
                snapshotArchive.lives().drop(liveSource);
            }
        }
    }

    private static MeasuredResult measured(LiveSource liveSource, Policy policy, Budget budget) {
        MeasuredResult measuredResult = MeasuredResult.of(result(liveSource.beginning()), policy, budget);
        if (measuredResult == null) {
            throw new IllegalStateException("no result of our own");
        }
        return measuredResult;
    }

    /** Returns the tokens of the whole list, estimated from its beginning. */
    private static int tokens(LiveSource liveSource, MeasuredResult measuredResult) {
        double known = Math.max(1, measuredResult.document().bytes().length());
        return (int)
                (measuredResult.cost().tokens() * Math.max(1, liveSource.rows().bytes() / known));
    }

    /** Wraps a list as the text of a result. */
    private static Slice result(Slice list) {
        ByteSink out = new ByteSink(list.length() + 256).ascii("{\"content\":[{\"type\":\"text\",\"text\":\"");
        JsonText.escape(list, out);
        return out.ascii("\"}]}").slice();
    }

    /** Answers a follow-up read of a snapshot or of an open source. */
    FinishedAnswer answer(
            Opened opened,
            ViewChange change,
            ReadArguments asked,
            ToolCall call,
            boolean named,
            @Nullable Allowance allowance) {
        return answer(
                new PageReader(opened, cursorIssuer, call, false, named).within(allowance),
                opened,
                change,
                asked,
                false);
    }

    private FinishedAnswer answer(
            PageReader pageReader, Opened opened, ViewChange change, ReadArguments asked, boolean fresh) {
        LiveSource liveSource = opened.live();
        if (liveSource == null) {
            return pageReader.answer(change, asked);
        }
        View view = change.view();
        AnswerFactory.check(view);
        if (!fresh) {
            liveSource.rows().begin();
        }
        LiveRows sought = view.path().isEmpty() ? sought(liveSource, view) : null;
        LiveRows paged = sought == null ? liveSource.rows() : sought;
        boolean all = sought == null && view.path().isEmpty() && seesAll(view);
        if (!all && view.path().isEmpty()) {
            // fetched now, so that the answer can say how long that took
            paged.has(change.at().start());
        }
        Opened shown = all ? whole(opened, liveSource, view) : opened;
        FinishedAnswer finishedAnswer = (all ? pageReader.of(shown) : pageReader).answer(change, asked);
        if (all) {
            // never counts as the complete result of the call, which was a source
            return new FinishedAnswer(
                    finishedAnswer.result(),
                    finishedAnswer.outcome(),
                    finishedAnswer.tokens(),
                    false,
                    finishedAnswer.items(),
                    finishedAnswer.question(),
                    false);
        }
        if (view.path().isEmpty()) {
            snapshotArchive.lives().fetchAhead(paged, view.policy().get(Policy.PREFETCH) * view.pageSize());
        }
        return finishedAnswer;
    }

    private static @Nullable LiveRows sought(LiveSource liveSource, View view) {
        LazyRows.Sought sought = view.firstLine() > 0 ? null : liveSource.sought(view.mode(), view.sought());
        if (sought != null && sought.rows() instanceof LiveRows rows) {
            rows.begin();
            return rows;
        }
        return null;
    }

    /** Returns whether a view needs every item. */
    private static boolean seesAll(View view) {
        boolean probed = view.policy().get(Policy.STYLE) == Style.PROBE && view.mode() == Mode.SUMMARY;
        return switch (view.mode()) {
            case AUTO, PAGINATED, FILTERED -> view.firstLine() > 0;
            case SUMMARY -> !probed;
            case FULL, OUTLINE, FIND, QUERY, LINES -> true;
        };
    }

    /** Fetches and stores all items; later calls return that snapshot while it exists. */
    private Opened whole(Opened opened, LiveSource liveSource, View view) {
        SnapshotId kept = liveSource.kept();
        Opened before = kept == null ? null : snapshotArchive.find(kept);
        if (before != null) {
            return before;
        }
        Slice result = result(liveSource.all(view.mode().word()));
        MeasuredResult measuredResult = MeasuredResult.of(result, view.policy(), view.budget());
        if (measuredResult == null) {
            throw new IllegalStateException("no result of our own");
        }
        Opened whole = snapshotArchive.keepAll(opened, view.policy(), measuredResult.checked());
        liveSource.keptAt(whole.snapshot().id());
        return whole;
    }
}
