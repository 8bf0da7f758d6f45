package dev.plimsoll.format.line;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** A key that occurs in blocks, and the types of its values. */
final class BlockKey {

    private final Slice key;

    /** The key as a JSON string, with the colon after it. */
    private final Slice memberName;

    private @Nullable BlockKey nextKey;
    private int occurrenceCount;
    private boolean hasTextValue;
    private boolean hasNumberValue;

    BlockKey(Slice key) {
        this.key = key;
        this.memberName =
                Slice.of(new ByteSink(key.length() + 4).string(key).ascii(":").toByteArray());
    }

    boolean isKey(Slice other) {
        return key.contentEquals(other);
    }

    /** Returns the key that followed this one at its last occurrence; null if none did. */
    @Nullable BlockKey nextKey() {
        return nextKey;
    }

    void setNextKey(BlockKey nextKey) {
        this.nextKey = nextKey;
    }

    /** Returns the escaped key, without quotes. */
    Slice escapedName() {
        return memberName.sub(1, memberName.length() - 2);
    }

    void addOccurrence() {
        occurrenceCount++;
    }

    /** Returns how often the key occurs in all blocks. */
    int occurrenceCount() {
        return occurrenceCount;
    }

    void addValue(Slice value) {
        if (!hasTextValue && !value.isEmpty()) {
            hasTextValue = !JsonNumbers.isNumber(value);
            hasNumberValue |= !hasTextValue;
        }
    }

    /** Returns whether there are values that are not empty and all of them are numbers. */
    boolean hasOnlyNumbers() {
        return hasNumberValue && !hasTextValue;
    }

    /** Writes the name of the member with the {@code number}-th occurrence of the key in a block: {@code id}, then {@code id_2}. */
    void writeName(int number, ByteSink out) {
        if (number == 1) {
            out.raw(memberName);
        } else {
            out.string(Slice.of(key.utf8() + "_" + number)).ascii(":");
        }
    }
}
