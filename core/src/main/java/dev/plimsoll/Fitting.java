package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;
import java.util.function.Function;

/** Makes a result fit: decides about it, and keeps, shapes and seals what does not pass. */
record Fitting(Archive archive, Cursors cursors, Recorder recorder) {

    /** What the call gets; {@code name} is what a resource is called, empty for the result of a tool. */
    Guarded fit(Exchange exchange, ToolPolicy policy, Slice result, ReadArguments asked, String name) {
        ToolCall call = exchange.call();
        Measured measured = Measured.of(result, policy.policy(), policy.policy().budget(call.maxTokens()));
        if (measured == null) {
            return exchange.untouched("no result object");
        }
        if (!measured.result().complete()) {
            return exchange.untouched("not a complete result");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).acts()) {
            exchange.costs(measured, new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            ToolPolicy acting = policy.in(RolloutMode.ENFORCE);
            return unchanged(
                    exchange,
                    aside -> aside.fit(
                            aside.recorder.begin(call, acting.policy(), result), acting, result, asked, name));
        }
        Policy forErrors = measured.result().error() ? policy.policy().forErrors() : null;
        if (forErrors != null) {
            ToolPolicy stricter = new ToolPolicy(forErrors, policy.named());
            Exchange stricterOne = recorder.begin(call, forErrors, result).standing(exchange.rollout());
            return fit(stricterOne, stricter, result, asked, name);
        }
        boolean answerable = name.isEmpty() && Opening.hasForm(policy.policy(), measured.result());
        Decision decision = policy.decide(measured.cost(), measured::document, call.maxTokens(), answerable);
        exchange.costs(measured, decision);
        if (decision instanceof Decision.Pass && asked.plain()) {
            return exchange.passed(decision.why());
        }
        try {
            return exchange.shaped(shape(exchange, measured, decision.budget(), asked, name));
        } catch (RefusedException refused) {
            return exchange.refused(refused);
        } catch (RuntimeException | StackOverflowError failure) {
            return exchange.fallback(measured, failure);
        }
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

    /** Keep, shape, seal. */
    private Sealed shape(Exchange exchange, Measured measured, Budget budget, ReadArguments asked, String name) {
        Opened opened = archive.keep(exchange, measured.checked(), name);
        return opening(exchange, opened, measured.document(), budget, asked);
    }

    /** The first answer to a call whose result is kept. */
    Sealed opening(Exchange exchange, Opened opened, Budget budget, ReadArguments asked) {
        return opening(exchange, opened, opened.content().document(), budget, asked);
    }

    private Sealed opening(Exchange exchange, Opened opened, Document document, Budget budget, ReadArguments asked) {
        exchange.keeps(opened);
        View opening = Opening.of(exchange.policy(), budget, asked, exchange.call(), document);
        ViewChange change = ViewChange.of(opening, opening.first(), asked, exchange.policy());
        return new Reading(opened, cursors, exchange.call(), true, true).answer(change, asked);
    }
}
