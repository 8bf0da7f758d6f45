package dev.plimsoll.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Valid JSON with the members and items of its large containers, as found during validation. A lookup here avoids
 * another scan of them. Immutable.
 */
public final class CheckedJson {

    private final Slice value;
    private final List<ChildOffsets.IndexedContainer> containers;
    /** Begin and end offsets of the large values, in pairs. */
    private final int[] largeBounds;

    private CheckedJson(Slice value, ChildOffsets childOffsets) {
        this(value, childOffsets.containers(), childOffsets.largeBounds());
    }

    private CheckedJson(Slice value, List<ChildOffsets.IndexedContainer> containers, int[] largeBounds) {
        this.value = value;
        this.containers = containers;
        this.largeBounds = largeBounds;
    }

    /** Validates a text; returns null if it is not valid by {@link Json#isValid}. */
    public static @Nullable CheckedJson of(Slice text) {
        Slice value = Json.trim(text);
        ChildOffsets childOffsets = new ChildOffsets(value);
        int valueEnd = new JsonValidator(value.bytes(), value.to(), childOffsets).validateValue(value.from());
        return valueEnd == value.to() ? new CheckedJson(value, childOffsets) : null;
    }

    /** Validates the value at this offset, but not the text after the value; returns null if the value is invalid. */
    public static @Nullable CheckedJson startingAt(byte[] bytes, int offset, int end) {
        ChildOffsets childOffsets = new ChildOffsets(new Slice(bytes, offset, end));
        int valueEnd = new JsonValidator(bytes, end, childOffsets).validateValue(offset);
        return valueEnd < 0 ? null : new CheckedJson(new Slice(bytes, offset, valueEnd), childOffsets);
    }

    /**
     * Returns this object as it is in other bytes, to which the caller has copied it, with members inserted after its
     * opening brace. The result has the indexes of the containers inside the object, but no index of the object itself.
     *
     * @param offset the offset of the opening brace in the other bytes
     * @param insertedBytes the number of bytes that were inserted
     */
    public CheckedJson movedTo(byte[] otherBytes, int offset, int insertedBytes) {
        int shift = offset - value.from() + insertedBytes;
        int[] movedBounds = new int[largeBounds.length];
        for (int i = 0; i < largeBounds.length; i++) {
            // the object itself begins before the inserted members
            movedBounds[i] = largeBounds[i] == value.from() ? offset : largeBounds[i] + shift;
        }
        List<ChildOffsets.IndexedContainer> innerContainers = containers.stream()
                .filter(container -> container.from() != value.from())
                .map(container -> container.moved(otherBytes, shift))
                .toList();
        return new CheckedJson(new Slice(otherBytes, offset, value.to() + shift), innerContainers, movedBounds);
    }

    /** Returns the text without white space around it. */
    public Slice value() {
        return value;
    }

    /**
     * Returns the index of an array, equal to that of {@link ItemIndex#of}; null if the array was not recorded,
     * because it is empty, too small, or too deep, or has too many items.
     */
    public @Nullable ItemIndex items(Slice array) {
        ChildOffsets.IndexedContainer indexed = findContainer(array);
        return indexed == null ? null : indexed.items();
    }

    /**
     * Returns the index of an object, equal to that of {@link MemberIndex#of}; null if the object was not
     * recorded, because it is empty, too small, or too deep, or has too many members.
     */
    public @Nullable MemberIndex members(Slice object) {
        ChildOffsets.IndexedContainer indexed = findContainer(object);
        return indexed == null ? null : indexed.members();
    }

    /** Works as {@link Json#skipValue} in these bytes, without scanning large values. */
    int skipValue(int offset, int end) {
        for (int i = 0; i < largeBounds.length; i += 2) {
            if (largeBounds[i] == offset) {
                return largeBounds[i + 1];
            }
        }
        return Json.skipValue(value.bytes(), offset, end);
    }

    @SuppressWarnings("ReferenceEquality") // offsets are valid only in this array
    private ChildOffsets.@Nullable IndexedContainer findContainer(Slice container) {
        for (ChildOffsets.IndexedContainer indexed : containers) {
            if (container.bytes() == value.bytes()
                    && indexed.from() == container.from()
                    && indexed.to() == container.to()) {
                return indexed;
            }
        }
        return null;
    }
}
