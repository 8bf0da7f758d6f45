package dev.plimsoll.search.rank;

import java.util.Arrays;

/** Hash table that assigns numbers, from 0, to folded words. Not thread-safe while words are added. */
final class TermTable {

    private static final int HASH_MULTIPLIER = 0x9E37_79B1;

    /** Bytes of all words, one word after another. */
    private byte[] pool = new byte[1024];

    private int[] starts = new int[128];
    private int[] hashes = new int[128];
    /** For each slot of the hash table, the number of its word plus 1, or 0. */
    private int[] slots = new int[256];

    private int count;

    int count() {
        return count;
    }

    /** Returns the number of a word; adds it if it is new. */
    int add(byte[] term, int length) {
        int hash = hash(term, length);
        int slot = findSlot(term, length, hash);
        if (slots[slot] > 0) {
            return slots[slot] - 1;
        }
        if (count + 1 == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
            hashes = Arrays.copyOf(hashes, 2 * hashes.length);
        }
        int from = starts[count];
        while (from + length > pool.length) {
            pool = Arrays.copyOf(pool, 2 * pool.length);
        }
        System.arraycopy(term, 0, pool, from, length);
        hashes[count] = hash;
        starts[++count] = from + length;
        slots[slot] = count;
        if (2 * count > slots.length) {
            growSlots();
        }
        return count - 1;
    }

    /** Returns the number of a word; -1 if the table does not contain it. */
    int find(byte[] term, int length) {
        return slots[findSlot(term, length, hash(term, length))] - 1;
    }

    /** Returns whether a word begins with these bytes. */
    boolean startsWith(int number, byte[] prefix) {
        int from = starts[number];
        return starts[number + 1] - from >= prefix.length
                && Arrays.equals(pool, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /** Returns the memory that the table needs, in bytes. */
    long memoryBytes() {
        return pool.length + 4L * (starts.length + hashes.length + slots.length);
    }

    /** Releases the memory that is needed only to add words. No words can be added afterwards. */
    TermTable trim() {
        pool = Arrays.copyOf(pool, Math.max(1, starts[count]));
        starts = Arrays.copyOf(starts, count + 1);
        hashes = new int[0];
        return this;
    }

    private int findSlot(byte[] term, int length, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] > 0 && !hasTerm(slots[slot] - 1, term, length)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean hasTerm(int number, byte[] term, int length) {
        int from = starts[number];
        return starts[number + 1] - from == length && Arrays.equals(pool, from, from + length, term, 0, length);
    }

    private void growSlots() {
        int[] newSlots = new int[2 * slots.length];
        int mask = newSlots.length - 1;
        for (int number = 0; number < count; number++) {
            int slot = hashes[number] & mask;
            while (newSlots[slot] > 0) {
                slot = (slot + 1) & mask;
            }
            newSlots[slot] = number + 1;
        }
        slots = newSlots;
    }

    private static int hash(byte[] term, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + term[i];
        }
        hash *= HASH_MULTIPLIER;
        return hash ^ (hash >>> 15);
    }
}
