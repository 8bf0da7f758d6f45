package dev.plimsoll.measure;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.Dominance;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.ToolResult;
import java.util.BitSet;

/** Says what a result would cost if it passed: quickly, on the escaped bytes, and exactly near the budget. */
public final class ResultMeter {

    private static final double NEAR = 0.25;

    private final TokenCounter quick;
    private final TokenCounter sure;
    private final boolean sumCopies;

    public ResultMeter(Estimator estimator, boolean sumCopies) {
        this.quick = estimator.quick();
        this.sure = estimator.sure();
        this.sumCopies = sumCopies;
    }

    /**
     * The cost of a result whose copies are known. The tokens are counted exactly where their estimate is within a quarter of
     * the budget, the bytes where they could be above the limit.
     *
     * @param bytesDecide whether the bytes are asked for even where the tokens are above the budget
     */
    public Cost cost(ToolResult result, BitSet copies, int budgetTokens, long byteLimit, boolean bytesDecide) {
        int tokens = tokens(result, copies, quick);
        if (Math.abs((double) tokens - budgetTokens) <= NEAR * budgetTokens) {
            tokens = tokens(result, copies, sure);
        }
        boolean decided = tokens > budgetTokens && !bytesDecide;
        return new Cost(tokens, bytes(result, copies, decided ? Long.MAX_VALUE : byteLimit), binary(result));
    }

    /** What a result costs by the exact count of o200k_base, whatever the budget. */
    public static int exact(ToolResult result, boolean sumCopies) {
        BitSet copies = Copies.counted(result, Copies.in(result));
        return new ResultMeter(Estimator.BPE, sumCopies).tokens(result, copies, TokenCounter.bpe());
    }

    /** The cost of everything a client could feed to a model, copies once or summed. */
    private int tokens(ToolResult result, BitSet copies, TokenCounter counter) {
        long others = 0;
        long copied = 0;
        for (int i = 0; i < result.parts().size(); i++) {
            int part = tokens(result.parts().get(i), counter);
            if (!copies.get(i)) {
                others += part;
            } else if (sumCopies) {
                copied += part;
            } else {
                copied = Math.max(copied, part);
            }
        }
        long structured = result.structured() == null ? 0 : counter.count(result.structured());
        long document = sumCopies ? structured + copied : Math.max(structured, copied);
        return (int) Math.min(Integer.MAX_VALUE, others + document);
    }

    /** The cost of one block. */
    public static int tokens(Part part, TokenCounter counter) {
        if (part.text() != null) {
            return counter.countEscaped(part.text());
        }
        Slice base64 = part.base64();
        if (base64 == null) {
            return counter.count(part.raw());
        }
        return switch (part.type()) {
            case IMAGE -> Images.tokens(base64, part.mimeType());
            case AUDIO -> Math.max(1, base64.length() / AUDIO_CHARACTERS_PER_TOKEN);
            default -> counter.count(part.raw());
        };
    }

    // about 16 kB of compressed audio a second at 10 to 30 tokens a second
    private static final int AUDIO_CHARACTERS_PER_TOKEN = 1000;

    /** Exact where it could be above the limit; escapes only make a text longer, so within it their length will do. */
    private long bytes(ToolResult result, BitSet copies, long limit) {
        long escaped = bytes(result, copies, sumCopies, false);
        return escaped <= limit ? escaped : bytes(result, copies, sumCopies, true);
    }

    /** Unescaped bytes of one copy of everything, or of all copies. */
    public static long bytes(ToolResult result, BitSet copies, boolean sum) {
        return bytes(result, copies, sum, true);
    }

    private static long bytes(ToolResult result, BitSet copies, boolean sum, boolean exact) {
        long others = 0;
        long copied = 0;
        for (int i = 0; i < result.parts().size(); i++) {
            long part = bytes(result.parts().get(i), exact);
            others += copies.get(i) ? 0 : part;
            copied = !copies.get(i) ? copied : sum ? copied + part : Math.max(copied, part);
        }
        long structured = result.structured() == null ? 0 : result.structured().length();
        return others + (sum ? structured + copied : Math.max(structured, copied));
    }

    private static long bytes(Part part, boolean exact) {
        if (part.text() != null) {
            return exact ? JsonText.unescapedLength(part.text()) : part.text().length();
        }
        return part.isBinary() && part.type() != Part.Type.RESOURCE_BLOB
                ? 0
                : part.raw().length();
    }

    private static long binary(ToolResult result) {
        long most = 0;
        for (Part part : result.parts()) {
            Slice base64 = part.base64();
            most = base64 == null ? most : Math.max(most, base64.length() / 4L * 3);
        }
        return most;
    }

    /** The estimate of a document's text or JSON. */
    public int quick(Slice text) {
        return quick.count(text);
    }

    /** Whether the document is a list, or an object that is mostly a list. */
    public static boolean isList(Document document) {
        if (!document.is(JsonType.OBJECT)) {
            return document.is(JsonType.ARRAY);
        }
        Dominance list = Dominance.of(document.bytes(), MemberIndex.of(document.bytes()));
        return list != null && list.isArray();
    }

    /** How many items the document has when it is a list, or an object that is mostly a list. */
    public static int items(Document document) {
        if (document.is(JsonType.ARRAY)) {
            return ItemIndex.of(document.bytes()).count();
        }
        Dominance list =
                document.is(JsonType.OBJECT) ? Dominance.of(document.bytes(), MemberIndex.of(document.bytes())) : null;
        return list != null && list.isArray() ? ItemIndex.of(list.value()).count() : 0;
    }
}
