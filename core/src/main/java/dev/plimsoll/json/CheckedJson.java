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
    private final int[] largeBounds;

    private CheckedJson(Slice value, ChildOffsets childOffsets) {
        this(value, childOffsets.containers(), childOffsets.largeBounds());
    }

    private CheckedJson(Slice value, List<ChildOffsets.IndexedContainer> found, int[] larges) {
        this.value = value;
        this.containers = found;
        this.largeBounds = larges;
    }

    /** Validates a text; returns null if it is not valid by {@link Json#isValid}. */
    public static @Nullable CheckedJson of(Slice text) {
        Slice value = Json.trim(text);
        ChildOffsets childOffsets = new ChildOffsets(value);
        int after = new JsonValidator(value.bytes(), value.to(), childOffsets).value(value.from());
        return after == value.to() ? new CheckedJson(value, childOffsets) : null;
    }

    /** Validates the value at this offset, with any text after it; returns null if it is invalid. */
    public static @Nullable CheckedJson startingAt(byte[] b, int at, int end) {
        ChildOffsets childOffsets = new ChildOffsets(new Slice(b, at, end));
        int after = new JsonValidator(b, end, childOffsets).value(at);
        return after < 0 ? null : new CheckedJson(new Slice(b, at, after), childOffsets);
    }

    /**
     * Returns the same object after it was copied to other bytes, with members inserted after its opening brace. The
     * result knows the containers inside the object; of the object itself, it knows only the end.
     *
     * @param added how many bytes were inserted
     */
    public CheckedJson copyTo(byte[] to, int at, int added) {
        int by = at - value.from() + added;
        int[] moved = new int[largeBounds.length];
        for (int i = 0; i < largeBounds.length; i++) {
            // the object itself begins before the inserted members
            moved[i] = largeBounds[i] == value.from() ? at : largeBounds[i] + by;
        }
        List<ChildOffsets.IndexedContainer> inside = containers.stream()
                .filter(known -> known.from() != value.from())
                .map(known -> known.moved(to, by))
                .toList();
        return new CheckedJson(new Slice(to, at, value.to() + by), inside, moved);
    }

    /** Returns the text without white space around it. */
    public Slice value() {
        return value;
    }

    /** Returns the index as {@link ItemIndex#of} would; null if the array was empty, or too small or too deep to be recorded. */
    public @Nullable ItemIndex items(Slice array) {
        ChildOffsets.IndexedContainer known = findContainer(array);
        return known == null ? null : known.items();
    }

    /**
     * Returns the index as {@link MemberIndex#of} would; null if the object was empty, or too small or too deep to be
     * recorded.
     */
    public @Nullable MemberIndex members(Slice object) {
        ChildOffsets.IndexedContainer known = findContainer(object);
        return known == null ? null : known.members();
    }

    /** Works as {@link Json#skipValue} in these bytes, without scanning large values. */
    int skipValue(int at, int end) {
        for (int i = 0; i < largeBounds.length; i += 2) {
            if (largeBounds[i] == at) {
                return largeBounds[i + 1];
            }
        }
        return Json.skipValue(value.bytes(), at, end);
    }

    @SuppressWarnings("ReferenceEquality") // offsets are valid only in this array
    private ChildOffsets.@Nullable IndexedContainer findContainer(Slice container) {
        for (ChildOffsets.IndexedContainer known : containers) {
            if (container.bytes() == value.bytes()
                    && known.from() == container.from()
                    && known.to() == container.to()) {
                return known;
            }
        }
        return null;
    }
}
