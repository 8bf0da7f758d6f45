package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.view.ReadArguments;
import dev.plimsoll.view.View;

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
        Policy forErrors = measured.result().error() ? policy.policy().forErrors() : null;
        if (forErrors != null) {
            ToolPolicy stricter = new ToolPolicy(forErrors, policy.named());
            return fit(recorder.begin(call, forErrors, result), stricter, result, asked, name);
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

    /** Keep, shape, seal. */
    private Sealed shape(Exchange exchange, Measured measured, Budget budget, ReadArguments asked, String name) {
        ToolCall call = exchange.call();
        Policy policy = exchange.policy();
        Opened opened = archive.keep(call, policy, measured.checked(), name);
        exchange.keeps(opened);
        View opening = Opening.of(policy, budget, asked, call, measured.document());
        ViewChange change = ViewChange.of(opening, opening.first(), asked, policy);
        return new Reading(opened, cursors, call, true, true).answer(change, asked);
    }
}
