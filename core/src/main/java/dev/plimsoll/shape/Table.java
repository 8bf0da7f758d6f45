package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of a page with their keys written once: {@code {"columns":[…],"rows":[[…],…]}}. What no row can tell stands
 * among the rows as it is; since it is never an array, the two cannot be taken for each other.
 */
final class Table implements Listing {

    /** What the rows of a page may stand for, in pages as they would be without: the work on one page stays bounded. */
    private static final int MOST_PAGES = 4;

    private static final int LEAST_SAVED_PERCENT = 15;

    private final Task task;
    private final Items items;
    private final Columns columns;
    private final Draft words;
    private long bytesLeft;

    private Table(Task task, Items items, Columns columns, long bytes) {
        this.task = task;
        this.items = items;
        this.columns = columns;
        this.bytesLeft = bytes;
        this.words = task.draft().ascii(told()).ascii(",\"encoding\":\"table\"");
    }

    /** A table with the columns of the items of a page that ends at {@code end}; null when they are not alike. */
    static @Nullable Table like(Task task, Items items, int start, int end, Budget room) {
        List<Slice> page = new ArrayList<>();
        for (int i = start; i < end; i++) {
            if (!items.exceeds(i, room.bytes())) {
                page.add(alone(task, items, i));
            }
        }
        Columns columns = Columns.of(page);
        return columns == null ? null : new Table(task, items, columns, (long) room.bytes() * MOST_PAGES);
    }

    private static Slice alone(Task task, Items items, int index) {
        Draft draft = task.draft();
        items.write(index, draft);
        return draft.written();
    }

    @Override
    public String told() {
        return Notices.table(columns.absent() != null);
    }

    /** What is left for it once the words about it are paid for. */
    Budget room(Budget room) {
        return room.less(words.tokens() + 2, words.bytes() + 2);
    }

    @Override
    public Draft open(Draft body) {
        columns.writeNames(body.ascii("{\"columns\":"));
        String absent = columns.absent();
        return body.ascii(absent == null ? "" : ",\"absent\":" + absent).ascii(",\"rows\":[");
    }

    @Override
    public boolean takes(int index) {
        boolean array = items.source() == JsonType.ARRAY && Json.type(items.value(index)) == JsonType.ARRAY;
        return bytesLeft > 0 && !array;
    }

    @Override
    public void write(int index, Draft body) {
        Slice item = alone(task, items, index);
        bytesLeft -= item.length();
        if (!columns.writeRow(item, body)) {
            body.raw(item);
        }
    }

    @Override
    public Draft close(Draft body) {
        return body.ascii("]}");
    }

    /**
     * Whether an answer with this table costs so much less than one with the same items one by one.
     *
     * @param around what stands around the table, the words about it among them
     */
    boolean pays(PageFiller.Filled table, int around) {
        long cost = (long) around + table.body().tokens();
        long other = (long) around - words.tokens() + table.foldedTokens();
        for (int i = table.start(); i < table.end() && !saves(cost, other); i++) {
            other += table.isFolded(i) ? 0 : task.counter().count(alone(task, items, i));
        }
        return saves(cost, other);
    }

    private static boolean saves(long cost, long other) {
        return (other - cost) * 100 >= other * LEAST_SAVED_PERCENT;
    }

    /** Whether what is read from the table is its items, each as it was written. */
    boolean isTrue(PageFiller.Filled table) {
        List<Slice> read = TableReader.items(table.body().written());
        boolean same = read != null && read.size() == table.end() - table.start();
        for (int i = table.start(); same && read != null && i < table.end(); i++) {
            same = table.isFolded(i) || TableReader.isSame(read.get(i - table.start()), alone(task, items, i));
        }
        return same;
    }
}
