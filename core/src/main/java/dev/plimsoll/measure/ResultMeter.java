package dev.plimsoll.measure;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.tokens.ByteCounter;
import dev.plimsoll.tokens.CountSample;
import dev.plimsoll.tokens.Estimator;
import dev.plimsoll.tokens.O200kVocabulary;
import dev.plimsoll.tokens.TokenCounter;

/**
 * Meter of the tokens and bytes that a result would cost if it passed. An estimate decides about a result
 * only if the length of the result proves that an exact count would decide the same.
 */
public final class ResultMeter {

    /** Size in bytes up to which a result is counted exactly instead of by a corrected estimate. */
    private static final int MAX_EXACT_BYTES = 16 * 1024;

    /** Size in bytes up to which a text within its budget is counted exactly although an estimate would be enough. */
    private static final int MAX_COUNTED_BYTES = 256 * 1024;

    /** Base64 characters per token of audio: a second of compressed audio has about 16 kB, and 10 to 30 tokens. */
    private static final int AUDIO_CHARACTERS_PER_TOKEN = 1000;

    /** Counter for estimates. */
    private final TokenCounter fastCounter;

    /** Counter whose numbers decide whether a result passes. */
    private final TokenCounter decidingCounter;

    private final Estimator estimator;
    private final boolean isEveryCopyCounted;

    private final TokenUse tokenUse;

    /** Use of the tokens of a result. The less depends on them, the faster they can be estimated. */
    public enum TokenUse {
        /** Several decisions depend on them. */
        DECISIONS,
        /** They decide only whether the result is above its budget. */
        BUDGET,
        /** They decide nothing, because the result passes in any case. */
        REPORT;

        /**
         * Returns whether the tokens are only reported.
         *
         * @param isWithinBudget whether the result is known to be within its budget
         */
        private boolean isReported(boolean isWithinBudget) {
            return this == REPORT || (this == BUDGET && isWithinBudget);
        }
    }

    public ResultMeter(Estimator estimator, boolean isEveryCopyCounted) {
        this(estimator, isEveryCopyCounted, TokenUse.DECISIONS);
    }

    public ResultMeter(Estimator estimator, boolean isEveryCopyCounted, TokenUse tokenUse) {
        this.estimator = estimator;
        this.fastCounter = estimator.fastCounter();
        this.decidingCounter = estimator.decidingCounter();
        this.isEveryCopyCounted = isEveryCopyCounted;
        this.tokenUse = tokenUse;
    }

    /** The bytes of a result. The exact number is computed only once, because that reads the whole text. */
    private final class ResultBytes {

        private final ToolResult result;
        private final Copies copies;
        private final long escaped;
        private long exact = -1;

        ResultBytes(ToolResult result, Copies copies) {
            this.result = result;
            this.copies = copies;
            this.escaped = bytes(result, copies, isEveryCopyCounted, false);
        }

        /** Returns the bytes with all escapes, which are never fewer than the exact number. */
        long escaped() {
            return escaped;
        }

        /** Returns the bytes, exactly if they could be above the limit. */
        long within(long limit) {
            if (escaped <= limit) {
                return escaped;
            }
            exact = exact < 0 ? bytes(result, copies, isEveryCopyCounted) : exact;
            return exact;
        }
    }

