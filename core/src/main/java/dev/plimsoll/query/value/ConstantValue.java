package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Value {@code null}, {@code false}, or {@code true}. A null may record the missing member that it represents. */
public final class ConstantValue extends Value {

    public static final ConstantValue NULL = new ConstantValue(ValueKind.NULL, null, null);
    public static final ConstantValue FALSE = new ConstantValue(ValueKind.FALSE, null, null);
    public static final ConstantValue TRUE = new ConstantValue(ValueKind.TRUE, null, null);

    private final ValueKind valueKind;
    private final @Nullable ObjectValue object;
    private final @Nullable StringValue name;

    private ConstantValue(ValueKind valueKind, @Nullable ObjectValue object, @Nullable StringValue name) {
        this.valueKind = valueKind;
        this.object = object;
        this.name = name;
    }

    public static ConstantValue of(boolean truth) {
        return truth ? TRUE : FALSE;
    }

    /** Returns a null for a member that an object lacks. */
    public static ConstantValue absent(ObjectValue object, StringValue name) {
        return new ConstantValue(ValueKind.NULL, object, name);
    }

    /** Returns the object that lacks the member, or null. */
    public @Nullable ObjectValue object() {
        return object;
    }

    /** Returns the name of the missing member, or null. */
    public @Nullable StringValue name() {
        return name;
    }

    @Override
    public ValueKind kind() {
        return valueKind;
    }

    @Override
    public @Nullable Slice source() {
        return null;
    }

    @Override
    public boolean isTrue() {
        return valueKind == ValueKind.TRUE;
    }
}
