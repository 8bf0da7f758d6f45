package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** Error of an expression, which {@code try} can catch. It has no stack trace, because queries can raise thousands. */
public final class QueryError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Value value;
    private final transient @Nullable Value offendingValue;

    public QueryError(Value value) {
        this(value, null);
    }

    public QueryError(String message) {
        this(StringValue.of(message), null);
    }

    private QueryError(Value value, @Nullable Value offendingValue) {
        super(null, null, false, false);
        this.value = value;
        this.offendingValue = offendingValue;
    }

    /** Creates an error that a value caused. If the value is null, it may record the member that is missing. */
    public static QueryError about(Value offendingValue, String message) {
        return new QueryError(StringValue.of(message), offendingValue);
    }

    /** Creates an error about a value whose kind does not allow an operation. */
    public static QueryError typeError(Value offendingValue, String problem, QueryMeter queryMeter) {
        return about(offendingValue, describe(offendingValue, queryMeter) + " " + problem);
    }

    public static QueryError indexError(Value offendingValue, String keyType) {
        return about(offendingValue, "Cannot index " + offendingValue.kind().typeName() + " with " + keyType);
    }

    /** Returns the kind of a value and the beginning of its text, for messages. */
    public static String describe(Value value, QueryMeter queryMeter) {
        return value.kind().typeName() + " (" + ValueWriter.excerpt(value, queryMeter) + ")";
    }

    public Value value() {
        return value;
    }

    /** Returns the value that caused the error; null if it is unknown. */
    public @Nullable Value offendingValue() {
        return offendingValue;
    }
}
