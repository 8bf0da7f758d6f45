package dev.plimsoll.query.value;

/** A walk over the members of an object, in their order. */
public interface ObjectEntries extends ArrayElements {

    StringValue key();
}
