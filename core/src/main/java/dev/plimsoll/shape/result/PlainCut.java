package dev.plimsoll.shape.result;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.tokens.TokenCounter;

/**
 * The last fallback: the beginning of a result and a notice that it was cut. It has no cursor, so it depends on nothing
 * that could fail.
 */
public final class PlainCut {

    private final Budget budget;
    private final TokenCounter counter;
    private final boolean isStructured;
    private final boolean isSentAsError;
    private final ClientFeatures client;

    /**
     * Creates a cut to a budget.
     *
     * @param isStructured whether the answer must include structured content, because the listed schema requires it
     * @param isSentAsError whether the cut must be sent as an error, so that no schema applies to it
     * @param client the client that receives the result
     */
    public PlainCut(
            Budget budget, TokenCounter counter, boolean isStructured, boolean isSentAsError, ClientFeatures client) {
        this.budget = budget;
        this.counter = counter;
        this.isStructured = isStructured;
        this.isSentAsError = isSentAsError;
        this.client = client;
    }

    /** The result for the client, and its cost. */
    public record Cut(byte[] result, int tokens) {}

    /**
     * Returns a result object with as much of {@code text} as fits.
     *
     * @param reason a short phrase for the model, such as "the rest could not be stored"
     */
    public Cut of(Slice text, String reason, ToolResult original, Policy policy) {
        boolean isValidUtf8 = Utf8.isValid(original.raw());
        Slice cutText = cutToBudget(isValidUtf8 ? text : Slice.of(Utf8.repair(text)), reason);
        int tokens = counter.count(copyToCount(cutText));
        ByteSink out = new ByteSink(cutText.length() * 2 + 256).ascii("{").member("content");
        out.ascii("[{")
                .member("type")
                .string("text")
                .member("text")
                .string(cutText)
                .ascii("}]");
        if (isStructured && !original.isError()) {
            out.member("structuredContent").raw(structuredCopy(cutText));
        }
        if (isSentAsError || original.isError()) {
            out.member("isError").bool(true);
        }
        client.writeResultType(out);
        long remainingTokens = (long) budget.tokens() - tokens;
        AnswerMeta.of(policy, true)
                .budget(new AnswerDraft.Totals(tokens, remainingTokens))
                .writeMember(out, null);
        return new Cut(out.ascii("}").toByteArray(), tokens);
    }

    /**
     * Returns the copy of the text that has the most tokens: the structured content if there is any, otherwise the
     * text.
     */
    private Slice copyToCount(Slice cutText) {
        return isStructured ? structuredCopy(cutText) : cutText;
    }

    private static Slice structuredCopy(Slice cutText) {
        return new JsonWriter(cutText.length() + 64)
                .beginObject()
                .string("notice", cutText)
                .endObject()
                .slice();
    }

    private Slice cutToBudget(Slice text, String reason) {
        boolean hasNotice = isWithinBudget(withNotice(text, 0, reason));
        int cutLength = Utf8.floor(text, Math.min(text.length(), budget.bytes()));
        while (true) {
            Slice cutText = hasNotice ? withNotice(text, cutLength, reason) : text.sub(0, cutLength);
            if (cutLength == 0 || isWithinBudget(cutText)) {
                return cutText;
            }
            double ratio = (double) budget.tokens() / Math.max(1, counter.count(copyToCount(cutText)));
            cutLength = Utf8.floor(text, (int) (cutLength * Math.min(0.9, ratio)));
        }
    }

    private boolean isWithinBudget(Slice cutText) {
        Slice copy = copyToCount(cutText);
        return budget.allows(counter.count(copy), copy.length());
    }

    private static Slice withNotice(Slice text, int cutLength, String reason) {
        String notice = "[Cut: the first " + cutLength + " of " + text.length() + " bytes; " + reason + "]\n";
        return new ByteSink(cutLength + 128)
                .raw(Slice.of(notice))
                .raw(text.sub(0, cutLength))
                .slice();
    }
}
