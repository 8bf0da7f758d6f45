package dev.plimsoll.shape.page;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.fold.ItemIdentity;
import dev.plimsoll.shape.item.ItemSequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fills a page with items in order. An item gets a share of the budget. If it is larger, it is folded to fit
 * the share. A folded item counts as a full share, even if it becomes shorter. A page of larger items
 * therefore never has more items than a page of smaller items, and a page has at least {@value #MIN_ITEMS}
 * items unless the budget is tiny. A look is not filled: it has {@value #MIN_LOOK_ITEMS} items, and a few
 * more if they are short. If items must be whole, only an item that does not fit alone is folded, and has a page
 * of its own.
 */
final class PageFiller {

    /** Minimum number of items that a page can hold, unless fewer are requested. */
    private static final int MIN_ITEMS = 4;

    /** Minimum and maximum number of items of a look. */
    private static final int MIN_LOOK_ITEMS = 3;

    private static final int MAX_LOOK_ITEMS = 10;

    /** A look that uses 1/{@code LOOK_FILL_DIVISOR} of its budget gets no more items than the minimum. */
    private static final int LOOK_FILL_DIVISOR = 10;

    /** An item of a look is folded into 1/{@code LOOK_FOLD_DIVISOR} of its share. */
    private static final int LOOK_FOLD_DIVISOR = 3;

    /** The share of an item is at most 1/{@code SHARE_DIVISOR} of the budget. */
    private static final int SHARE_DIVISOR = 5;

    // minimum size of a folded item, even with a tiny budget
    private static final int MIN_SHARE_TOKENS = 64;
    private static final int MIN_SHARE_BYTES = 256;

    // cost of the name and brackets of the list of folded items
    private static final int LIST_TOKENS = 6;
    private static final int LIST_BYTES = 13;

    // maximum cost of the text that an item writes after its folded value
    private static final int TAIL_TOKENS = 8;
    private static final int TAIL_BYTES = 24;

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final ItemIdentity itemIdentity;
    private final boolean hasFoldedList;
    private final boolean mustBeWhole;

    /**
     * Creates a filler.
     *
     * @param hasFoldedList whether the answer lists its folded items
     * @param mustBeWhole whether an item is folded only if it does not fit alone
     */
    PageFiller(ShapeTask shapeTask, ItemSequence itemSequence, boolean hasFoldedList, boolean mustBeWhole) {
        this.shapeTask = shapeTask;
        this.itemSequence = itemSequence;
        this.itemIdentity = ItemIdentity.of(shapeTask.policy());
        this.hasFoldedList = hasFoldedList;
        this.mustBeWhole = mustBeWhole;
    }

    /**
     * The items of one page.
     *
     * @param foldedTokens cost of the folded items in the body
     * @param writer writer of the items
     */
    record FilledPage(
            int start, int end, AnswerDraft body, List<FoldedItem> folded, int foldedTokens, ItemWriter writer) {

        boolean isFolded(int index) {
            return folded.stream().anyMatch(fold -> fold.index() == index);
        }

        /**
         * Returns whether this page has all items of another page, and folds none that the other page shows complete.
         */
        boolean containsAllOf(FilledPage other) {
            boolean isFoldingSubset =
                    folded.stream().allMatch(fold -> fold.index() >= other.end || other.isFolded(fold.index()));
            return isFoldingSubset && end >= other.end;
        }
    }

    /**
     * Fills a page with items from {@code start} up to but not including {@code maxEnd}.
     *
     * @param limits budgets of the page
     */
    FilledPage fill(int start, int maxEnd, Limits limits, ItemWriter itemWriter) {
        return new PageBuilder(start, maxEnd, limits, itemWriter).fill();
    }

    /**
     * Budgets of a page.
     *
     * @param budget budget of the answer
     * @param itemsBudget part of the budget that is left for items after the header
     * @param isLook whether the page is a look, which is not filled
     */
    record Limits(Budget budget, Budget itemsBudget, boolean isLook) {

        private int minItems() {
            return isLook ? MIN_LOOK_ITEMS : MIN_ITEMS;
        }
    }

    /** A page while it is filled. */
    private final class PageBuilder {

        private final int start;
        private final int maxEnd;
        private final ItemWriter itemWriter;
        private final AnswerDraft body;
        private final Limits limits;
        private final Budget itemsBudget;
        private final Budget share;
        private final List<FoldedItem> folded = new ArrayList<>();
        private int foldedTokens;

        // reserved for the list of folded items, and for the parts of shares that folded items do not use
        private int reservedTokens;
        private int reservedBytes;

        /** Tokens of the complete items, and the full share of each folded item. */
        private int chargedTokens;

        private PageBuilder(int start, int maxEnd, Limits limits, ItemWriter itemWriter) {
            this.start = start;
            this.maxEnd = maxEnd;
            this.limits = limits;
            this.itemWriter = itemWriter;
            this.body = itemWriter.open(shapeTask.draft());
            this.itemsBudget = hasFoldedList ? limits.itemsBudget.minus(LIST_TOKENS, LIST_BYTES) : limits.itemsBudget;
            Budget equalShare =
                    limits.budget.dividedBy(SHARE_DIVISOR).min(remainingBudget().dividedBy(limits.minItems()));
            this.share = new Budget(
                    Math.max(equalShare.tokens(), MIN_SHARE_TOKENS), Math.max(equalShare.bytes(), MIN_SHARE_BYTES));
        }

        private FilledPage fill() {
            int i = start;
            while (i < maxEnd && itemSequence.has(i) && !isFinishedLook(i - start) && itemWriter.accepts(i) && add(i)) {
                i++;
            }
            return new FilledPage(start, i, itemWriter.close(body), folded, foldedTokens, itemWriter);
        }

        /** Returns whether the page is a look with enough items. */
        private boolean isFinishedLook(int itemCount) {
            boolean isEnough =
                    chargedTokens >= limits.budget.tokens() / LOOK_FILL_DIVISOR || itemCount >= MAX_LOOK_ITEMS;
            return limits.isLook && itemCount >= MIN_LOOK_ITEMS && isEnough;
        }

        private Budget remainingBudget() {
            return itemsBudget.minus(body.tokens() + reservedTokens, body.bytes() + reservedBytes);
        }

        /** Adds an item, complete or folded. Returns whether it fits. */
        private boolean add(int index) {
            if (mustBeWhole) {
                boolean isAdded = foldedTokens == 0 && addComplete(index, remainingBudget());
                return isAdded || (index == start && addFolded(index, remainingBudget()));
            }
            boolean hasFewItems = maxEnd - start <= limits.minItems();
            Budget remaining = remainingBudget();
            // the last item may use the rest of the budget
            boolean hasMore = !hasFewItems && itemSequence.has(index + 1);
            boolean isLimitedToShare = hasMore || limits.isLook;
            Budget itemLimit = hasFewItems
                    ? remaining.dividedBy(maxEnd - index)
                    : isLimitedToShare ? share.min(remaining) : remaining;
            if (addComplete(index, limits.isLook ? itemLimit.min(share) : itemLimit)) {
                return true;
            }
            if (index > start && !hasFewItems && !remaining.allows(share.tokens(), share.bytes())) {
                return false;
            }
            AnswerDraft.Mark mark = body.mark();
            int reservedTokensBefore = reservedTokens;
            int reservedBytesBefore = reservedBytes;
            if (!addFolded(index, limits.isLook ? itemLimit.min(share.dividedBy(LOOK_FOLD_DIVISOR)) : itemLimit)) {
                return false;
            }
            chargedTokens += share.tokens();
            if (hasMore) {
                reservedTokens = Math.max(reservedTokens, reservedTokensBefore + share.tokens() - tokensSince(mark));
                reservedBytes = Math.max(reservedBytes, reservedBytesBefore + share.bytes() - bytesSince(mark));
            }
            return true;
        }

        private boolean addComplete(int index, Budget itemLimit) {
            if (itemSequence.exceeds(index, itemLimit.bytes())) {
                return false;
            }
            AnswerDraft.Mark mark = body.mark();
            itemWriter.write(index, body.ascii(index == start ? "" : ","));
            boolean isWithinLimit = itemLimit.allows(tokensSince(mark), bytesSince(mark));
            FoldedItem entry = isWithinLimit && itemSequence.isShortened(index)
                    ? FoldedItem.of(itemSequence, index, shapeTask)
                    : null;
            if (isWithinLimit && (entry == null || fitsWithEntry(itemLimit, mark, entry))) {
                recordFolded(entry);
                chargedTokens += tokensSince(mark);
                return true;
            }
            body.resetTo(mark);
            return false;
        }

        /**
         * Folds an item to fit {@code itemLimit}. If that is impossible, tries larger limits, up to the rest
         * of the budget. The first item of a page is always added. Returns whether the item was added.
         */
        private boolean addFolded(int index, Budget itemLimit) {
            AnswerDraft.Mark mark = body.mark();
            FoldedItem entry = FoldedItem.of(itemSequence, index, shapeTask);
            Budget remaining = remainingBudget();
            Budget limit = itemLimit;
            boolean isAdded = fold(index, limit, mark, entry);
            while (!isAdded && !limit.equals(remaining)) {
                limit = new Budget(limit.tokens() * 2, limit.bytes() * 2).min(remaining);
                isAdded = fold(index, limit, mark, entry);
            }
            // an item that folding does not shorten may use the rest of the budget
            if (!isAdded && index == start && addComplete(index, remaining)) {
                return true;
            }
            if (!isAdded && index == start) {
                body.string("[" + entry.tokens() + " tokens; see folded]");
                isAdded = true;
            }
            if (isAdded) {
                foldedTokens += tokensSince(mark);
                recordFolded(entry);
            }
            return isAdded;
        }

        private boolean fold(int index, Budget itemLimit, AnswerDraft.Mark mark, FoldedItem entry) {
            AnswerDraft listEntry = listEntry(entry);
            Budget valueBudget = itemLimit.minus(listEntry.tokens() + TAIL_TOKENS, listEntry.bytes() + TAIL_BYTES);
            body.ascii(index == start ? "" : ",");
            Budget bodyBudget = new Budget(body.tokens() + valueBudget.tokens(), body.bytes() + valueBudget.bytes());
            itemSequence.fold(index, FoldWriter.within(bodyBudget, itemIdentity, shapeTask.quickCounter(), body), body);
            boolean isWithinLimit = fitsWithEntry(itemLimit, mark, entry);
            if (!isWithinLimit) {
                body.resetTo(mark);
            }
            return isWithinLimit;
        }

        private boolean fitsWithEntry(Budget itemLimit, AnswerDraft.Mark mark, FoldedItem entry) {
            AnswerDraft listEntry = listEntry(entry);
            return itemLimit.allows(tokensSince(mark) + listEntry.tokens(), bytesSince(mark) + listEntry.bytes());
        }

        private int tokensSince(AnswerDraft.Mark mark) {
            return body.tokens() - mark.tokens() - mark.gapTokens();
        }

        private int bytesSince(AnswerDraft.Mark mark) {
            return body.bytes() - mark.size() - mark.gapBytes();
        }

        private void recordFolded(@Nullable FoldedItem entry) {
            if (entry != null) {
                folded.add(entry);
                reservedTokens += listEntry(entry).tokens();
                reservedBytes += listEntry(entry).bytes();
            }
        }

        /** Returns the entry for an item in the list of folded items; empty if there is no list. */
        private AnswerDraft listEntry(FoldedItem entry) {
            AnswerDraft answerDraft = shapeTask.draft();
            if (hasFoldedList) {
                entry.writeTo(answerDraft);
                answerDraft.ascii(",");
            }
            return answerDraft;
        }
    }
}
