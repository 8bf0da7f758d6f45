package dev.plimsoll.shape.result;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;

/**
 * A request for one answer from a stored result.
 *
 * @param isFirstAnswer whether this answers the tool's own call, not a follow-up read
 * @param pages number of pages of the view to include, at least 1
 * @param isCalledByName whether it answers a call of the tool by its own name, so that the listed schema of the tool applies
 */
public record ShapeRequest(
        IndexedResult content,
        ResultFacts facts,
        ClientFeatures client,
        View view,
        Position at,
        int pages,
        boolean isFirstAnswer,
        boolean isCalledByName) {

    /** Returns whether the listed schema of the tool applies, so that a client may reject the form of the answer. */
    boolean isSchemaBound() {
        return isCalledByName && ShapedResult.carriesStructured(this);
    }

    public ShapeRequest at(Position other) {
        return new ShapeRequest(content, facts, client, view, other, pages, isFirstAnswer, isCalledByName);
    }
}
