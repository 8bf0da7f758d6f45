package dev.plimsoll.query.value;

/** Iterator over the values of an array or object. */
public interface ValueIterator {

    /** Advances to the next value. Returns false after the last one. */
    boolean next();

    Value value();
}
