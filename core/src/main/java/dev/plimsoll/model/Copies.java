package dev.plimsoll.model;

import java.util.BitSet;

/**
 * The content blocks of a result that repeat its structured content: either each block repeats all of it, or
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

    /** Returns copies of the whole structured content, by the indexes of their blocks. */
    public static Copies ofWhole(BitSet blocks) {
        return new Copies((BitSet) blocks.clone(), false);
    }

    /** Returns the copies if the first {@code count} blocks repeat the elements of the list, one each. */
    public static Copies ofElements(int count) {
        BitSet blocks = new BitSet();
        blocks.set(0, count);
        return new Copies(blocks, true);
    }

    public boolean contain(int block) {
        return blocks.get(block);
    }

    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** Returns the first block that is a copy, or -1. */
    public int first() {
        return blocks.nextSetBit(0);
    }

    /** Returns the total size of the copied data after one more block, where copies of the same data count once. */
    public long add(long size, long block) {
        return areElements ? size + block : Math.max(size, block);
    }

    /** Returns the indexes of the blocks. */
    public BitSet blocks() {
        return (BitSet) blocks.clone();
    }
}
