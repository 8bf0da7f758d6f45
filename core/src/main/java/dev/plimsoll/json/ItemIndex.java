package dev.plimsoll.json;

import java.util.Arrays;
import java.util.Objects;

/** Index of the items of a valid array: eight bytes per item of any size. */
public final class ItemIndex {

    private final byte[] bytes;
    private final int[] bounds;
    private final int count;

    ItemIndex(byte[] bytes, int[] bounds, int count) {
        this.bytes = bytes;
        this.bounds = bounds;
        this.count = count;
    }

    /**
     * Indexes an array, which may have white space around it.
     *
     * @throws IllegalArgumentException if the value is not an array
     */
    public static ItemIndex of(Slice array) {
        byte[] bytes = array.bytes();
        int end = array.to();
        int offset = Json.skipSpace(bytes, array.from(), end);
        if (offset == end || bytes[offset] != '[') {
            throw new IllegalArgumentException("value: must be a JSON array");
        }
        int[] bounds = new int[16];
        int count = 0;
        offset = Json.skipSpace(bytes, offset + 1, end);
        while (offset < end && bytes[offset] != ']') {
            if (2 * count == bounds.length) {
                bounds = Arrays.copyOf(bounds, 4 * count);
            }
            bounds[2 * count] = offset;
            offset = Json.skipValue(bytes, offset, end);
            bounds[2 * count + 1] = offset;
            count++;
            offset = Json.skipSpace(bytes, offset, end);
            if (offset < end && bytes[offset] == ',') {
                offset = Json.skipSpace(bytes, offset + 1, end);
            }
        }
        return new ItemIndex(bytes, bounds.length > 4 * count ? Arrays.copyOf(bounds, 2 * count) : bounds, count);
    }

    ItemIndex moved(byte[] otherBytes, int shift) {
        return new ItemIndex(otherBytes, ChildOffsets.moved(bounds, shift), count);
    }

    public int count() {
        return count;
    }

    public Slice item(int i) {
        return new Slice(bytes, start(i), end(i));
    }

    /** Returns the offset of the item's first byte in the bytes of the indexed slice. */
    public int start(int i) {
        return bounds[2 * Objects.checkIndex(i, count)];
    }

    /** Returns the offset after the item's last byte. */
    public int end(int i) {
        return bounds[2 * Objects.checkIndex(i, count) + 1];
    }
}
