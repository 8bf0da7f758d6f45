package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.model.Dominance;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms that have keys of their own, and style trim and receipt: which of them an answer takes, if any. */
final class Literals {

    private final Task task;
    private final Content content;
    private final boolean blocks;
    private final Style style;

    Literals(Task task, Content content, boolean blocks) {
        this.task = task;
        this.content = content;
        this.blocks = blocks;
        this.style = task.policy().get(Policy.STYLE);
    }

    /** Whether there is something to say that a literal form has no words for: no exact total, or a source that lies. */
    private boolean vague() {
        Rows rows = content.rows(task.target());
        boolean counted = rows == null || rows.exact() || style == Style.CURSOR;
        return !counted || (rows != null && !rows.faults().isEmpty());
    }

    /** A list, and what stands around it in its object. */
    private record Listed(Items items, Frame around) {}

    /** What stands in place of a first page, or of a summary; null where the style has nothing of the kind. */
    @Nullable Shaped opening() {
        if (style == Style.GUIDE && !vague() && isFirst() && !blocks) {
            Listed list = list();
            boolean many = list != null && list.items.count() > 2L * few();
            return list != null && many ? new Guidance(task, trimmed(list.items), list.around).shaped() : null;
        }
        if (style == Style.PROBE && task.view().mode() == Mode.SUMMARY) {
            return new ProbeSummary(task, content, blocks).summary();
        }
        return style == Style.PROBE && isFirst()
                ? new Probe(task, content.original(), content.size()).envelope()
                : null;
    }

    /** What the client's user may be asked instead of being told how to ask; null where there is nothing to ask about. */
    @Nullable Inquiry inquiry() {
        boolean there = !blocks && content.rows(task.target()) == null;
        Listed list = style == Style.GUIDE && isFirst() && there ? list() : null;
        if (list == null || list.items.count() <= 2L * few() || !task.policy().get(Policy.ELICIT)) {
            return null;
        }
        Target whole = content.target(list.around.pointer(), task.view());
        return whole == null || !whole.is(JsonType.ARRAY) ? null : Inquiry.of(task, whole, list.items.count());
    }

    /** The answer to the call itself, where nothing but the result is asked for. */
    private boolean isFirst() {
        View view = task.view();
        return task.about().occasion().fresh()
                && view.mode() == Mode.AUTO
                && view.path().isEmpty()
                && view.fields().isEmpty()
                && task.at().isStart();
    }

    /** What is tried when the whole does not fit, before pages are cut. */
    @Nullable Shaped closing() {
        if (style == Style.RECEIPT && isFirst() && !blocks) {
            return new Receipts(task).receipt();
        }
        return style.trims() && !forced() ? new Trimming(task).trimmed() : null;
    }

    /** Whether even what fits is answered in the form. */
    boolean forced() {
        boolean listed = style == Style.LIST || style == Style.CURSOR;
        boolean heavy = listed && task.policy().get(Policy.HEAVY);
        if (blocks || (!heavy && style != Style.GUIDE)) {
            return false;
        }
        Listed list = list();
        return list != null && (heavy || list.items.count() > few());
    }

    private int few() {
        return task.policy().get(Policy.LIMIT_ARRAY_ITEMS);
    }

    /** Pages in the style's own form; null where it is none for this target or this way of reading it. */
    @Nullable Cutter cutter() {
        Mode mode = task.view().mode();
        boolean pages = mode == Mode.AUTO || mode == Mode.PAGINATED || mode == Mode.FILTERED;
        if (!pages || !style.literal() || vague()) {
            return null;
        }
        Listed list = list();
        if (list == null && style == Style.PROBE && mode != Mode.AUTO) {
            list = linesOrMembers();
        }
        return list == null ? null : pager(list);
    }

    private @Nullable Listed list() {
        Target target = task.target();
        if (blocks) {
            ItemIndex parts = ItemIndex.of(target.bytes());
            Items items = new PartItems(task, content.result().parts(), parts);
            return new Listed(items, Frame.around(JsonPointer.root()));
        }
        if (target.is(JsonType.ARRAY)) {
            return new Listed(content.items(target, target.bytes(), target.pointer()), Frame.around(target.pointer()));
        }
        Dominance list = target.is(JsonType.OBJECT) ? content.dominance(target) : null;
        if (list == null || !list.isArray()) {
            return null;
        }
        Frame around = Frame.inside(target, list.way(), list.value(), false);
        return new Listed(content.items(target, list.value(), around.pointer()), around);
    }

    private @Nullable Listed linesOrMembers() {
        Target target = task.target();
        Frame around = Frame.around(target.pointer());
        if (!target.json()) {
            Items lines = new LineItems(target.bytes(), content.lines(target.bytes()), target.pointer());
            return new Listed(lines, around);
        }
        if (!target.is(JsonType.OBJECT)) {
            return null;
        }
        List<String> fields = task.view().fields();
        if (fields.isEmpty()) {
            return new Listed(content.members(target.bytes(), target.pointer()), around);
        }
        Draft projected = task.draft();
        Projection.of(fields).write(target.bytes(), projected);
        return new Listed(MemberItems.of(projected.written(), target.pointer()), around);
    }

    private PageShaper pager(Listed list) {
        List<String> fields = task.view().fields();
        boolean narrowed = !fields.isEmpty() && list.items.source() == JsonType.ARRAY;
        Items items = narrowed ? new ProjectedItems(list.items, Projection.of(fields)) : trimmed(list.items);
        long size = content.size();
        return new PageShaper(task, items, new LiteralFrame(style, list.around, task, size), content.bounds());
    }

    /** What is left inside the items of a guided list is trimmed. */
    private Items trimmed(Items items) {
        return style == Style.GUIDE && !blocks ? new TrimmedItems(items, task) : items;
    }
}
