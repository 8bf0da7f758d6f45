package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.PromptResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.View;
import java.util.function.UnaryOperator;

/** Results of {@code prompts/get}: the very bytes within the budget, else with long messages cut. */
record Prompting(Archive archive, Cursors cursors, Recorder recorder) {

    Guarded guard(ToolCall call, Stand stand, Slice result) {
        Exchange exchange = recorder.begin(call, stand, result).throwing();
        ToolPolicy policy = new ToolPolicy(exchange.policy(), stand.policy().named());
        PromptResult prompt = PromptResult.of(result);
        Measured measured = prompt == null
                ? null
                : Measured.of(prompt.asTool(), policy.policy(), policy.policy().budget(call.maxTokens()));
        if (prompt == null || measured == null || !measured.result().completeFor(call.client())) {
            return exchange.untouched("no result of getting a prompt");
        }
        if (!policy.policy().get(Policy.ROLLOUT_MODE).acts()) {
            exchange.costs(measured, measured, new Decision.Pass(policy.policy().budget(call.maxTokens()), ""));
            Stand acting = new Stand(policy.in(RolloutMode.ENFORCE), Rollout.NONE);
            return new Fitting(archive, cursors, recorder)
                    .unchanged(
                            exchange,
                            aside -> new Prompting(aside.archive(), aside.cursors(), aside.recorder())
                                    .guard(call, acting, result));
        }
        Decision decision = policy.decide(measured.cost(), measured::document, call.maxTokens());
        exchange.costs(measured, measured, decision);
        boolean fits = decision.budget()
                        .holds(measured.cost().tokens(), measured.cost().bytes())
                && measured.cost().binary() <= policy.policy().get(Policy.BINARY_BYTES);
        if (decision instanceof Decision.Pass || fits) {
            return exchange.unchanged(decision.why());
        }
        try {
            Opened opened = archive.keep(exchange, measured.checked(), "prompt " + call.tool());
            exchange.keeps(opened);
            View opening = View.opening(policy.policy(), decision.budget());
            return exchange.shaped(new Reading(opened, cursors, call, true, true).prompt(opening, prompt.messages()));
        } catch (RuntimeException | StackOverflowError failure) {
            Guarded fallen = exchange.fallback(measured, failure, UnaryOperator.identity());
            return fallen.receipt().outcome() == Outcome.PASSED
                    ? new Guarded(result, fallen.receipt())
                    : new Guarded(PromptResult.ofText(fallen.result()), fallen.receipt());
        }
    }
}
