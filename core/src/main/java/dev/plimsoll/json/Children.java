package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes, while a document is walked, where the children of its large containers stand: of the root, and of arrays and
 * objects in it that are an eighth of the whole or more. Looks down through objects only, and not far: the items of an
 * array are what is asked for, not what is in them. Notes as well where such containers and strings as large end.
 */
final class Children {

    /** How deep children are noted at first. */
    static final int DEEPEST = 4;

    /** So many times its size is at least the whole. */
    private static final long LARGE = 8;

    private final byte[] b;
    private final int length;

    /** More offsets of one container take more memory than they are worth: its children are tiny. */
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

    /** From how many bytes on a value is large. */
    int large() {
        return (int) ((length + LARGE - 1) / LARGE);
    }

    /** A large value. There are a few of them on each level. */
    void large(int from, int to) {
        if (larges == large.length) {
            large = Arrays.copyOf(large, 2 * larges);
        }
        large[larges++] = from;
        large[larges++] = to;
    }

    /** Where large values begin and end, each pair one of them. */
    int[] larges() {
        return Arrays.copyOf(large, larges);
    }

    /** A container and its children; one of the two is null. */
    record Found(
            int from,
            int to,
            @Nullable ItemIndex items,
            @Nullable MemberIndex members) {

        /** The same in other bytes, so much further behind. */
        Found moved(byte[] other, int by) {
            return new Found(
                    from + by,
                    to + by,
                    items == null ? null : items.moved(other, by),
                    members == null ? null : members.moved(other, by));
        }
    }

    /** Offsets so much further behind. */
    static int[] moved(int[] offsets, int by) {
        int[] moved = new int[offsets.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = offsets[i] + by;
        }
        return moved;
    }

    /** Gives how deep children are noted from here on: not below an array. */
    int open(int depth, int at, boolean object) {
        starts[depth] = at;
        sizes[depth] = 0;
        objects[depth] = object;
        return object ? DEEPEST : depth;
    }

    /** Where a key or child begins or ends in the container that is open at this depth. */
    void note(int depth, int at) {
        if (sizes[depth] > most) {
            return;
        }
        if (sizes[depth] == offsets[depth].length) {
            offsets[depth] = Arrays.copyOf(offsets[depth], 2 * sizes[depth]);
        }
        offsets[depth][sizes[depth]++] = at;
    }

    /** Gives how deep children are noted from here on. */
    int close(int depth, int end) {
        if (end - starts[depth] >= large()) {
            large(starts[depth], end);
            if (sizes[depth] <= most) {
                found.add(found(depth, end));
            }
        }
        return DEEPEST;
    }

    private Found found(int depth, int end) {
        int[] own = Arrays.copyOf(offsets[depth], sizes[depth]);
        return objects[depth]
                ? new Found(starts[depth], end, null, new MemberIndex(b, own))
                : new Found(starts[depth], end, new ItemIndex(b, own, own.length / 2), null);
    }

    /** All that was noted. To keep only this lets go of the buffers, which may be as large again. */
    List<Found> found() {
        return List.copyOf(found);
    }
}