    /**
     * Returns the cost of a result whose copies are known. The returned tokens are above the budget if and
     * only if an exact count is. This is not certain if the bytes are above their limit, but then the bytes
     * decide. Tokens are counted exactly if the estimate is between a third of the budget and twice the
     * budget. A lower estimate is enough if the result has no more bytes than the budget has
     * tokens, because no text has more tokens than bytes. For a large text, only the beginning is counted if the rest has no more
     * bytes than the budget then has tokens left. With a higher estimate, the exact count stops at the budget, and a sample
     * corrects the estimate.
     *
     * @param areBytesNeeded whether the bytes are needed even if the tokens are above the budget
     */
    public TokenCost cost(ToolResult result, Copies copies, int budgetTokens, long byteLimit, boolean areBytesNeeded) {
        try {
            return measure(result, copies, budgetTokens, byteLimit, areBytesNeeded);
        } catch (IllegalStateException failure) {
            if (O200kVocabulary.isAvailable()) {
                throw failure;
            }
            // the byte limit decides instead of the count
            long bytes = bytes(result, copies, isEveryCopyCounted);
            int tokens = ByteCounter.tokens(bytes);
            boolean isWithin = byteLimit < Long.MAX_VALUE && bytes <= byteLimit;
            return new TokenCost(
                    isWithin ? Math.min(tokens, budgetTokens) : tokens,
                    false,
                    bytes,
                    largestBinaryBytes(result, false),
                    largestBinaryBytes(result, true));
        }
    }

    private TokenCost measure(
            ToolResult result, Copies copies, int budgetTokens, long byteLimit, boolean areBytesNeeded) {
        ResultBytes bytes = new ResultBytes(result, copies);
        boolean isWithinByLength = mediaTokens(result, copies) + bytes.escaped() <= budgetTokens;
        boolean isReported = tokenUse.isReported(isWithinByLength);
        int estimate = tokens(result, copies, isReported ? estimator.windowCounter() : fastCounter);
        boolean isExact = estimator == Estimator.BPE;
        int tokens = estimate;
        if (estimator == Estimator.CLASSES
                && !isCertainlyWithin(result, copies, estimate, budgetTokens, bytes.escaped(), isWithinByLength)) {
            isExact = !(tokenUse == TokenUse.REPORT && bytes.escaped() > MAX_EXACT_BYTES)
                    && !isCertainlyAbove(
                            result, copies, estimate, budgetTokens, bytes, areBytesNeeded ? Long.MAX_VALUE : byteLimit);
            tokens = isExact ? tokens(result, copies, decidingCounter) : correctedEstimate(result, copies, estimate);
        }
        boolean isDecided = tokens > budgetTokens && !areBytesNeeded;
        return new TokenCost(
                tokens,
                isExact,
                bytes.within(isDecided ? Long.MAX_VALUE : byteLimit),
                largestBinaryBytes(result, false),
                largestBinaryBytes(result, true));
    }

    /**
     * Returns whether the result is certainly within the budget, although its tokens are not known exactly.
     *
     * @param isWithinByLength whether the result has no more bytes than the budget has tokens, which proves that it is
     *     within the budget
     */
    private boolean isCertainlyWithin(
            ToolResult result, Copies copies, int estimate, int budget, long bytes, boolean isWithinByLength) {
        return estimate <= budget
                && ((3L * estimate <= budget && isWithinByLength)
                        || (isNearBudget(bytes, budget) && isOnlyText(result) && !exceeds(result, copies, budget)));
    }

    /** Returns whether a large result has so few bytes that an exact count of its beginning can prove that it is within the budget. */
    private static boolean isNearBudget(long bytes, int budget) {
        return bytes > MAX_COUNTED_BYTES && 5 * bytes <= 8L * budget;
    }

    /** Returns whether the result has one text and nothing else, so that its count can stop before the end. */
    private static boolean isOnlyText(ToolResult result) {
        return result.structured() == null
                && result.blocks().size() == 1
                && result.blocks().get(0).text() != null;
    }

    /**
     * Returns whether the result is certainly above the budget, by tokens or by bytes, although it was not
     * counted exactly: its estimate must be far from the budget.
     */
    private boolean isCertainlyAbove(
            ToolResult result, Copies copies, int estimate, int budget, ResultBytes bytes, long byteLimit) {
        boolean isFar = 3L * estimate < budget || estimate > 2L * budget;
        return isFar
                && bytes.escaped() > MAX_EXACT_BYTES
                && (bytes.within(byteLimit) > byteLimit || exceeds(result, copies, budget));
    }

