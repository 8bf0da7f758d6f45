package dev.plimsoll.shape.result;

import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ResultSlimmer;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.SurroundingBlocks;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;

/**
 * The blocks around the main block of a result on the first page. They share half of the budget. Blocks that
 * fit stay unchanged; every other block becomes a link or a short text with a cursor (a placeholder).
 */
final class BlockLayout {

    private static final int MAX_PLACEHOLDERS = 4;

    // cost of the text about the blocks after the last one that is shown
    private static final int MORE_BLOCKS_TOKENS = 90;
    private static final int MORE_BLOCKS_BYTES = 240;

    private final IndexedResult indexedResult;
    private final int mainBlock;
    private final ResultFacts resultFacts;
    private final View view;
    private final ClientFeatures clientFeatures;
    private final TokenCounter counter;
    private final List<SurroundingBlocks.Block> blocks = new ArrayList<>();
    private int tokens;
    private int bytes;

    private BlockLayout(
            IndexedResult indexedResult,
            int mainBlock,
            ResultFacts resultFacts,
            View view,
            ClientFeatures clientFeatures,
            TokenCounter counter) {
        this.indexedResult = indexedResult;
        this.mainBlock = mainBlock;
        this.resultFacts = resultFacts;
        this.view = view;
        this.clientFeatures = clientFeatures;
        this.counter = counter;
    }

    /** Returns the blocks around the block with index {@code mainBlock} (-1: around the structured content). */
    static BlockLayout around(
            IndexedResult indexedResult,
            int mainBlock,
            ResultFacts resultFacts,
            View view,
            ClientFeatures clientFeatures,
            TokenCounter counter) {
        BlockLayout blockLayout = new BlockLayout(indexedResult, mainBlock, resultFacts, view, clientFeatures, counter);
        blockLayout.arrange();
        return blockLayout;
    }

    private void arrange() {
        List<ContentBlock> contentBlocks = indexedResult.result().blocks();
        Budget allowance = view.firstBudget().dividedBy(2).minus(MORE_BLOCKS_TOKENS, MORE_BLOCKS_BYTES);
        boolean isSlimmed = view.policy().get(Policy.SLIM) != SlimMode.NEVER;
        int placeholders = 0;
        for (int i = 0; i < contentBlocks.size(); i++) {
            if (i == mainBlock || indexedResult.isCopy(i)) {
                continue;
            }
            ContentBlock contentBlock = contentBlocks.get(i);
            boolean isBeforeMain = i < mainBlock;
            ContentBlock slimmedBlock = isSlimmed ? ResultSlimmer.slim(contentBlock, allowance.bytes()) : contentBlock;
            if (fits(slimmedBlock, allowance)) {
                add(
                        new SurroundingBlocks.Block(isBeforeMain, slimmedBlock.raw(), null),
                        ResultMeter.tokens(slimmedBlock, counter),
                        textBytes(slimmedBlock));
                continue;
            }
            AnswerDraft placeholder = createPlaceholder(contentBlock, i);
            boolean isWithinAllowance = tokens + placeholder.tokens() <= allowance.tokens()
                    && bytes + placeholder.bytes() <= allowance.bytes();
            if (++placeholders > MAX_PLACEHOLDERS || !isWithinAllowance) {
                add(false, createMoreBlocksNotice(i, contentBlocks.size()));
                return;
            }
            add(isBeforeMain, placeholder);
        }
    }

    private boolean fits(ContentBlock contentBlock, Budget allowance) {
        if (ResourceLinks.isTooLarge(contentBlock, view.policy())) {
            return false;
        }
        long blockBytes = textBytes(contentBlock);
        return blockBytes <= allowance.bytes() - bytes
                && ResultMeter.tokens(contentBlock, counter) <= allowance.tokens() - tokens;
    }

    private static int textBytes(ContentBlock contentBlock) {
        boolean isMedia =
                contentBlock.type() == ContentBlock.Type.IMAGE || contentBlock.type() == ContentBlock.Type.AUDIO;
        return isMedia ? 0 : contentBlock.raw().length();
    }

    private void add(boolean isBeforeMain, AnswerDraft textBlock) {
        add(new SurroundingBlocks.Block(isBeforeMain, null, textBlock), textBlock.tokens(), textBlock.bytes());
    }

    private void add(SurroundingBlocks.Block block, int blockTokens, int blockBytes) {
        blocks.add(block);
        tokens += blockTokens;
        bytes += blockBytes;
    }

    private AnswerDraft createPlaceholder(ContentBlock contentBlock, int index) {
        AnswerDraft answerDraft = new AnswerDraft(counter);
        if (contentBlock.isIndivisible()) {
            PagePosition pagePosition = new PagePosition(view.withBlock(index).withMode(Mode.FULL), Position.FIRST);
            ResourceLinks.writeBlocks(contentBlock, index, pagePosition, resultFacts, clientFeatures, answerDraft);
            return answerDraft;
        }
        PagePosition pagePosition = new PagePosition(view.withBlock(index).withMode(Mode.AUTO), Position.FIRST);
        int length = contentBlock.text() == null
                ? contentBlock.raw().length()
                : contentBlock.text().length();
        answerDraft
                .ascii("{")
                .member("type")
                .string("text")
                .member("text")
                .ascii("\"[Block ")
                .number(index + 1)
                .ascii(" of this result, ");
        answerDraft
                .number(length)
                .ascii(" bytes, left out: " + resultFacts.cursorPrefix())
                .cursorGap(pagePosition);
        return answerDraft.ascii(" reads it]\"}");
    }

    private AnswerDraft createMoreBlocksNotice(int index, int count) {
        AnswerDraft answerDraft = new AnswerDraft(counter);
        PagePosition pagePosition = new PagePosition(
                view.withBlock(View.BLOCKS).withMode(Mode.PAGINATED).withStart(index), new Position(index, 1));
        answerDraft
                .ascii("{")
                .member("type")
                .string("text")
                .member("text")
                .ascii("\"[")
                .number(count - index)
                .ascii(" more blocks of this result left out: ");
        return answerDraft
                .ascii(resultFacts.cursorPrefix())
                .cursorGap(pagePosition)
                .ascii(" reads them]\"}");
    }

    SurroundingBlocks blocks() {
        return new SurroundingBlocks(blocks, tokens);
    }

    /** Returns the budget for the main block. */
    Budget mainBudget() {
        return view.firstBudget().minus(tokens, bytes);
    }
}
