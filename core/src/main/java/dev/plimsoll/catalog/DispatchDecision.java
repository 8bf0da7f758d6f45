package dev.plimsoll.catalog;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** What a call of a dispatcher is. */
public sealed interface DispatchDecision {

    /** A question about the tools. The result of the call, to be guarded as any other. */
    record Help(Slice result) implements DispatchDecision {}

    /**
     * A call of one of them. Whether this caller may make it is asked where the tool itself is called.
     *
     * @param arguments an object; null when there are none
     */
    record Call(CatalogTool offer, @Nullable Slice arguments) implements DispatchDecision {}
}
