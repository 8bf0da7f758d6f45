package dev.plimsoll.shape.style;

import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.style.form.ReceiptForm;
import org.jspecify.annotations.Nullable;

/** Style {@code receipt}: only status, ids, and counts of the result of a write. */
final class ReceiptStyle implements Style {

    private static final StyleId ID = new StyleId("receipt");

    static StyleId styleId() {
        return ID;
    }

    @Override
    public StyleId id() {
        return ID;
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.HEADER_INSIDE;
    }

    @Override
    public @Nullable ShapedText fallback(StyleInput input) {
        return input.isFirstAnswer() ? new ReceiptForm(input.task()).receipt() : null;
    }
}
