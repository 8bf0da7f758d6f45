package dev.plimsoll.live;

import dev.plimsoll.shape.LazyRows.Sought;
import dev.plimsoll.view.Mode;
import org.jspecify.annotations.Nullable;

/** Selects a subset of the rows of a source. */
interface RowFetcher {

    /** Returns the rows; null if the source cannot select them. */
    @Nullable Sought sought(Mode mode, String what);
}
