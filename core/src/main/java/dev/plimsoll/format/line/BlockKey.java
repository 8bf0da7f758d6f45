package dev.plimsoll.format.line;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** A key of blocks, and the properties of its values. */
final class BlockKey {

    private final Slice key;

    /** The key as the name of a member, with its colon. */
    private final Slice name;

    private @Nullable BlockKey next;
    private int blocks;
    private boolean hasText;
    private boolean hasNumber;

    BlockKey(Slice key) {
        this.key = key;
        this.name =
                Slice.of(new ByteSink(key.length() + 4).string(key).ascii(":").toByteArray());
    }

    boolean hasKey(Slice other) {
        return key.contentEquals(other);
    }

    /** Returns the key that followed this one the last time; null if none did. */
    @Nullable BlockKey next() {
        return next;
    }

    void setNext(BlockKey next) {
        this.next = next;
    }

    /** Returns the key as the name of a member, still escaped. */
    Slice escaped() {
        return name.sub(1, name.length() - 2);
    }

    void addBlock() {
        blocks++;
    }

    /** Returns the number of blocks that have the key. */
    int blocks() {
        return blocks;
    }

    void addValue(Slice value) {
        if (!hasText && !value.isEmpty()) {
            hasText = !JsonNumbers.isJson(value);
            hasNumber |= !hasText;
        }
    }

    /** Returns whether all values that are not empty are numbers. */
    boolean isNumber() {
        return hasNumber && !hasText;
    }

    /** Writes the name of a member, which is {@code id_2} for the second {@code id} of a block. */
    void writeName(int number, ByteSink out) {
        if (number == 1) {
            out.raw(name);
        } else {
            out.string(Slice.of(key.utf8() + "_" + number)).ascii(":");
        }
    }
}
