package dev.plimsoll.shape.result;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.FormTraits;
import dev.plimsoll.shape.ResultFacts;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.style.Style;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;

/**
 * A request for one answer from a stored result.
 *
 * @param style the style of the view's policy
 * @param isFirstAnswer whether the request is the call of the tool, not a follow-up read
 * @param pages maximum number of pages of the view in the answer, at least 1
 * @param isCalledByName whether the request calls the tool by its own name, so that the listed schema of the
 * tool applies
 */
public record ShapeRequest(
        IndexedResult content,
        ResultFacts facts,
        ClientFeatures client,
        Style style,
        View view,
        Position position,
        int pages,
        boolean isFirstAnswer,
        boolean isCalledByName) {

    /** Returns whether the listed schema of the tool applies, so that a client may reject the form of the answer. */
    boolean isSchemaBound() {
        return isCalledByName && ShapedResult.canHaveStructured(this);
    }

    FormTraits traits() {
        return new FormTraits(style.schemaForm() == SchemaForm.OWN_KEYS, style.maxTextBytes(view.policy()));
    }

    /** Returns this request for a view whose page 1 has the whole budget. */
    ShapeRequest withoutLook() {
        return new ShapeRequest(
                content, facts, client, style, view.withLook(0), position, pages, isFirstAnswer, isCalledByName);
    }

    public ShapeRequest withPosition(Position newPosition) {
        return new ShapeRequest(content, facts, client, style, view, newPosition, pages, isFirstAnswer, isCalledByName);
    }
}
