package dev.plimsoll.shape.page;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.notice.Notices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of a page with their keys written once: {@code {"columns":[…],"constant":{…},"rows":[[…],…]}}. An item that
 * no row can express is an unchanged element of the rows. Such an item is never an array, so it cannot be confused with
 * a row.
 */
final class ItemTable implements ItemWriter {

    /**
     * Maximum size of the items on a page with a table, as a multiple of the bytes of a page without a table.
     * It limits the work for a page.
     */
    private static final int MAX_SIZE_FACTOR = 4;

    private static final int MIN_SAVED_PERCENT = 15;

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final ItemColumns columns;
    private final AnswerDraft description;
    private long bytesLeft;

    private ItemTable(ShapeTask shapeTask, ItemSequence itemSequence, ItemColumns columns, long bytes) {
        this.shapeTask = shapeTask;
        this.itemSequence = itemSequence;
        this.columns = columns;
        this.bytesLeft = bytes;
        this.description =
                shapeTask.draft().ascii(noticeText()).member("encoding").string("table");
    }

    /**
     * Returns a table with the columns of the items of a page that ends at {@code pageEnd}; null if the items have
     * different keys.
     */
    static @Nullable ItemTable of(
            ShapeTask shapeTask, ItemSequence itemSequence, int start, int pageEnd, Budget budget) {
        List<Slice> pageItems = new ArrayList<>();
        for (int i = start; i < pageEnd; i++) {
            if (!itemSequence.exceeds(i, budget.bytes())) {
                pageItems.add(writtenItem(shapeTask, itemSequence, i));
            }
        }
        ItemColumns columns = ItemColumns.of(pageItems);
        return columns == null
                ? null
                : new ItemTable(shapeTask, itemSequence, columns, (long) budget.bytes() * MAX_SIZE_FACTOR);
    }

    private static Slice writtenItem(ShapeTask shapeTask, ItemSequence itemSequence, int index) {
        AnswerDraft answerDraft = shapeTask.draft();
        itemSequence.write(index, answerDraft);
        return answerDraft.written();
    }

    @Override
    public String noticeText() {
        return Notices.table(columns.hasNestedKeys(), columns.hasConstants(), columns.absentMark() != null);
    }

    /** Returns the budget that is left after the texts about the table. */
    Budget itemBudget(Budget budget) {
        return budget.minus(description.tokens() + 2, description.bytes() + 2);
    }

    @Override
    public AnswerDraft open(AnswerDraft body) {
        columns.writeMembers(body.ascii("{"));
        return body.member("rows").ascii("[");
    }

    @Override
    public boolean accepts(int index) {
        boolean isArray =
                itemSequence.sourceType() == JsonType.ARRAY && Json.type(itemSequence.value(index)) == JsonType.ARRAY;
        return bytesLeft > 0 && !isArray;
    }

    @Override
    public void write(int index, AnswerDraft body) {
        Slice item = writtenItem(shapeTask, itemSequence, index);
        bytesLeft -= item.length();
        if (!columns.writeRow(item, body)) {
            body.raw(item);
        }
    }

    @Override
    public AnswerDraft close(AnswerDraft body) {
        return body.ascii("]}");
    }

    /**
     * Returns whether an answer with this table costs at least 15 % less than an answer with the same items
     * as an array.
     *
     * @param surroundingTokens cost around the table, including the texts about it
     */
    boolean savesEnough(PageFiller.FilledPage table, int surroundingTokens) {
        long cost = (long) surroundingTokens + table.body().tokens();
        long arrayCost = (long) surroundingTokens - description.tokens() + table.foldedTokens();
        for (int i = table.start(); i < table.end() && !isSaving(cost, arrayCost); i++) {
            arrayCost += table.isFolded(i) ? 0 : shapeTask.counter().count(writtenItem(shapeTask, itemSequence, i));
        }
        return isSaving(cost, arrayCost);
    }

    private static boolean isSaving(long cost, long arrayCost) {
        return (arrayCost - cost) * 100 >= arrayCost * MIN_SAVED_PERCENT;
    }

    /** Returns whether the items read back from the table equal the written ones. */
    boolean isLossless(PageFiller.FilledPage table) {
        List<Slice> readItems = ItemTableReader.items(table.body().written());
        boolean isEqual = readItems != null && readItems.size() == table.end() - table.start();
        for (int i = table.start(); isEqual && readItems != null && i < table.end(); i++) {
            isEqual = table.isFolded(i)
                    || ItemTableReader.isSame(
                            readItems.get(i - table.start()), writtenItem(shapeTask, itemSequence, i));
        }
        return isEqual;
    }
}
