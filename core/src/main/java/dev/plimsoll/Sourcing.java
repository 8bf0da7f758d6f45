package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.live.Live;
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
import dev.plimsoll.shape.Answers;
import dev.plimsoll.shape.Rows;
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
final class Sourcing {

    private static final Slice NOTHING = Slice.of("{}");

    private final Archive archive;
    private final Cursors cursors;
    private final Recorder recorder;

    Sourcing(Archive archive, Cursors cursors, Recorder recorder) {
        this.archive = archive;
        this.cursors = cursors;
        this.recorder = recorder;
    }

    /**
     * What the client gets for a source.
     *
     * @param plainly guards the result that a source is as a whole, where it is short or nothing is to be shaped
     */
    Guarded guard(
            ToolCall call,
            Stand stand,
            PageSource source,
            Function<@Nullable Object, Slice> json,
            ReadArguments given,
            UnaryGuard plainly) {
        ToolPolicy policy = stand.policy();
        ReadArguments asked = given.withoutDefaults(policy.policy());
        Exchange exchange = recorder.begin(call, stand, NOTHING).beginning();
        Live live = null;
        boolean held = false;
        try {
            live = archive.lives().open(source, json, call.caller());
            Slice whole = live.whole();
            if (whole != null || !policy.shapes()) {
                return plainly.guard(result(whole == null ? passing(live) : whole));
            }
            held = true;
            return paged(exchange, live, exchange.policy(), asked);
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.failed(failure);
        } finally {
            if (live == null) {
                end(source);
            } else if (!held) {
                archive.lives().drop(live);
            }
        }
    }

    /** Guards a result. */
    interface UnaryGuard {
        Guarded guard(Slice result);
    }

    private static void end(PageSource source) {
        try {
            source.close();
        } catch (RuntimeException e) {
            // what is told is why it is ended
        }
    }

    /** Where nothing is to be shaped, all of it has to be fetched. */
    private static Slice passing(Live live) {
        try {
            return live.all("a tool that its policy lets pass");
        } catch (RefusedException refused) {
            throw refused.code() != ErrorCode.QUERY_LIMIT
                    ? refused
                    : new RefusedException(
                            ErrorCode.RESULT_TOO_LARGE, refused.getMessage(), "a policy that shapes this tool");
        }
    }

    private Guarded paged(Exchange exchange, Live live, Policy policy, ReadArguments asked) {
        Opened opened = null;
        Measured measured = null;
        boolean answered = false;
        try {
            Budget budget = policy.budget(exchange.call().maxTokens());
            measured = measured(live, policy, budget);
            exchange.costs(
                    measured,
                    measured,
                    new Decision.Shape(budget, policy.get(Policy.STYLE), "read on from a source of pages"));
            ToolCall call = exchange.call();
            opened = archive.keep(exchange, measured.checked(), tokens(live, measured), live);
            exchange.keeps(opened);
            exchange.has(opened);
            ToolCall timed =
                    call.withSourceMillis(call.sourceMillis() + live.rows().millis());
            View opening = Opening.of(policy, budget, asked, timed, measured.document());
            ViewChange change = ViewChange.of(opening, opening.first(), asked, exchange.configured())
                    .telling(exchange.told());
            Reading reading = new Reading(opened, cursors, call, true, true).within(exchange.allowance());
            Sealed sealed = answer(reading, opened, change, asked, true);
            answered = true;
            return exchange.shaped(sealed);
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return measured == null
                    ? exchange.failed(failure)
                    : exchange.fallback(measured, failure, UnaryOperator.identity());
        } finally {
            if (!answered && opened != null) {
                archive.drop(opened);
            } else if (!answered) {
                archive.lives().drop(live);
            }
        }
    }

    private static Measured measured(Live live, Policy policy, Budget budget) {
        Measured measured = Measured.of(result(live.beginning()), policy, budget);
        if (measured == null) {
            throw new IllegalStateException("no result of our own");
        }
        return measured;
    }

    /** Of all of it, if the rest is as the beginning. */
    private static int tokens(Live live, Measured measured) {
        double known = Math.max(1, measured.document().bytes().length());
        return (int) (measured.cost().tokens() * Math.max(1, live.rows().bytes() / known));
    }

    /** A list as the text of a result. */
    private static Slice result(Slice list) {
        ByteSink out = new ByteSink(list.length() + 256).ascii("{\"content\":[{\"type\":\"text\",\"text\":\"");
        JsonText.escape(list, out);
        return out.ascii("\"}]}").slice();
    }

    /** The answer to a reading of what is kept, or read on from a source. */
    Sealed answer(
            Opened opened,
            ViewChange change,
            ReadArguments asked,
            ToolCall call,
            boolean named,
            @Nullable Allowance allowance) {
        return answer(new Reading(opened, cursors, call, false, named).within(allowance), opened, change, asked, false);
    }

    private Sealed answer(Reading reading, Opened opened, ViewChange change, ReadArguments asked, boolean fresh) {
        Live live = opened.live();
        if (live == null) {
            return reading.answer(change, asked);
        }
        View view = change.view();
        Answers.check(view);
        if (!fresh) {
            live.rows().begin();
        }
        LiveRows sought = view.path().isEmpty() ? sought(live, view) : null;
        LiveRows paged = sought == null ? live.rows() : sought;
        boolean all = sought == null && view.path().isEmpty() && seesAll(view);
        if (!all && view.path().isEmpty()) {
            // now, so that the answer can say how long that took
            paged.has(change.at().start());
        }
        Opened shown = all ? whole(opened, live, view) : opened;
        Sealed sealed = (all ? reading.of(shown) : reading).answer(change, asked);
        if (all) {
            // never the very result of the call, which was a source
            return new Sealed(
                    sealed.result(),
                    sealed.outcome(),
                    sealed.tokens(),
                    false,
                    sealed.items(),
                    sealed.question(),
                    false);
        }
        if (view.path().isEmpty()) {
            archive.lives().fetchAhead(paged, view.policy().get(Policy.PREFETCH) * view.pageSize());
        }
        return sealed;
    }

    private static @Nullable LiveRows sought(Live live, View view) {
        Rows.Sought sought = view.firstLine() > 0 ? null : live.sought(view.mode(), view.sought());
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
    private Opened whole(Opened opened, Live live, View view) {
        SnapshotId kept = live.kept();
        Opened before = kept == null ? null : archive.find(kept);
        if (before != null) {
            return before;
        }
        Slice result = result(live.all(view.mode().word()));
        Measured measured = Measured.of(result, view.policy(), view.budget());
        if (measured == null) {
            throw new IllegalStateException("no result of our own");
        }
        Opened whole = archive.keepAll(opened, view.policy(), measured.checked());
        live.keptAt(whole.snapshot().id());
        return whole;
    }
}
