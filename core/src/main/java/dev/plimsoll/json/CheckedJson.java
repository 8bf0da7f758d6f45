package dev.plimsoll.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON that was found valid, and what was learned on the way: the members or items of its large containers. To look them
 * up here spares a walk as long as they are. Immutable once made.
 */
public final class CheckedJson {

    private final Slice value;
    private final List<Children.Found> found;
    private final int[] larges;

    private CheckedJson(Slice value, Children children) {
        this(value, children.found(), children.larges());
    }

    private CheckedJson(Slice value, List<Children.Found> found, int[] larges) {
        this.value = value;
        this.found = found;
        this.larges = larges;
    }

    /** Null where {@link Json#isValid} says no. */
    public static @Nullable CheckedJson of(Slice text) {
        Slice value = Json.trim(text);
        Children children = new Children(value);
        int after = new JsonValidator(value.bytes(), value.to(), children).value(value.from());
        return after == value.to() ? new CheckedJson(value, children) : null;
    }

    /** The value that begins at this place, whatever follows; null when it is broken. */
    static @Nullable CheckedJson startingAt(byte[] b, int at, int end) {
        Children children = new Children(new Slice(b, at, end));
        int after = new JsonValidator(b, end, children).value(at);
        return after < 0 ? null : new CheckedJson(new Slice(b, at, after), children);
    }

    /**
     * The same object where it was copied to in other bytes, with members that somebody put after its brace. What is known
     * of the objects and arrays in it is kept; of itself only where it ends.
     *
     * @param added how many bytes were put there
     */
    public CheckedJson copied(byte[] to, int at, int added) {
        int by = at - value.from() + added;
        int[] moved = new int[larges.length];
        for (int i = 0; i < larges.length; i++) {
            moved[i] = larges[i] == value.from() ? at : larges[i] + by;
        }
        List<Children.Found> inside = found.stream()
                .filter(known -> known.from() != value.from())
                .map(known -> known.moved(to, by))
                .toList();
        return new CheckedJson(new Slice(to, at, value.to() + by), inside, moved);
    }

    /** The text without white space around it. */
    public Slice value() {
        return value;
    }

    /** The same as {@link ItemIndex#of}; null when the array was empty, small or too deep to be noticed. */
    public @Nullable ItemIndex items(Slice array) {
        Children.Found known = find(array);
        return known == null ? null : known.items();
    }

    /** The same as {@link MemberIndex#of}; null when the object was empty, small or too deep to be noticed. */
    public @Nullable MemberIndex members(Slice object) {
        Children.Found known = find(object);
        return known == null ? null : known.members();
    }

    /** The same as {@link Json#skipValue} in these bytes, without a look at what is large. */
    int skipValue(int at, int end) {
        for (int i = 0; i < larges.length; i += 2) {
            if (larges[i] == at) {
                return larges[i + 1];
            }
        }
        return Json.skipValue(value.bytes(), at, end);
    }

    @SuppressWarnings("ReferenceEquality") // offsets mean something in this very array only
    private Children.@Nullable Found find(Slice container) {
        for (Children.Found known : found) {
            if (container.bytes() == value.bytes()
                    && known.from() == container.from()
                    && known.to() == container.to()) {
                return known;
            }
        }
        return null;
    }
}
