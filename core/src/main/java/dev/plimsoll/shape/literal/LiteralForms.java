package dev.plimsoll.shape.literal;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.TextCutter;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.LineItems;
import dev.plimsoll.shape.item.MemberItems;
import dev.plimsoll.shape.item.PartItems;
import dev.plimsoll.shape.item.ProjectedItems;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.page.PageShaper;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selects the literal form of an answer, if one applies: a style with its own keys, or style trim or receipt. */
public final class LiteralForms {

    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final boolean blocks;
    private final Style style;

    public LiteralForms(ShapeTask shapeTask, IndexedResult indexedResult, boolean blocks) {
        this.shapeTask = shapeTask;
        this.indexedResult = indexedResult;
        this.blocks = blocks;
        this.style = shapeTask.policy().get(Policy.STYLE);
    }

    /** Returns whether a literal form cannot describe the list: it has no exact total, or its source has faults. */
    private boolean isUncountable() {
        LazyRows lazyRows = indexedResult.rows(shapeTask.target());
        boolean counted = lazyRows == null || lazyRows.isTotalExact() || style == Style.CURSOR;
        return !counted || (lazyRows != null && !lazyRows.faults().isEmpty());
    }

    /** A list, and the frame of the object around it. */
    private record FramedList(ItemSequence items, PageFrame frame) {}

    /** Returns the answer that replaces a first page or a summary; null if the style has none. */
    public @Nullable ShapedText firstAnswer() {
        if (style == Style.GUIDE && !isUncountable() && isFirstAnswer() && !blocks) {
            FramedList list = list();
            boolean exceedsLimit = list != null && list.items.count() > 2L * itemLimit();
            return list != null && exceedsLimit
                    ? new GuideForm(shapeTask, trimmed(list.items), list.frame).shape()
                    : null;
        }
        if (style == Style.PROBE && shapeTask.view().mode() == Mode.SUMMARY) {
            return new ProbeSummary(shapeTask, indexedResult, blocks).summary();
        }
        return style == Style.PROBE && isFirstAnswer()
                ? new ProbeForm(shapeTask, indexedResult.original(), indexedResult.size()).shape()
                : null;
    }

    /** Returns the question that the client can ask its user in place of advice; null if there is none. */
    public @Nullable QueryRequest findUserQuery() {
        boolean isInDocument = !blocks && indexedResult.rows(shapeTask.target()) == null;
        FramedList list = style == Style.GUIDE && isFirstAnswer() && isInDocument ? list() : null;
        if (list == null
                || list.items.count() <= 2L * itemLimit()
                || !shapeTask.policy().get(Policy.ELICIT)) {
            return null;
        }
        DocumentPart listPart = indexedResult.target(list.frame.pointer(), shapeTask.view());
        return listPart == null || !listPart.isOfType(JsonType.ARRAY)
                ? null
                : QueryRequest.of(shapeTask, listPart, list.items.count());
    }

    /** Returns whether this is the answer to the call itself, with no view other than the result. */
    private boolean isFirstAnswer() {
        View view = shapeTask.view();
        return shapeTask.facts().context().isFirstAnswer()
                && view.mode() == Mode.AUTO
                && view.path().isEmpty()
                && view.fields().isEmpty()
                && shapeTask.at().isFirstPage();
    }

    /** Returns the form for a target that does not fit, tried before pages are cut; null if none applies. */
    public @Nullable ShapedText fallbackForm() {
        if (style == Style.RECEIPT && isFirstAnswer() && !blocks) {
            return new Receipts(shapeTask).receipt();
        }
        return style.trims() && !appliesAlways() ? new TrimForm(shapeTask).shape() : null;
    }

    /** Returns whether results that fit also get the literal form. */
    public boolean appliesAlways() {
        boolean isPlainList = style == Style.LIST || style == Style.CURSOR;
        boolean heavy = isPlainList && shapeTask.policy().get(Policy.HEAVY);
        if (blocks || (!heavy && style != Style.GUIDE)) {
            return false;
        }
        FramedList list = list();
        return list != null && (heavy || list.items.count() > itemLimit());
    }

    private int itemLimit() {
        return shapeTask.policy().get(Policy.LIMIT_ARRAY_ITEMS);
    }

    /** Returns a cutter for pages in the style's own form; null if it has none for this target or mode. */
    public @Nullable TextCutter cutter() {
        Mode mode = shapeTask.view().mode();
        boolean pages = mode == Mode.AUTO || mode == Mode.PAGINATED || mode == Mode.FILTERED;
        if (!pages || !style.hasOwnKeys() || isUncountable()) {
            return null;
        }
        FramedList list = list();
        if (list == null && style == Style.PROBE && mode != Mode.AUTO) {
            list = linesOrMembers();
        }
        return list == null ? null : pager(list);
    }

    private @Nullable FramedList list() {
        DocumentPart documentPart = shapeTask.target();
        if (blocks) {
            ItemIndex parts = ItemIndex.of(documentPart.bytes());
            ItemSequence itemSequence =
                    new PartItems(shapeTask, indexedResult.result().blocks(), parts);
            return new FramedList(itemSequence, PageFrame.ofList(JsonPointer.root()));
        }
        if (documentPart.isOfType(JsonType.ARRAY)) {
            return new FramedList(
                    indexedResult.items(documentPart, documentPart.bytes(), documentPart.pointer()),
                    PageFrame.ofList(documentPart.pointer()));
        }
        DominantValue list =
                documentPart.isOfType(JsonType.OBJECT) ? indexedResult.findDominantValue(documentPart) : null;
        if (list == null || !list.isArray()) {
            return null;
        }
        PageFrame around = PageFrame.inObject(documentPart, list.path(), list.value(), false);
        return new FramedList(indexedResult.items(documentPart, list.value(), around.pointer()), around);
    }

    private @Nullable FramedList linesOrMembers() {
        DocumentPart documentPart = shapeTask.target();
        PageFrame around = PageFrame.ofList(documentPart.pointer());
        if (!documentPart.json()) {
            ItemSequence lines = new LineItems(
                    documentPart.bytes(), indexedResult.lines(documentPart.bytes()), documentPart.pointer());
            return new FramedList(lines, around);
        }
        if (!documentPart.isOfType(JsonType.OBJECT)) {
            return null;
        }
        List<String> fields = shapeTask.view().fields();
        if (fields.isEmpty()) {
            return new FramedList(indexedResult.members(documentPart.bytes(), documentPart.pointer()), around);
        }
        AnswerDraft projected = shapeTask.draft();
        Projection.of(fields).write(documentPart.bytes(), projected);
        return new FramedList(MemberItems.of(projected.written(), documentPart.pointer()), around);
    }

    private PageShaper pager(FramedList list) {
        List<String> fields = shapeTask.view().fields();
        boolean narrowed = !fields.isEmpty() && list.items.sourceType() == JsonType.ARRAY;
        ItemSequence itemSequence =
                narrowed ? new ProjectedItems(list.items, Projection.of(fields)) : trimmed(list.items);
        long size = indexedResult.size();
        return new PageShaper(
                shapeTask, itemSequence, new LiteralFrame(style, list.frame, shapeTask, size), indexedResult.bounds());
    }

    /** Returns the items of a guided list with their contents trimmed. */
    private ItemSequence trimmed(ItemSequence itemSequence) {
        return style == Style.GUIDE && !blocks ? new TrimmedItems(itemSequence, shapeTask) : itemSequence;
    }
}
