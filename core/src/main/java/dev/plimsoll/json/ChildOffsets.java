package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the offsets of children of large containers during validation: of the root, and of arrays and objects that
 * take at least an eighth of the text. Descends only through objects and a few levels, because callers need the items
 * of an array, not their contents. Also records the ends of containers and strings of that size.
 */
final class ChildOffsets {

    /** Maximum number of levels on which children are recorded. */
    static final int MAX_DEPTH = 4;

    /** A value is large if its length is at least that of the text divided by this number. */
    private static final long LARGE_VALUE_DIVISOR = 8;

    private final byte[] bytes;
    private final int length;

    /**
     * Maximum number of offsets per container. With more, the children are tiny, and the index would need too much
     * memory.
     */
    private final int maxOffsets;

    // the open container of each depth: offsets of its children, their number, its start, and whether it is
    // an object
    private final int[][] offsets = new int[MAX_DEPTH + 1][16];
    private final int[] offsetCounts = new int[MAX_DEPTH + 1];
    private final int[] starts = new int[MAX_DEPTH + 1];
    private final boolean[] isObject = new boolean[MAX_DEPTH + 1];
    private final List<IndexedContainer> containers = new ArrayList<>();
    private int[] largeBounds = new int[4 * (int) LARGE_VALUE_DIVISOR];
    private int largeBoundCount;

    ChildOffsets(Slice text) {
        this.bytes = text.bytes();
        this.length = text.length();
        this.maxOffsets = 64 + length / 8;
    }

    /** Returns the length in bytes from which a value is large. */
    int minLargeBytes() {
        return (int) ((length + LARGE_VALUE_DIVISOR - 1) / LARGE_VALUE_DIVISOR);
    }

    /** Records a large value. There are only a few on each level. */
    void addLarge(int from, int to) {
        if (largeBoundCount == largeBounds.length) {
            largeBounds = Arrays.copyOf(largeBounds, 2 * largeBoundCount);
        }
        largeBounds[largeBoundCount++] = from;
        largeBounds[largeBoundCount++] = to;
    }

    /** Returns the begin and end offsets of the large values, in pairs. */
    int[] largeBounds() {
        return Arrays.copyOf(largeBounds, largeBoundCount);
    }

    /** Container and its children; either {@code items} or {@code members} is null. */
    record IndexedContainer(
            int from,
            int to,
            @Nullable ItemIndex items,
            @Nullable MemberIndex members) {

        /** Returns the same container in other bytes, moved by {@code shift}. */
        IndexedContainer moved(byte[] otherBytes, int shift) {
            return new IndexedContainer(
                    from + shift,
                    to + shift,
                    items == null ? null : items.moved(otherBytes, shift),
                    members == null ? null : members.moved(otherBytes, shift));
        }
    }

    /** Returns the offsets moved by {@code shift}. */
    static int[] moved(int[] offsets, int shift) {
        int[] shifted = new int[offsets.length];
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] = offsets[i] + shift;
        }
        return shifted;
    }

    /**
     * Opens a container. Returns the depth of the deepest containers whose children are recorded from now on: in an
     * array, the depth of the array itself, so that its items are recorded but not their contents.
     */
    int open(int depth, int offset, boolean isObjectOpened) {
        starts[depth] = offset;
        offsetCounts[depth] = 0;
        isObject[depth] = isObjectOpened;
        return isObjectOpened ? MAX_DEPTH : depth;
    }

    /** Records the begin or end of a key or child in the container that is open at this depth. */
    void addOffset(int depth, int offset) {
        if (offsetCounts[depth] > maxOffsets) {
            return;
        }
        if (offsetCounts[depth] == offsets[depth].length) {
            offsets[depth] = Arrays.copyOf(offsets[depth], 2 * offsetCounts[depth]);
        }
        offsets[depth][offsetCounts[depth]++] = offset;
    }

    /** Closes a container. Returns the depth of the deepest containers whose children are recorded from now on. */
    int close(int depth, int end) {
        if (end - starts[depth] >= minLargeBytes()) {
            addLarge(starts[depth], end);
            if (offsetCounts[depth] <= maxOffsets) {
                containers.add(container(depth, end));
            }
        }
        return MAX_DEPTH;
    }

    private IndexedContainer container(int depth, int end) {
        int[] children = Arrays.copyOf(offsets[depth], offsetCounts[depth]);
        return isObject[depth]
                ? new IndexedContainer(starts[depth], end, null, new MemberIndex(bytes, children))
                : new IndexedContainer(starts[depth], end, new ItemIndex(bytes, children, children.length / 2), null);
    }

    /** Returns all containers. The list does not keep the buffers of this object in memory. */
    List<IndexedContainer> containers() {
        return List.copyOf(containers);
    }
}
