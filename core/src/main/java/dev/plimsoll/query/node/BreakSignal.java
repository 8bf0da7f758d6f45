package dev.plimsoll.query.node;

/** Exception that transfers control from a {@code break} to its {@code label}. */
final class BreakSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Environment label;

    BreakSignal(Environment label) {
        super(null, null, false, false);
        this.label = label;
    }

    @SuppressWarnings("ReferenceEquality") // each evaluation of a label has its own environment
    boolean isFor(Environment candidate) {
        return label == candidate;
    }
}