    /** Returns whether the exact count is above the limit. Counting stops as soon as this is certain. */
    private boolean exceeds(ToolResult result, Copies copies, int limit) {
        long remaining = limit;
        long copied = 0;
        for (int i = 0; i < result.blocks().size(); i++) {
            ContentBlock contentBlock = result.blocks().get(i);
            if (remaining < 0
                    || (contentBlock.text() != null
                            && decidingCounter.exceedsEscaped(contentBlock.text(), (int) remaining))) {
                return true;
            }
            if (isOnlyText(result)) {
                return false;
            }
            int tokens = tokens(contentBlock, decidingCounter);
            boolean isCounted = isEveryCopyCounted || !copies.contains(i);
            remaining -= isCounted ? tokens : 0;
            copied = isCounted ? copied : copies.sizeAfterAdding(copied, tokens);
        }
        Slice structured = result.structured();
        return remaining < copied || (structured != null && decidingCounter.exceeds(structured, (int) remaining));
    }

    /** Returns the estimate, corrected by the exact count of samples. */
    private int correctedEstimate(ToolResult result, Copies copies, int estimate) {
        long mediaTokens = mediaTokens(result, copies);
        Slice structured = result.structured();
        long length = structured == null ? 0 : structured.length();
        for (ContentBlock contentBlock : result.blocks()) {
            length += textLength(contentBlock);
        }
        CountSample sample = new CountSample(fastCounter, decidingCounter, length);
        for (ContentBlock contentBlock : result.blocks()) {
            if (contentBlock.text() != null) {
                sample.addEscaped(contentBlock.text());
            } else if (!isMedia(contentBlock)) {
                sample.add(contentBlock.raw());
            }
        }
        if (structured != null) {
            sample.add(structured);
        }
        return (int) Math.min(Integer.MAX_VALUE, mediaTokens + sample.correct(Math.max(0, estimate - mediaTokens)));
    }

    private static int textLength(ContentBlock contentBlock) {
        return contentBlock.text() != null
                ? contentBlock.text().length()
                : isMedia(contentBlock) ? 0 : contentBlock.raw().length();
    }

    /** Returns the cost of images and audio, which does not depend on the counter. */
    private long mediaTokens(ToolResult result, Copies copies) {
        long tokens = 0;
        for (int i = 0; i < result.blocks().size(); i++) {
            ContentBlock contentBlock = result.blocks().get(i);
            tokens += isMedia(contentBlock) && (isEveryCopyCounted || !copies.contains(i))
                    ? tokens(contentBlock, fastCounter)
                    : 0;
        }
        return tokens;
    }

    private static boolean isMedia(ContentBlock contentBlock) {
        return contentBlock.base64() != null
                && (contentBlock.type() == ContentBlock.Type.IMAGE || contentBlock.type() == ContentBlock.Type.AUDIO);
    }

    /** Returns the cost of a result by the exact count of o200k_base, without a budget. */
    public static int exactTokens(ToolResult result, boolean isEveryCopyCounted) {
        return new ResultMeter(Estimator.BPE, isEveryCopyCounted).decidingTokens(result);
    }

    /** Returns the cost of a result by the counter that decides about answers, without a budget. */
    public int decidingTokens(ToolResult result) {
        return tokens(
                result, CopyDetector.findCopiesForCounting(result, CopyDetector.findCopies(result)), decidingCounter);
    }

    /** Returns the cost of everything that a client could feed to a model, with copies counted once or summed. */
    private int tokens(ToolResult result, Copies copies, TokenCounter counter) {
        long uncopied = 0;
        long copied = 0;
        for (int i = 0; i < result.blocks().size(); i++) {
            int blockTokens = tokens(result.blocks().get(i), counter);
            if (!copies.contains(i)) {
                uncopied += blockTokens;
            } else if (isEveryCopyCounted) {
                copied += blockTokens;
            } else {
                copied = copies.sizeAfterAdding(copied, blockTokens);
            }
        }
        long structured = result.structured() == null ? 0 : counter.count(result.structured());
        long document = isEveryCopyCounted ? structured + copied : Math.max(structured, copied);
        return (int) Math.min(Integer.MAX_VALUE, uncopied + document);
    }

