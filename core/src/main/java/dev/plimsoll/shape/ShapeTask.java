package dev.plimsoll.shape;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCounter;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/**
 * One answer to make.
 *
 * @param about what the whole result is
 * @param target the part of it that is the result here
 * @param view how the reader wants to see it
 * @param at where the page begins
 * @param firstPage what is left for the very first page once the blocks around it are paid for
 * @param budget what any other page may cost
 * @param counter counts what is written, exactly where the estimator allows
 * @param quick estimates what is only told of
 * @param bound whether even a part that is shown whole must say that it is one, since a schema asks for it
 */
record ShapeTask(
        ResultFacts about,
        DocumentPart target,
        View view,
        Position at,
        Budget firstPage,
        Budget budget,
        TokenCounter counter,
        TokenCounter quick,
        boolean bound) {

    /** Tokens, and bytes, that make a page worth having. */
    private static final int LEAST_ROOM = 16;

    /** Whether it answers the tool's own call, so that the reader has no cursor yet. */
    boolean fresh() {
        return about.occasion().fresh();
    }

    Policy policy() {
        return view.policy();
    }

    Budget budgetAt(Position position) {
        return position.isStart() ? firstPage : budget;
    }

    /**
     * What is left on a page once everything around its content is paid for.
     *
     * @throws BudgetTooSmallException when that is next to nothing
     */
    Budget room(Position position, AnswerDraft around) {
        Budget budget = budgetAt(position);
        // quotes or brackets, and what counting in pieces may add
        Budget left = budget.less(around.tokens() + 6, around.bytes() + 8);
        if (left.tokens() < LEAST_ROOM || left.bytes() < LEAST_ROOM) {
            throw new BudgetTooSmallException(budget);
        }
        return left;
    }

    /** What is left for content that stands in the text and once more in the tool's own form, between what {@code bare} has. */
    Budget sliced(Budget left, @Nullable AnswerDraft bare) {
        boolean part = !view.path().isEmpty() || !view.fields().isEmpty();
        boolean slice = bound && !part && policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
        return bare == null || !slice
                ? left
                : left.less(bare.tokens() + 6, bare.bytes() + 8).share(2);
    }

    Budget budgetHere() {
        return budgetAt(at);
    }

    AnswerDraft draft() {
        return new AnswerDraft(counter, about.uris());
    }

    /** The same of another part. */
    ShapeTask on(DocumentPart other) {
        return new ShapeTask(about, other, view, at, firstPage, budget, counter, quick, bound);
    }

    /** Where reading all of the target begins. */
    PagePosition allPages() {
        return new PagePosition(view.withPath(target.pointer().toString()).withMode(Mode.PAGINATED), Position.FIRST);
    }

    PagePosition seat(Position position) {
        return new PagePosition(view, position);
    }

    /** What a text costs inside a JSON string or bare, whichever is more: some clients show one and some the other. */
    int dearerTokens(Slice text) {
        ByteSink escaped = new ByteSink(text.length() + 16);
        JsonText.escape(text, escaped);
        int inside = counter.count(escaped.slice());
        return escaped.size() == text.length() ? inside : Math.max(inside, counter.count(text));
    }
}
