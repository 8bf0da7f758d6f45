package dev.plimsoll.shape.page;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.page.PageFiller.FilledPage;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/** Writes pages in the form that the tool declares, for {@code outputSchema: slice}. */
final class DeclaredForm {

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final PageFrame pageFrame;
    private final IndexedResult indexedResult;

    DeclaredForm(ShapeTask shapeTask, ItemSequence itemSequence, PageFrame pageFrame, IndexedResult indexedResult) {
        this.shapeTask = shapeTask;
        this.itemSequence = itemSequence;
        this.pageFrame = pageFrame;
        this.indexedResult = indexedResult;
    }

    private boolean isSliced() {
        return shapeTask.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    /**
     * Returns whether pages may contain only whole items, because a folded item may not match the schema. This depends on
     * the view and the result alone, not on the caller: the bounds of pages must be the same for every reader.
     */
    boolean hasOnlyWholeItems() {
        View view = shapeTask.view();
        boolean isWholeDocument =
                view.path().isEmpty() && view.fields().isEmpty() && view.blockIndex() == View.DOCUMENT;
        return isSliced()
                && isWholeDocument
                && !view.mode().hasDerivedContent()
                && indexedResult.result().hasReceivedStructured()
                && !areRecords()
                && pageFrame.writeWithoutHeader(shapeTask.draft(), shapeTask.draft()) != null;
    }

    /** Returns whether the items are records of a text. They are also sent as rows of this text, which are whole. */
    private boolean areRecords() {
        return shapeTask.target().records() != null;
    }

    /**
     * Returns whether the records fit both as items and as the text that the schema requires. True if no schema
     * requires this text.
     */
    boolean fitsInBothForms(FilledPage filledPage, int frameTokens, Budget budget) {
        if (!mustFitInBothForms()) {
            return true;
        }
        AnswerDraft declaredDraft = pageFrame.writeWithoutHeader(items(filledPage), shapeTask.draft());
        int tokens = frameTokens + filledPage.body().tokens();
        return declaredDraft == null || budget.allows(tokens + declaredDraft.tokens(), declaredDraft.bytes());
    }

    /** Returns whether the schema requires the text of the records, so that pages contain them in both forms. */
    boolean mustFitInBothForms() {
        return isSliced() && shapeTask.isSchemaBound() && areRecords();
    }

    /** Returns the answer in the declared form; null if the policy asks for none, or if it has folded items. */
    @Nullable AnswerDraft write(FilledPage filledPage, boolean fitsInBothForms) {
        boolean hasWholeItems = filledPage.foldedTokens() == 0 || areRecords();
        return isSliced() && hasWholeItems
                ? pageFrame.writeWithoutHeader(
                        fitsInBothForms ? items(filledPage) : noItems(filledPage), shapeTask.draft())
                : null;
    }

    /** Returns the items in the form that the tool declares, such as the text from which they were read. */
    private AnswerDraft items(FilledPage filledPage) {
        AnswerDraft declared = shapeTask.draft();
        return itemSequence.writeDeclared(filledPage.start(), filledPage.end(), declared)
                ? declared
                : filledPage.body();
    }

    /** Returns an empty list in the declared form, for items that fit only once and are in the text block. */
    private AnswerDraft noItems(FilledPage filledPage) {
        AnswerDraft declared = shapeTask.draft();
        boolean isWritten = itemSequence.writeDeclared(filledPage.start(), filledPage.start(), declared);
        return isWritten ? declared : declared.ascii("[]");
    }
}
