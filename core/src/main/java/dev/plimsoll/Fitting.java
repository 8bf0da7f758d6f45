package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.model.RawResult;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.shape.Meta;
import dev.plimsoll.shape.Seat;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Nudge;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes a result fit: decides about it, and keeps, shapes and seals what does not pass. */
record Fitting(Archive archive, Cursors cursors, Recorder recorder) {

    /** What the call gets; {@code name} is what a resource is called, empty for the result of a tool. */
    Guarded fit(Exchange exchange, ToolPolicy configured, RawResult result, ReadArguments given, String name) {
        ToolCall call = exchange.call();
        ReadArguments asked = given.withoutDefaults(configured.policy());
        ToolPolicy policy = new ToolPolicy(exchange.policy(), configured.named());
        Measured measured = Measured.of(result, policy.policy(), policy.policy().budget(call.maxTokens()));
        if (measured == null) {
            return exchange.untouched("no result object");
        }
        if (!measured.result().completeFor(call.client())) {
            return exchange.untouched("not a complete result");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).acts()) {
            exchange.costs(measured, measured, new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            ToolPolicy acting = policy.in(RolloutMode.ENFORCE);
            return unchanged(
                    exchange,
                    aside -> aside.fit(
                            aside.recorder.begin(call, acting.policy(), result.bytes()), acting, result, asked, name));
        }
        AppShare share = share(call, policy, measured, name);
        if (share == AppShare.ALL) {
            return forAppAlone(exchange, policy.policy(), measured);
        }
        Policy forErrors = measured.result().error() ? policy.policy().forErrors() : null;
        if (forErrors != null) {
            ToolPolicy stricter = new ToolPolicy(forErrors, policy.named());
            Exchange stricterOne =
                    recorder.begin(call, forErrors, result.bytes()).standing(exchange.rollout());
            return fit(stricterOne, stricter, result, asked, name);
        }
        Shown shown = policy.shapes()
                ? Shown.of(measured, policy.policy(), policy.policy().budget(call.maxTokens()), share, name.isEmpty())
                : null;
        return shown == null
                ? fit(exchange, policy, measured, asked, name)
                : fit(exchange, policy, measured, shown, asked, name);
    }

    private static AppShare share(ToolCall call, ToolPolicy policy, Measured measured, String name) {
        if (!policy.shapes()) {
            return AppShare.NONE;
        }
        return name.isEmpty()
                ? AppShare.of(call, policy.policy(), measured.result())
                : AppShare.ofResource(measured.result());
    }

    /** All of it passes, less what is taken out of every result. */
    private Guarded forAppAlone(Exchange exchange, Policy policy, Measured measured) {
        Budget budget = policy.budget(exchange.call().maxTokens());
        exchange.forAppAlone();
        Shown shown = Shown.of(measured, policy, budget, AppShare.ALL, true);
        Decision pass = new Decision.Pass(budget, "for an app alone");
        if (shown == null || shown.members() == 0) {
            exchange.costs(measured, measured, pass);
            return exchange.passed(pass.why());
        }
        exchange.costs(measured, shown.rest(), pass);
        try {
            return stripped(exchange, kept(exchange, shown, ""), shown, budget);
        } catch (RuntimeException failure) {
            // what would be lost is not taken out
            return exchange.passed(pass.why());
        }
    }

    private Guarded fit(Exchange exchange, ToolPolicy policy, Measured measured, ReadArguments asked, String name) {
        Decision decision = decision(exchange, policy, measured, name.isEmpty());
        exchange.costs(measured, measured, decision);
        if (decision instanceof Decision.Pass && asked.plain()) {
            return exchange.passed(decision.why());
        }
        try {
            Opened held = held(exchange, AppShare.NONE);
            Opened opened = held != null ? held : archive.keep(exchange, measured.checked(), name);
            return exchange.shaped(shape(exchange, opened, decision.budget(), asked));
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.fallback(measured, failure, UnaryOperator.identity());
        }
    }

    /** Where the result is kept already as these readers see it; null where it is not. */
    private static @Nullable Opened held(Exchange exchange, AppShare share) {
        Opened held = exchange.held();
        return held != null && held.notes().share() == share ? held : null;
    }