    /** Returns the cost of one content block. */
    public static int tokens(ContentBlock contentBlock, TokenCounter counter) {
        if (contentBlock.text() != null) {
            return counter.countEscaped(contentBlock.text());
        }
        Slice base64 = contentBlock.base64();
        if (base64 == null) {
            return counter.count(contentBlock.raw());
        }
        return switch (contentBlock.type()) {
            case IMAGE -> ImageCost.tokens(base64, contentBlock.mimeType());
            case AUDIO -> Math.max(1, base64.length() / AUDIO_CHARACTERS_PER_TOKEN);
            default -> counter.count(contentBlock.raw());
        };
    }

    /** Returns the unescaped bytes of one copy of everything, or of all copies. */
    public static long bytes(ToolResult result, Copies copies, boolean isEveryCopyCounted) {
        return bytes(result, copies, isEveryCopyCounted, true);
    }

    private static long bytes(ToolResult result, Copies copies, boolean isEveryCopyCounted, boolean isExact) {
        long uncopied = 0;
        long copied = 0;
        for (int i = 0; i < result.blocks().size(); i++) {
            long blockBytes = bytes(result.blocks().get(i), isExact);
            uncopied += copies.contains(i) ? 0 : blockBytes;
            copied = !copies.contains(i)
                    ? copied
                    : isEveryCopyCounted ? copied + blockBytes : copies.sizeAfterAdding(copied, blockBytes);
        }
        long structured = result.structured() == null ? 0 : result.structured().length();
        return uncopied + (isEveryCopyCounted ? structured + copied : Math.max(structured, copied));
    }

    /** Returns the bytes of a block; 0 for images and audio, which have limits of their own. */
    private static long bytes(ContentBlock contentBlock, boolean isExact) {
        if (contentBlock.text() != null) {
            return isExact
                    ? JsonText.unescapedLength(contentBlock.text())
                    : contentBlock.text().length();
        }
        return contentBlock.isBinary() && contentBlock.type() != ContentBlock.Type.RESOURCE_BLOB
                ? 0
                : contentBlock.raw().length();
    }

    /** Returns the bytes of the largest image if {@code isImage}, otherwise of the largest other binary block. */
    private static long largestBinaryBytes(ToolResult result, boolean isImage) {
        long max = 0;
        for (ContentBlock contentBlock : result.blocks()) {
            Slice base64 = contentBlock.base64();
            boolean isRequestedType = (contentBlock.type() == ContentBlock.Type.IMAGE) == isImage;
            max = base64 == null || !isRequestedType ? max : Math.max(max, base64.length() / 4L * 3);
        }
        return max;
    }

    /** Returns whether the document is a list, or an object that is mostly a list. */
    public static boolean isList(Document document) {
        if (!document.hasType(JsonType.OBJECT)) {
            return document.hasType(JsonType.ARRAY);
        }
        DominantValue list = DominantValue.find(document.bytes(), MemberIndex.of(document.bytes()));
        return list != null && list.isArray();
    }

    /** Returns the number of items if the document is a list, or an object that is mostly a list, otherwise 0. */
    public static int items(Document document) {
        if (document.hasType(JsonType.ARRAY)) {
            return ItemIndex.of(document.bytes()).count();
        }
        DominantValue list = document.hasType(JsonType.OBJECT)
                ? DominantValue.find(document.bytes(), MemberIndex.of(document.bytes()))
                : null;
        return list != null && list.isArray() ? ItemIndex.of(list.value()).count() : 0;
    }
}
