package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.policy.Budget;

/** The last resort: the head of a result and a word that it was cut. No cursor, so nothing that could fail. */
public final class PlainCut {

    private PlainCut() {}

    /**
     * A result object with as much of {@code text} as the budget holds.
     *
     * @param why a few words for the model, such as "the rest could not be kept"
     * @param structured whether the answer must carry structured content, because the listed schema asks for it
     */
    public static byte[] of(
            Slice text, String why, Budget budget, TokenCounter counter, boolean error, boolean structured) {
        Slice head = fitting(text, why, budget, counter);
        ByteSink said = new ByteSink(head.length() + 128);
        Slice notice = notice(text, head, why);
        boolean room = counter.count(notice) + 2 < budget.tokens() && notice.length() < budget.bytes();
        if (room) {
            said.raw(notice).ascii("\n");
        }
        said.raw(head);
        ByteSink out = new ByteSink(said.size() * 2 + 128).ascii("{\"content\":[{\"type\":\"text\",\"text\":\"");
        JsonText.escape(said.slice(), out);
        out.ascii("\"}]");
        if (structured && !error) {
            out.ascii(",\"structuredContent\":{\"notice\":")
                    .string(room ? notice : Slice.of("cut"))
                    .ascii("}");
        }
        return out.ascii(error ? ",\"isError\":true}" : "}").toByteArray();
    }

    private static Slice notice(Slice text, Slice head, String why) {
        return Slice.of("[Cut: the first " + head.length() + " of " + text.length() + " bytes; " + why + "]");
    }

    private static Slice fitting(Slice text, String why, Budget budget, TokenCounter counter) {
        Slice widest = notice(text, text, why);
        int noticeTokens = counter.count(widest) + 2;
        boolean room = noticeTokens < budget.tokens() && widest.length() < budget.bytes();
        int tokens = budget.tokens() - (room ? noticeTokens : 0);
        int end = Utf8.floor(text, Math.min(text.length(), budget.bytes() - (room ? widest.length() + 1 : 0)));
        while (end > 0) {
            int cost = counter.count(text.sub(0, end));
            if (cost <= tokens) {
                break;
            }
            end = Utf8.floor(text, (int) Math.min(end * 0.9, (double) end * tokens / cost));
        }
        return text.sub(0, Math.max(0, end));
    }
}
