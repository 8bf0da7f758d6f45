package dev.plimsoll.shape.result;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ResultSlimmer;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.shape.ResourceLinks;
import dev.plimsoll.shape.SurroundingBlocks;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of an answer to a result whose text fits the budget. Every block keeps its position; images,
 * audio, and blobs that do not fit become links.
 */
final class BinaryLinks {

    private final ShapeRequest shapeRequest;
    private final TokenCounter counter;
    private final List<ContentBlock> resultBlocks;
    private final List<SurroundingBlocks.Block> blocks = new ArrayList<>();
    private int tokens;
    private int bytes;

    private BinaryLinks(ShapeRequest shapeRequest, TokenCounter counter) {
        this.shapeRequest = shapeRequest;
        this.counter = counter;
        this.resultBlocks = slimBlocks(shapeRequest);
    }

    /** Returns the blocks of the result, with slimmed JSON. */
    private static List<ContentBlock> slimBlocks(ShapeRequest shapeRequest) {
        List<ContentBlock> blocks = shapeRequest.content().result().blocks();
        int maxBytes = shapeRequest.view().firstBudget().bytes();
        return SlimMode.isShapedSlim(shapeRequest.view().policy())
                ? blocks.stream()
                        .map(block -> ResultSlimmer.slim(block, maxBytes))
                        .toList()
                : blocks;
    }

    /**
     * Returns the blocks, with links where needed; null if there is nothing to link, or the result exceeds the budget
     * even with links.
     */
    static @Nullable SurroundingBlocks arrangeIfNeeded(ShapeRequest shapeRequest, TokenCounter counter) {
        boolean hasIndivisible =
                shapeRequest.content().result().blocks().stream().anyMatch(ContentBlock::isIndivisible);
        if (!hasIndivisible) {
            return null;
        }
        BinaryLinks binaryLinks = new BinaryLinks(shapeRequest, counter);
        return binaryLinks.arrange() ? new SurroundingBlocks(binaryLinks.blocks, binaryLinks.tokens) : null;
    }

    /**
     * Arranges the blocks. Returns whether they are within the budget, and differ from the result as the server sent
     * it.
     */
    private boolean arrange() {
        Budget budget = shapeRequest.view().firstBudget();
        if (!addTextCosts(budget)) {
            return false;
        }
        for (int i = 0; i < resultBlocks.size(); i++) {
            ContentBlock contentBlock = resultBlocks.get(i);
            if (!contentBlock.isIndivisible()) {
                blocks.add(new SurroundingBlocks.Block(true, contentBlock.raw(), null));
            } else if (fits(contentBlock, budget)) {
                tokens += ResultMeter.tokens(contentBlock, counter);
                bytes += contentBlock.isBinary() ? 0 : contentBlock.raw().length();
                blocks.add(new SurroundingBlocks.Block(true, contentBlock.raw(), null));
            } else {
                AnswerDraft link = createLink(contentBlock, i);
                tokens += link.tokens();
                bytes += link.bytes();
                blocks.add(new SurroundingBlocks.Block(true, null, link));
            }
        }
        return budget.allows(tokens, bytes)
                && (blocks.stream().anyMatch(block -> block.written() != null)
                        || shapeRequest.content().result().hasRemovedStructured());
    }

    /** Adds the cost of all text and the structured content. Returns whether these alone are within the budget. */
    private boolean addTextCosts(Budget budget) {
        Slice structured = shapeRequest.content().result().structured();
        if (structured != null) {
            bytes += structured.length();
            tokens += structured.length() > budget.bytes() ? budget.tokens() + 1 : counter.count(structured);
        }
        for (int i = 0; i < resultBlocks.size() && budget.allows(tokens, bytes); i++) {
            ContentBlock contentBlock = resultBlocks.get(i);
            if (!contentBlock.isIndivisible() && !shapeRequest.content().isCopy(i)) {
                Slice text = contentBlock.text();
                bytes += text == null ? contentBlock.raw().length() : text.length();
                tokens += bytes > budget.bytes() ? 0 : ResultMeter.tokens(contentBlock, counter);
            }
        }
        return budget.allows(tokens, bytes);
    }

    private boolean fits(ContentBlock contentBlock, Budget budget) {
        return !ResourceLinks.isTooLarge(contentBlock, shapeRequest.view().policy())
                && (contentBlock.isBinary()
                        || contentBlock.raw().length()
                                <= shapeRequest.view().firstBudget().bytes() - bytes)
                && ResultMeter.tokens(contentBlock, counter) <= budget.tokens() - tokens;
    }

    private AnswerDraft createLink(ContentBlock contentBlock, int index) {
        AnswerDraft answerDraft = new AnswerDraft(counter);
        PagePosition pagePosition =
                new PagePosition(shapeRequest.view().withBlock(index).withMode(Mode.FULL), Position.FIRST);
        ResourceLinks.writeBlocks(
                contentBlock, index, pagePosition, shapeRequest.facts(), shapeRequest.client(), answerDraft);
        return answerDraft;
    }
}
