package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** {@code null}, {@code false}, {@code true}; a null may remember which member was looked for in vain. */
public final class Constant extends Value {

    public static final Constant NULL = new Constant(Kind.NULL, null, null);
    public static final Constant FALSE = new Constant(Kind.FALSE, null, null);
    public static final Constant TRUE = new Constant(Kind.TRUE, null, null);

    private final Kind kind;
    private final @Nullable Obj object;
    private final @Nullable Str name;

    private Constant(Kind kind, @Nullable Obj object, @Nullable Str name) {
        this.kind = kind;
        this.object = object;
        this.name = name;
    }

    public static Constant of(boolean truth) {
        return truth ? TRUE : FALSE;
    }

    /** The null that stands for a member which an object lacks. */
    public static Constant absent(Obj object, Str name) {
        return new Constant(Kind.NULL, object, name);
    }

    /** The object in which a member was looked for in vain. */
    public @Nullable Obj object() {
        return object;
    }

    /** The name of the member that was looked for in vain. */
    public @Nullable Str name() {
        return name;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public @Nullable Slice written() {
        return null;
    }

    @Override
    public boolean isTrue() {
        return kind == Kind.TRUE;
    }
}
