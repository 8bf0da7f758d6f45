package dev.plimsoll.live;

import dev.plimsoll.shape.LazyRows.Sought;
import dev.plimsoll.view.Mode;
import org.jspecify.annotations.Nullable;

/** Asks a source for a subset of its rows. */
interface RowFetcher {

    /** Returns the rows; null if the source cannot select them. */
    @Nullable Sought sought(Mode mode, String what);
}
