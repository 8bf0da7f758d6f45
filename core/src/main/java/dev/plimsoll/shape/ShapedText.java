package dev.plimsoll.shape;

import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * An answer before it is put into a result.
 *
 * @param lead a block of its own in front, or null
 * @param main the text that stands for the target
 * @param json whether main is a JSON object, and so may stand as structured content
 * @param header what it says of itself; null when main is the target itself, untouched
 * @param whole whether nothing of the target is missing
 * @param slice the target with only its array or string cut and nothing of ours in it; null where the form has none
 * @param plain the same as a block with the notice and a block of bare text, for a text block that was bare; or null
 */
record ShapedText(
        @Nullable AnswerDraft lead,
        AnswerDraft main,
        boolean json,
        @Nullable AnswerHeader header,
        OutcomeKind outcome,
        boolean whole,
        @Nullable AnswerDraft slice,
        @Nullable Plain plain) {

    /** A notice and a bare text. */
    record Plain(AnswerDraft lead, AnswerDraft text) {}

    /** Of the dearer one of its forms. */
    int tokens() {
        int withLead = main.tokens() + (lead == null ? 0 : lead.tokens());
        return plain == null ? withLead : Math.max(withLead, plain.lead.tokens() + plain.text.tokens());
    }

    int bytes() {
        return main.bytes() + (lead == null ? 0 : lead.bytes());
    }
}
