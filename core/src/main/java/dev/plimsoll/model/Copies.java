package dev.plimsoll.model;

import java.util.BitSet;

/**
 * Content blocks of a result that repeat its structured content: either each block repeats all of it, or
 * each block repeats one element of its list.
 */
public final class Copies {

    public static final Copies NONE = new Copies(new BitSet(), false);

    private final BitSet blocks;
    private final boolean areElements;

    private Copies(BitSet blocks, boolean areElements) {
        this.blocks = blocks;
        this.areElements = areElements;
    }

    /** Creates copies that each repeat the whole structured content, by the indexes of their blocks. */
    public static Copies ofWhole(BitSet blocks) {
        return new Copies((BitSet) blocks.clone(), false);
    }

    /** Creates copies: each of the first {@code count} blocks repeats one element of the list. */
    public static Copies ofElements(int count) {
        BitSet blocks = new BitSet();
        blocks.set(0, count);
        return new Copies(blocks, true);
    }

    public boolean contains(int blockIndex) {
        return blocks.get(blockIndex);
    }

    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** Returns the index of the first block that is a copy, or -1. */
    public int firstIndex() {
        return blocks.nextSetBit(0);
    }

    /**
     * Returns the size of the copied data after one more block is added. Blocks that repeat the same data count once.
     *
     * @param size size of the copied data in the earlier blocks
     * @param blockSize size of the copied data in the added block
     */
    public long sizeAfterAdding(long size, long blockSize) {
        return areElements ? size + blockSize : Math.max(size, blockSize);
    }

    /** Returns the indexes of the blocks. */
    public BitSet blocks() {
        return (BitSet) blocks.clone();
    }
}
