package dev.plimsoll.shape.style;

import dev.plimsoll.model.Document;
import dev.plimsoll.view.ReadArguments;

/**
 * Input for choosing the first view of a result.
 *
 * @param arguments arguments of the call that select a view
 * @param sourceMillis milliseconds that the server took to return the result, and to fetch rows from a page source
 */
public record FirstViewInput(ReadArguments arguments, long sourceMillis, Document document) {

    /** Returns whether the caller requests a page or a page size and thus no summary. */
    public boolean isForPage() {
        return arguments.page() > 0 || arguments.pageSize() > 0;
    }
}
