package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the offsets of children of large containers during validation: of the root, and of arrays and objects that
 * take at least an eighth of the text. It descends only through objects and a few levels, because callers need the
 * items of an array, not their contents. It also records the ends of containers and strings of that size.
 */
final class Children {

    /** Maximum number of levels on which children are recorded. */
    static final int DEEPEST = 4;

    /** A value is large if it takes at least one part in this many of the text. */
    private static final long LARGE = 8;

    private final byte[] b;
    private final int length;

    /** Maximum number of offsets per container. With more, the children are tiny, and the index would need too much memory. */
    private final int most;

    private final int[][] offsets = new int[DEEPEST + 1][16];
    private final int[] sizes = new int[DEEPEST + 1];
    private final int[] starts = new int[DEEPEST + 1];
    private final boolean[] objects = new boolean[DEEPEST + 1];
    private final List<Found> found = new ArrayList<>();
    private int[] large = new int[4 * (int) LARGE];
    private int larges;

    Children(Slice text) {
        this.b = text.bytes();
        this.length = text.length();
        this.most = 64 + length / 8;
    }

    /** Returns the length in bytes from which a value is large. */
    int minLargeBytes() {
        return (int) ((length + LARGE - 1) / LARGE);
    }

    /** Records a large value. There are only a few on each level. */
    void addLarge(int from, int to) {
        if (larges == large.length) {
            large = Arrays.copyOf(large, 2 * larges);
        }
        large[larges++] = from;
        large[larges++] = to;
    }

    /** Returns the begin and end offsets of the large values, in pairs. */
    int[] larges() {
        return Arrays.copyOf(large, larges);
    }

    /** Container and its children; either {@code items} or {@code members} is null. */
    record Found(
            int from,
            int to,
            @Nullable ItemIndex items,
            @Nullable MemberIndex members) {

        /** Returns the same container in other bytes, moved by {@code by}. */
        Found moved(byte[] other, int by) {
            return new Found(
                    from + by,
                    to + by,
                    items == null ? null : items.moved(other, by),
                    members == null ? null : members.moved(other, by));
        }
    }

    /** Returns the offsets moved by {@code by}. */
    static int[] moved(int[] offsets, int by) {
        int[] moved = new int[offsets.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = offsets[i] + by;
        }
        return moved;
    }

    /** Opens a container. Returns the depth down to which children are now recorded: not below an array. */
    int open(int depth, int at, boolean object) {
        starts[depth] = at;
        sizes[depth] = 0;
        objects[depth] = object;
        return object ? DEEPEST : depth;
    }

    /** Records the begin or end of a key or child in the container that is open at this depth. */
    void note(int depth, int at) {
        if (sizes[depth] > most) {
            return;
        }
        if (sizes[depth] == offsets[depth].length) {
            offsets[depth] = Arrays.copyOf(offsets[depth], 2 * sizes[depth]);
        }
        offsets[depth][sizes[depth]++] = at;
    }

    /** Closes a container. Returns the depth down to which children are now recorded. */
    int close(int depth, int end) {
        if (end - starts[depth] >= minLargeBytes()) {
            addLarge(starts[depth], end);
            if (sizes[depth] <= most) {
                found.add(container(depth, end));
            }
        }
        return DEEPEST;
    }

    private Found container(int depth, int end) {
        int[] own = Arrays.copyOf(offsets[depth], sizes[depth]);
        return objects[depth]
                ? new Found(starts[depth], end, null, new MemberIndex(b, own))
                : new Found(starts[depth], end, new ItemIndex(b, own, own.length / 2), null);
    }

    /** Returns all containers. The list does not refer to the buffers, which may be as large again. */
    List<Found> found() {
        return List.copyOf(found);
    }
}
