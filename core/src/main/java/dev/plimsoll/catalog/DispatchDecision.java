package dev.plimsoll.catalog;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Kind of a call to a dispatcher. */
public sealed interface DispatchDecision {

    /** Request for help about the tools, with its result, which is guarded like any other. */
    record Help(Slice result) implements DispatchDecision {}

    /**
     * Call of one of the tools. The caller's permission is checked when the tool itself is called.
     *
     * @param arguments an object; null if there are none
     */
    record Call(CatalogTool tool, @Nullable Slice arguments) implements DispatchDecision {}
}
