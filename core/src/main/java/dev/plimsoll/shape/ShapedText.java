package dev.plimsoll.shape;

import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * An answer before it is put into a result.
 *
 * @param headerText the header, in the same block before {@code text}; null if {@code text} contains the header
 * @param text the text that represents the target
 * @param isJson whether {@code text} is a JSON object, so that it can be structured content
 * @param header fields that describe the answer; null if {@code text} is the unchanged target
 * @param isComplete whether nothing of the target is missing
 * @param declaredForm the target in the form that its tool declares: with its array or string cut, and without added
 * members; null if that is impossible
 * @param plain the answer as a header and plain text, for a text block that was plain; or null
 */
public record ShapedText(
        @Nullable AnswerDraft headerText,
        AnswerDraft text,
        boolean isJson,
        @Nullable AnswerHeader header,
        OutcomeKind outcome,
        boolean isComplete,
        @Nullable AnswerDraft declaredForm,
        @Nullable Plain plain) {

    /** Maximum tokens that a header and a text cost in one block in addition to the sum of both. */
    private static final int JOIN_TOKENS = 2;

    /** A header and the plain text after it. */
    public record Plain(AnswerDraft headerText, AnswerDraft text) {}

    /** Returns the tokens of the more expensive form. */
    public int tokens() {
        int tokensWithHeader = text.tokens() + (headerText == null ? 0 : headerText.tokens() + JOIN_TOKENS);
        return plain == null
                ? tokensWithHeader
                : Math.max(tokensWithHeader, plain.headerText.tokens() + plain.text.tokens() + JOIN_TOKENS);
    }

    public int bytes() {
        return text.bytes() + (headerText == null ? 0 : headerText.bytes());
    }
}
