package dev.plimsoll.query.value;

/** Iterator over the members of an object, in their order. */
public interface ObjectEntries extends ArrayElements {

    StringValue key();
}
