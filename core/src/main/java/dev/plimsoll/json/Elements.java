package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/** Iterates over the elements of a valid array in order. Nested iterators share one pass over the bytes. */
public final class Elements implements ValueEndListener {

    private static final int UNKNOWN = -1;

    private final byte[] b;
    private final int end;
    private final ValueEndListener valueEndListener;

    /** Offset at which {@link #next} continues; {@link #UNKNOWN} for the end of the current value. */
    private int at;

    private int valueFrom;
    private int valueTo;
    private final @Nullable CheckedJson checked;

    Elements(byte[] b, int at, int end, ValueEndListener valueEndListener, @Nullable CheckedJson known) {
        this.checked = known;
        this.b = b;
        this.at = at;
        this.end = end;
        this.valueEndListener = valueEndListener;
    }

    /**
     * Creates an iterator over an array, which may have white space around it.
     *
     * @throws IllegalArgumentException if the value is not an array
     */
    public static Elements of(Slice array) {
        int at = Json.skipSpace(array.bytes(), array.from(), array.to());
        if (at == array.to() || array.bytes()[at] != '[') {
            throw new IllegalArgumentException("value: must be a JSON array");
        }
        return new Elements(array.bytes(), at + 1, array.to(), end -> {}, null);
    }

    /** Moves to the next element; returns false after the last. */
    public boolean next() {
        int i = Json.skipSpace(b, at < 0 ? valueEnd() : at, end);
        if (i < end && b[i] == ',') {
            i = Json.skipSpace(b, i + 1, end);
        }
        if (i >= end || b[i] == ']' || b[i] == '}' || b[i] == ':') {
            at = end;
            if (i < end && b[i] == ']') {
                valueEndListener.onValueEnd(i + 1);
            }
            return false;
        }
        valueFrom = i;
        valueTo = UNKNOWN;
        at = UNKNOWN;
        return true;
    }

    private int valueEnd() {
        if (valueTo == UNKNOWN) {
            valueTo = checked == null ? Json.skipValue(b, valueFrom, end) : checked.skipValue(valueFrom, end);
        }
        return valueTo;
    }

    @Override
    public void onValueEnd(int offset) {
        valueTo = offset;
    }

    /** Returns the type of the element, derived from its first byte. */
    public JsonType type() {
        if (valueFrom >= end) {
            throw new IllegalStateException("no current value: call next() first");
        }
        return Json.typeAt(b[valueFrom]);
    }

    /** Returns the members of the element, which must be an object. Iterate over them before the next call of {@link #next}. */
    public Members members() {
        return new Members(b, valueFrom + 1, end, this, checked);
    }

    /** Returns the elements of the element, which must be an array. Iterate over them before the next call of {@link #next}. */
    public Elements elements() {
        return new Elements(b, valueFrom + 1, end, this, checked);
    }

    public Slice value() {
        return new Slice(b, valueFrom, valueEnd());
    }

    /** Returns the length of the value in bytes. */
    public int valueLength() {
        return valueEnd() - valueFrom;
    }
}
