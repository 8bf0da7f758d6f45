package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks before and after the main block of an answer.
 *
 * @param tokens cost of all these blocks
 */
record SurroundingBlocks(List<Block> blocks, int tokens) {

    SurroundingBlocks {
        blocks = List.copyOf(blocks);
    }

    /**
     * A block, unchanged or rewritten.
     *
     * @param before whether it is before the main block
     */
    record Block(
            boolean before, @Nullable Slice raw, @Nullable AnswerDraft written) {}

    /** Returns whether every block is unchanged. */
    boolean isUnchanged() {
        return blocks.stream().allMatch(block -> block.raw() != null);
    }
}
