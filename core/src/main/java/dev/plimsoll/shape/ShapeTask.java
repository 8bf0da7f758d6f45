package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.policy.option.HeaderForm;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.BudgetTooSmallException;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.tokens.TokenCounter;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/**
 * The work for one answer.
 *
 * @param facts facts about the complete result
 * @param target the part of the result that the view selects
 * @param view requested mode, path, fields, and budget
 * @param position start of the page
 * @param firstPageBudget budget of the first page, without the tokens of the blocks around it
 * @param budget budget of every other page
 * @param counter counts written text, exactly if the estimator allows it
 * @param quickCounter estimates sizes that the answer only states
 * @param isSchemaBound whether even an uncut part must be marked as a part, because a schema requires it
 * @param traits facts about the form of the answer that its style sets
 */
public record ShapeTask(
        ResultFacts facts,
        DocumentPart target,
        View view,
        Position position,
        Budget firstPageBudget,
        Budget budget,
        TokenCounter counter,
        TokenCounter quickCounter,
        boolean isSchemaBound,
        FormTraits traits) {

    /** Minimum tokens, and bytes, of a useful page. */
    private static final int MIN_CONTENT_SIZE = 16;

    /** Returns whether this task answers the tool's own call, so that the caller has no cursor yet. */
    public boolean isFirstAnswer() {
        return facts.context().isFirstAnswer();
    }

    public Policy policy() {
        return view.policy();
    }

    /** Returns whether the page at a position is a look: a short first answer, which is not filled up. */
    public boolean isLook(Position pagePosition) {
        return pagePosition.isFirstPage() && view.lookTokens() > 0;
    }

    /** Returns whether the text of an answer has all fields of the header. */
    public boolean hasFullHeader() {
        return policy().get(Policy.HEADER) == HeaderForm.FULL;
    }

    public Budget budgetAt(Position pagePosition) {
        return pagePosition.isFirstPage() ? firstPageBudget : budget;
    }

    /**
     * Returns the budget that remains for content.
     *
     * @param surroundings everything that the page contains around the content
     * @throws BudgetTooSmallException if the rest is too small for useful content
     */
    public Budget contentBudget(Position pagePosition, AnswerDraft surroundings) {
        Budget fullBudget = budgetAt(pagePosition);
        // quotes or brackets, and the extra cost of counting in pieces
        Budget remaining = fullBudget.minus(surroundings.tokens() + 6, surroundings.bytes() + 8);
        if (remaining.tokens() < MIN_CONTENT_SIZE || remaining.bytes() < MIN_CONTENT_SIZE) {
            throw new BudgetTooSmallException(fullBudget);
        }
        return remaining;
    }

    /**
     * Returns the budget for content that an answer may contain twice: in the text, and in the form
     * that the tool declares. Returns {@code remaining} if the content occurs only once. This does not depend on the
     * caller, because the bounds of pages must be the same for every reader.
     *
     * @param secondFrame the second form with empty content; null if there is no second form
     * @param isStructured whether the server has sent structured content
     */
    public Budget budgetPerForm(Budget remaining, @Nullable AnswerDraft secondFrame, boolean isStructured) {
        boolean isPart = !view.path().isEmpty() || !view.fields().isEmpty();
        boolean isSlice = isStructured && !isPart && policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        return secondFrame == null || !isSlice
                ? remaining
                : remaining
                        .minus(secondFrame.tokens() + 6, secondFrame.bytes() + 8)
                        .dividedBy(2);
    }

    public Budget pageBudget() {
        return budgetAt(position);
    }

    /** Returns whether an answer is within the budget of its page. */
    public boolean allows(ShapedText answer) {
        return pageBudget().allows(answer.tokens(), answer.bytes());
    }

    public AnswerDraft draft() {
        return new AnswerDraft(counter, facts.hasUriCursors(), SlimMode.isShapedSlim(policy()));
    }

    /** Returns this task for another part. */
    public ShapeTask withTarget(DocumentPart other) {
        return new ShapeTask(
                facts, other, view, position, firstPageBudget, budget, counter, quickCounter, isSchemaBound, traits);
    }

    /** Returns the position at the start of the target. */
    public PagePosition startOfTarget() {
        return new PagePosition(view.withPath(target.path()).withMode(Mode.PAGINATED), Position.FIRST);
    }

    public PagePosition pagePosition(Position newPosition) {
        return new PagePosition(view, newPosition);
    }

    /**
     * Returns the token count of a text in a JSON string or unescaped, whichever is higher, because clients show
     * either.
     */
    public int maxTokens(Slice text) {
        ByteSink escaped = new ByteSink(text.length() + 16);
        JsonText.escape(text, escaped);
        int escapedTokens = counter.count(escaped.slice());
        return escaped.size() == text.length() ? escapedTokens : Math.max(escapedTokens, counter.count(text));
    }
}
