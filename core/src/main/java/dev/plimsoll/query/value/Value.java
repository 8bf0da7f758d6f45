package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** JSON value. It never changes after other code gets a reference to it. */
public abstract sealed class Value permits ConstantValue, NumberValue, StringValue, ArrayValue, ObjectValue {

    public abstract ValueKind kind();

    /** Returns the bytes of the value in the document if it was selected there. Null for computed values and constants. */
    public abstract @Nullable Slice source();

    public boolean isTrue() {
        return true;
    }

    public final boolean isNull() {
        return kind() == ValueKind.NULL;
    }
}
