package dev.plimsoll.shape.style;

import dev.plimsoll.model.Document;
import dev.plimsoll.view.ReadArguments;

/**
 * The call that a first view answers.
 *
 * @param arguments arguments of the call that select a view
 * @param sourceMillis milliseconds that the source took
 */
public record FirstRead(ReadArguments arguments, long sourceMillis, Document document) {

    /** Returns whether the caller asks for a page or a page size, so that a summary is not wanted. */
    public boolean isForPage() {
        return arguments.page() > 0 || arguments.pageSize() > 0;
    }
}
