package dev.plimsoll.shape;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;

/**
 * One answer to make from a kept result.
 *
 * @param fresh whether this answers the tool's own call, and not a reading later on
 * @param pages how many pages of the view are wanted in it, at least 1
 * @param named whether it answers a call of the tool by its own name, and so is held against the schema that the tool lists
 */
public record ShapeRequest(
        IndexedResult content, ResultFacts about, ClientFeatures client, View view, Position at, int pages, boolean fresh, boolean named) {

    /** Whether a client may refuse the answer for its shape. */
    boolean bound() {
        return named && ShapedResult.carriesStructured(this);
    }

    public ShapeRequest at(Position other) {
        return new ShapeRequest(content, about, client, view, other, pages, fresh, named);
    }
}
