package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/** Iterates over the elements of a valid array in order. Nested iterators share one pass over the bytes. */
public final class Elements implements ValueEndListener {

    private static final int UNKNOWN = -1;

    private final byte[] bytes;
    private final int end;
    private final ValueEndListener valueEndListener;

    /** Offset at which {@link #next} continues; {@link #UNKNOWN} if that is the end of the current value. */
    private int nextOffset;

    private int valueStart;
    private int currentEnd;
    private final @Nullable CheckedJson checked;

    Elements(
            byte[] bytes,
            int nextOffset,
            int end,
            ValueEndListener valueEndListener,
            @Nullable CheckedJson checkedJson) {
        this.checked = checkedJson;
        this.bytes = bytes;
        this.nextOffset = nextOffset;
        this.end = end;
        this.valueStart = end;
        this.valueEndListener = valueEndListener;
    }

    /**
     * Creates an iterator over an array, which may have white space around it.
     *
     * @throws IllegalArgumentException if the value is not an array
     */
    public static Elements of(Slice array) {
        int start = Json.skipSpace(array.bytes(), array.from(), array.to());
        if (start == array.to() || array.bytes()[start] != '[') {
            throw new IllegalArgumentException("value: must be a JSON array");
        }
        return new Elements(array.bytes(), start + 1, array.to(), end -> {}, null);
    }

    /** Moves to the next element; returns false after the last. */
    public boolean next() {
        int i = Json.skipSpace(bytes, nextOffset < 0 ? valueEnd() : nextOffset, end);
        if (i < end && bytes[i] == ',') {
            i = Json.skipSpace(bytes, i + 1, end);
        }
        if (i >= end || bytes[i] == ']' || bytes[i] == '}' || bytes[i] == ':') {
            nextOffset = end;
            if (i < end && bytes[i] == ']') {
                valueEndListener.onValueEnd(i + 1);
            }
            return false;
        }
        valueStart = i;
        currentEnd = UNKNOWN;
        nextOffset = UNKNOWN;
        return true;
    }

    private int valueEnd() {
        if (currentEnd == UNKNOWN) {
            currentEnd = checked == null ? Json.skipValue(bytes, valueStart, end) : checked.skipValue(valueStart, end);
        }
        return currentEnd;
    }

    @Override
    public void onValueEnd(int offset) {
        currentEnd = offset;
    }

    /** Returns the type of the element, derived from its first byte. */
    public JsonType type() {
        if (valueStart >= end) {
            throw new IllegalStateException("no current value: call next() first");
        }
        return Json.typeAt(bytes[valueStart]);
    }

    /**
     * Returns the members of the element, which must be an object. Iterate over them before the next call of
     * {@link #next}.
     */
    public Members members() {
        return new Members(bytes, valueStart + 1, end, this, checked);
    }

    /**
     * Returns the elements of the element, which must be an array. Iterate over them before the next call of
     * {@link #next}.
     */
    public Elements elements() {
        return new Elements(bytes, valueStart + 1, end, this, checked);
    }

    public Slice value() {
        return new Slice(bytes, valueStart, valueEnd());
    }

    /** Returns the length of the value in bytes. */
    public int valueLength() {
        return valueEnd() - valueStart;
    }
}
