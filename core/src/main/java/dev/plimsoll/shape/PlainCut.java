package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;

/**
 * The last fallback: the beginning of a result and a notice that it was cut. It has no cursor, so it depends on nothing
 * that could fail.
 */
public final class PlainCut {

    private final Budget budget;
    private final TokenCounter counter;
    private final boolean structured;
    private final boolean error;
    private final String tag;

    /**
     * Creates a cut to a budget.
     *
     * @param structured whether the answer must include structured content, because the listed schema requires it
     * @param error whether it must be sent as an error, the only answer to which no schema applies
     * @param tag JSON members that end each result for this client; or empty
     */
    public PlainCut(Budget budget, TokenCounter counter, boolean structured, boolean error, String tag) {
        this.budget = budget;
        this.counter = counter;
        this.structured = structured;
        this.error = error;
        this.tag = tag;
    }

    /** The result for the client, and its cost. */
    public record Cut(byte[] result, int tokens) {}

    /**
     * Returns a result object with as much of {@code text} as fits.
     *
     * @param why a short phrase for the model, such as "the rest could not be stored"
     */
    public Cut of(Slice text, String why, ToolResult original, Policy policy) {
        boolean sound = Utf8.isValid(original.raw());
        Slice said = cutToBudget(sound ? text : Slice.of(Utf8.repaired(text)), why);
        int tokens = counter.count(mostExpensiveCopy(said));
        ByteSink out = new ByteSink(said.length() * 2 + 256).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        out.string(said).ascii("}]");
        if (structured && !original.isError()) {
            out.ascii(",\"structuredContent\":").raw(mostExpensiveCopy(said));
        }
        out.ascii(error || original.isError() ? ",\"isError\":true" : "");
        out.ascii(tag);
        long left = (long) budget.tokens() - tokens;
        AnswerMeta.of(policy, true).budget(new AnswerDraft.Totals(tokens, left)).writeMember(out, null);
        return new Cut(out.ascii("}").toByteArray(), tokens);
    }

    /** Returns the most expensive copy: structured content repeats the text as its only string. */
    private Slice mostExpensiveCopy(Slice said) {
        return structured
                ? new ByteSink(said.length() + 64)
                        .ascii("{\"notice\":")
                        .string(said)
                        .ascii("}")
                        .slice()
                : said;
    }

    private Slice cutToBudget(Slice text, String why) {
        boolean noticed = isWithinBudget(withNotice(text, 0, why));
        int end = Utf8.floor(text, Math.min(text.length(), budget.bytes()));
        while (true) {
            Slice said = noticed ? withNotice(text, end, why) : text.sub(0, end);
            if (end == 0 || isWithinBudget(said)) {
                return said;
            }
            double share = (double) budget.tokens() / Math.max(1, counter.count(mostExpensiveCopy(said)));
            end = Utf8.floor(text, (int) (end * Math.min(0.9, share)));
        }
    }

    private boolean isWithinBudget(Slice said) {
        Slice dearest = mostExpensiveCopy(said);
        return budget.allows(counter.count(dearest), dearest.length());
    }

    private static Slice withNotice(Slice text, int end, String why) {
        String notice = "[Cut: the first " + end + " of " + text.length() + " bytes; " + why + "]\n";
        return new ByteSink(end + 128)
                .raw(Slice.of(notice))
                .raw(text.sub(0, end))
                .slice();
    }
}
