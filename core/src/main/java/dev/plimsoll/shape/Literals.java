package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.model.Dominance;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/** The forms that have keys of their own: which of them an answer takes, if any. */
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

    /** What stands in place of a first page, or of a summary; null where the style has nothing of the kind. */
    @Nullable Shaped opening() {
        if (style != Style.PROBE) {
            return null;
        }
        if (task.view().mode() == Mode.SUMMARY) {
            return new ProbeSummary(task, content, blocks).summary();
        }
        return isFirst() ? new Probe(task, content.document()).envelope() : null;
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
        return style == Style.TRIM ? new Trimming(task).trimmed() : null;
    }

    /** Whether even what fits is answered in the form. */
    boolean forced() {
        return style == Style.LIST && !blocks && task.policy().get(Policy.HEAVY) && cutter() != null;
    }

    /** Pages in the style's own form; null where it is none for this target or this way of reading it. */
    @Nullable Cutter cutter() {
        Mode mode = task.view().mode();
        boolean pages = mode == Mode.AUTO || mode == Mode.PAGINATED || mode == Mode.FILTERED;
        if (!pages || !style.literal()) {
            return null;
        }
        Target target = task.target();
        if (blocks) {
            ItemIndex parts = ItemIndex.of(target.bytes());
            return pager(new PartItems(task, content.result().parts(), parts), Frame.around(JsonPointer.root()));
        }
        if (target.is(JsonType.ARRAY)) {
            return pager(content.items(target.bytes(), target.pointer()), Frame.around(target.pointer()));
        }
        Dominance list = target.is(JsonType.OBJECT) ? content.dominance(target) : null;
        if (list != null && list.isArray()) {
            Frame around = Frame.inside(target, list.way(), list.value(), false);
            return pager(content.items(list.value(), around.pointer()), around);
        }
        return style == Style.PROBE && mode != Mode.AUTO ? noList(target) : null;
    }

    /** Lines, or members. */
    private @Nullable Cutter noList(Target target) {
        Frame around = Frame.around(target.pointer());
        if (!target.json()) {
            return pager(new LineItems(target.bytes(), content.lines(target.bytes()), target.pointer()), around);
        }
        if (!target.is(JsonType.OBJECT)) {
            return null;
        }
        if (task.view().fields().isEmpty()) {
            return pager(content.members(target.bytes(), target.pointer()), around);
        }
        Draft projected = task.draft();
        Projection.of(task.view().fields()).write(target.bytes(), projected);
        return written(MemberItems.of(projected.written(), target.pointer()), around);
    }

    private PageShaper pager(Items items, Frame around) {
        Projection kept = Projection.of(task.view().fields());
        return written(task.view().fields().isEmpty() ? items : new ProjectedItems(items, kept), around);
    }

    private PageShaper written(Items items, Frame around) {
        long size = content.document().bytes().length();
        return new PageShaper(task, items, new LiteralFrame(style, around, task, size), content.bounds());
    }
}
