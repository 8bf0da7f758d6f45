package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks before and after the main block of an answer.
 *
 * @param tokens cost of all these blocks
 */
public record SurroundingBlocks(List<Block> blocks, int tokens) {

    public SurroundingBlocks {
        blocks = List.copyOf(blocks);
    }

    /**
     * A block, unchanged or rewritten.
     *
     * @param isBeforeMain whether the block is before the main block
     * @param raw the unchanged block; null if it is rewritten
     * @param written the rewritten block; null if it is unchanged
     */
    public record Block(
            boolean isBeforeMain,
            @Nullable Slice raw,
            @Nullable AnswerDraft written) {}

    /** Returns whether every block is unchanged. */
    public boolean isUnchanged() {
        return blocks.stream().allMatch(block -> block.raw() != null);
    }
}
