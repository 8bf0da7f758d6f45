package dev.plimsoll.source.live;

import dev.plimsoll.shape.LazyRows.Selection;
import dev.plimsoll.view.Mode;
import org.jspecify.annotations.Nullable;

/** Selects a subset of the rows of a source. */
interface RowSelector {

    /**
     * Returns the selected rows; null if the source cannot select them.
     *
     * @param searchOrQuery the search text, or the query if the mode is {@link Mode#QUERY}
     */
    @Nullable Selection select(Mode mode, String searchOrQuery);
}
