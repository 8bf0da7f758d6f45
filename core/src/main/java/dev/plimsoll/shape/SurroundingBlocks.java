package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks beside the one that an answer stands for.
 *
 * @param tokens what they cost together
 */
record SurroundingBlocks(List<Block> blocks, int tokens) {

    SurroundingBlocks {
        blocks = List.copyOf(blocks);
    }

    /** A block as it came, or written anew; {@code before} says on which side of the main one. */
    record Block(
            boolean before, @Nullable Slice raw, @Nullable AnswerDraft written) {}

    /** Whether every block is there as it came. */
    boolean untouched() {
        return blocks.stream().allMatch(block -> block.raw() != null);
    }
}
