package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** One JSON value, never changed once somebody else has seen it. */
public abstract sealed class Value permits ConstantValue, NumberValue, StringValue, ArrayValue, ObjectValue {

    public abstract ValueKind kind();

    /** The value as it stands in a document, if it was merely selected there; else null. */
    public abstract @Nullable Slice written();

    public boolean isTrue() {
        return true;
    }

    public final boolean isNull() {
        return kind() == ValueKind.NULL;
    }
}
