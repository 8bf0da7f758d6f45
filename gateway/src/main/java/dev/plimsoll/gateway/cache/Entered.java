package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.Held;

/** What becomes of a call whose result was not there a moment ago. */
public sealed interface Entered {

    /** The result has come meanwhile. */
    record Hit(Held held) implements Entered {}

    /** The tool is asked. */
    record Leads(Run run) implements Entered {}

    /** The tool has been asked by another. */
    record Follows(Flight flight) implements Entered {}
}
