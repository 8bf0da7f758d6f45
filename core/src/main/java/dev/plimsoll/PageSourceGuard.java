package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.live.LiveSource;
import dev.plimsoll.live.LiveRows;
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
 * Results that come as a source of pages. What pages through them is read from the source as it goes; what has to see every
 * item is answered by the source itself, or has all of them fetched and kept like any other result.
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
     * What the client gets for a source.
     *
     * @param plainly guards the result that a source is as a whole, where it is short or nothing is to be shaped
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
        CallState callState = callRecorder.begin(call, rolloutAssignment, NOTHING).beginning();
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
            // what is told is why it is ended
        }
    }

    /** Where nothing is to be shaped, all of it has to be fetched. */
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
            opened = snapshotArchive.keep(callState, measuredResult.checked(), tokens(liveSource, measuredResult), liveSource);
            callState.keeps(opened);
            callState.has(opened);
            ToolCall timed =
                    call.withSourceMillis(call.sourceMillis() + liveSource.rows().millis());
            View opening = FirstView.of(policy, budget, asked, timed, measuredResult.document());
            ViewChange change = ViewChange.of(opening, opening.first(), asked, callState.configured())
                    .telling(callState.told());
            PageReader pageReader = new PageReader(opened, cursorIssuer, call, true, true).within(callState.allowance());
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

    /** Of all of it, if the rest is as the beginning. */
    private static int tokens(LiveSource liveSource, MeasuredResult measuredResult) {
        double known = Math.max(1, measuredResult.document().bytes().length());
        return (int) (measuredResult.cost().tokens() * Math.max(1, liveSource.rows().bytes() / known));
    }

    /** A list as the text of a result. */
    private static Slice result(Slice list) {
        ByteSink out = new ByteSink(list.length() + 256).ascii("{\"content\":[{\"type\":\"text\",\"text\":\"");
        JsonText.escape(list, out);
        return out.ascii("\"}]}").slice();
    }

    /** The answer to a reading of what is kept, or read on from a source. */
    FinishedAnswer answer(
            Opened opened,
            ViewChange change,
            ReadArguments asked,
            ToolCall call,
            boolean named,
            @Nullable Allowance allowance) {
        return answer(new PageReader(opened, cursorIssuer, call, false, named).within(allowance), opened, change, asked, false);
    }

    private FinishedAnswer answer(PageReader pageReader, Opened opened, ViewChange change, ReadArguments asked, boolean fresh) {
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
            // now, so that the answer can say how long that took
            paged.has(change.at().start());
        }
        Opened shown = all ? whole(opened, liveSource, view) : opened;
        FinishedAnswer finishedAnswer = (all ? pageReader.of(shown) : pageReader).answer(change, asked);
        if (all) {
            // never the very result of the call, which was a source
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

    /** Whether a view is one of every item at once. */
    private static boolean seesAll(View view) {
        boolean probed = view.policy().get(Policy.STYLE) == Style.PROBE && view.mode() == Mode.SUMMARY;
        return switch (view.mode()) {
            case AUTO, PAGINATED, FILTERED -> view.firstLine() > 0;
            case SUMMARY -> !probed;
            case FULL, OUTLINE, FIND, QUERY, LINES -> true;
        };
    }

    /** All items, fetched and kept like any other result: once, while that is kept. */
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
