package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/** Walks the elements of one valid array in order, in one pass with the walks around and inside it. */
public final class Elements implements OuterWalk {

    private static final int UNKNOWN = -1;

    private final byte[] b;
    private final int end;
    private final OuterWalk outerWalk;
    private int at;
    private int valueFrom;
    private int valueTo;
    private final @Nullable CheckedJson known;

    Elements(byte[] b, int at, int end, OuterWalk outerWalk, @Nullable CheckedJson known) {
        this.known = known;
        this.b = b;
        this.at = at;
        this.end = end;
        this.outerWalk = outerWalk;
    }

    /** The array may have white space around it; anything else than an array is refused. */
    public static Elements of(Slice array) {
        int at = Json.skipSpace(array.bytes(), array.from(), array.to());
        if (at == array.to() || array.bytes()[at] != '[') {
            throw new IllegalArgumentException("value: must be a JSON array");
        }
        return new Elements(array.bytes(), at + 1, array.to(), end -> {}, null);
    }

    /** Steps to the next element; false after the last. */
    public boolean next() {
        int i = Json.skipSpace(b, at < 0 ? valueEnd() : at, end);
        if (i < end && b[i] == ',') {
            i = Json.skipSpace(b, i + 1, end);
        }
        if (i >= end || b[i] == ']' || b[i] == '}' || b[i] == ':') {
            at = end;
            if (i < end && b[i] == ']') {
                outerWalk.endsAt(i + 1);
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
            valueTo = known == null ? Json.skipValue(b, valueFrom, end) : known.skipValue(valueFrom, end);
        }
        return valueTo;
    }

    @Override
    public void endsAt(int offset) {
        valueTo = offset;
    }

    /** The type of the element, from its first byte. */
    public JsonType type() {
        if (valueFrom >= end) {
            throw new IllegalStateException("there is no value here");
        }
        return Json.typeAt(b[valueFrom]);
    }

    /** The members of the element, which must be an object. Walk them before the next step here. */
    public Members members() {
        return new Members(b, valueFrom + 1, end, this, known);
    }

    /** The elements of the element, which must be an array. Walk them before the next step here. */
    public Elements elements() {
        return new Elements(b, valueFrom + 1, end, this, known);
    }

    public Slice value() {
        return new Slice(b, valueFrom, valueEnd());
    }

    /** How many bytes the value takes. */
    public int valueLength() {
        return valueEnd() - valueFrom;
    }
}
