package dev.plimsoll.engine.record;

import dev.plimsoll.call.Call;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.result.AnswerMeta;
import dev.plimsoll.tokens.TokenCounter;

/**
 * Result object that reports an error to the model.
 *
 * @param tokens estimated tokens of the result object
 */
record ErrorAnswer(RefusedException error, Slice result, int tokens) {

    static ErrorAnswer of(RefusedException error, Call call, Budget budget) {
        Slice json = Slice.of(error.json());
        // bytes divided by four is close enough for a short error text, and cannot fail
        int tokens = TokenCounter.chars().count(json);
        ByteSink out = new ByteSink(512)
                .ascii("{")
                .member("content")
                .ascii("[{")
                .member("type")
                .string("text")
                .member("text");
        out.string(json).ascii("}]").member("isError").bool(true);
        call.request().client().writeResultType(out);
        AnswerMeta.writeBudget(out, call.effectivePolicy(), tokens, budget.tokens());
        return new ErrorAnswer(error, out.ascii("}").slice(), tokens);
    }
}
