package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.PromptResult;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.telemetry.Outcome;
import dev.plimsoll.view.View;

/** Results of {@code prompts/get}: the very bytes within the budget, else with long messages cut. */
record Prompting(Archive archive, Cursors cursors, Recorder recorder) {

    Guarded guard(ToolCall call, ToolPolicy configured, Slice result) {
        Exchange exchange = recorder.begin(call, configured.policy(), result).throwing();
        ToolPolicy policy = new ToolPolicy(exchange.policy(), configured.named());
        PromptResult prompt = PromptResult.of(result);
        Measured measured = prompt == null
                ? null
                : Measured.of(prompt.asTool(), policy.policy(), policy.policy().budget(call.maxTokens()));
        if (prompt == null || measured == null || !measured.result().complete()) {
            return exchange.untouched("no result of getting a prompt");
        }
        Decision decision = policy.decide(measured.cost(), measured::document, call.maxTokens());
        exchange.costs(measured, decision);
        boolean fits = decision.budget()
                        .holds(measured.cost().tokens(), measured.cost().bytes())
                && measured.cost().binary() <= policy.policy().get(Policy.BINARY_BYTES);
        if (decision instanceof Decision.Pass || fits) {
            return exchange.untouched(decision.why());
        }
        try {
            Opened opened = archive.keep(call, policy.policy(), measured.checked(), "prompt " + call.tool());
            exchange.keeps(opened);
            View opening = View.opening(policy.policy(), decision.budget());
            return exchange.shaped(new Reading(opened, cursors, call, true, true).prompt(opening, prompt.messages()));
        } catch (RuntimeException | StackOverflowError failure) {
            Guarded fallen = exchange.fallback(measured, failure);
            return fallen.receipt().outcome() == Outcome.PASSED
                    ? new Guarded(result, fallen.receipt())
                    : new Guarded(PromptResult.ofText(fallen.result()), fallen.receipt());
        }
    }
}
