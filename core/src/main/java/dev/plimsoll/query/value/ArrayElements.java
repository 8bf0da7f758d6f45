package dev.plimsoll.query.value;

/** A walk over the values of an array or an object. */
public interface ArrayElements {

    /** Steps to the next one; false after the last. */
    boolean next();

    Value value();
}
