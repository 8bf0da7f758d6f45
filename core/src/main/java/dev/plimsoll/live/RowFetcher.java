package dev.plimsoll.live;

import dev.plimsoll.shape.LazyRows.Sought;
import dev.plimsoll.view.Mode;
import org.jspecify.annotations.Nullable;

/** Asks a source for some of its rows. */
interface RowFetcher {

    /** Null where the source cannot tell. */
    @Nullable Sought sought(Mode mode, String what);
}