    private Opened kept(Exchange exchange, Shown shown, String name) {
        Opened held = held(exchange, shown.share());
        Opened opened = held != null ? held : archive.keep(exchange, shown, name);
        exchange.keeps(opened);
        return opened;
    }

    /**
     * What the server gave, byte for byte, because the policy does not act on this call.
     *
     * @param acting what it would get if it did
     */
    Guarded unchanged(Exchange exchange, Function<Fitting, Guarded> acting) {
        Rollout stands = exchange.rollout();
        if (stands.arm() == Arm.SHADOW) {
            Rollout tried = stands.with(Shadow.of(cursors, acting));
            String why = tried.instead() == null ? "in shadow, where trying it out failed" : "in shadow";
            return exchange.standing(tried).unchanged(why);
        }
        return exchange.unchanged(stands.arm() == Arm.CONTROL ? "in the control arm" : "the policy is off");
    }

    private static Decision decision(Exchange exchange, ToolPolicy policy, Measured measured, boolean tool) {
        boolean answerable = tool && Opening.hasForm(policy.policy(), measured.result());
        return policy.decide(
                measured.cost(), measured::document, exchange.call().maxTokens(), answerable);
    }

    /**
     * The same with a result of which readers see a part: that is decided about. Where members were taken out of it, it is
     * always kept with them.
     */
    private Guarded fit(
            Exchange exchange, ToolPolicy policy, Measured came, Shown shown, ReadArguments asked, String name) {
        Measured read = shown.measured();
        Decision decision = decision(exchange, policy, read, name.isEmpty());
        boolean whole = shown.members() == 0;
        exchange.costs(whole ? came : shown.whole(), shown.counted(), decision);
        boolean passes = decision instanceof Decision.Pass && asked.plain();
        if (passes && whole) {
            return exchange.passed(decision.why());
        }
        Opened opened;
        try {
            opened = kept(exchange, shown, name);
        } catch (RuntimeException failure) {
            // what would be lost is not taken out
            if (passes && shown.share() == AppShare.NONE) {
                return fit(exchange, policy, shown.whole(), asked, name);
            }
            return passes
                    ? exchange.passed(decision.why())
                    : exchange.fallback(shown.counted(), failure, shown::joined);
        }
        try {
            if (passes) {
                return stripped(exchange, opened, shown, decision.budget());
            }
            Sealed sealed = shape(exchange, opened, decision.budget(), asked);
            if (sealed.whole() && asked.mode() == Mode.FULL) {
                return exchange.shaped(sealed);
            }
            return sealed.whole() && !whole
                    ? stripped(exchange, opened, shown, decision.budget())
                    : exchange.shaped(sealed.with(shown.joined(sealed.result())));
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.fallback(read, failure, shown::joined);
        }
    }

    /** All that is left: it fits. */
    private Guarded stripped(Exchange exchange, Opened opened, Shown shown, Budget budget) {
        View opening = View.opening(exchange.policy(), budget);
        String cursor = cursors.sealing(opened, exchange.call().caller()).apply(new Seat(opening, opening.first()));
        return exchange.stripped(shown.rest(), shown.measured(), new Meta.LeftOut(shown.members(), cursor));
    }

    /** Shape, seal. */
    private Sealed shape(Exchange exchange, Opened opened, Budget budget, ReadArguments asked) {
        ToolCall call = exchange.call();
        Policy policy = exchange.policy();
        exchange.keeps(opened);
        boolean tooOften = exchange.tooOften(asked);
        View opening = Opening.of(policy, budget, asked, call, opened.content().document());
        ViewChange change = ViewChange.of(opening, opening.first(), asked, exchange.configured());
        Reading reading = new Reading(opened, cursors, call, true, true).within(exchange.allowance());
        String told = exchange.told();
        if (!tooOften) {
            return reading.answer(change.telling(told), asked);
        }
        exchange.nudged(Nudge.REPEATED);
        String instead = reading.instead(change);
        return reading.answer(change.telling(told.isEmpty() ? instead : instead + " " + told), asked);
    }
}
