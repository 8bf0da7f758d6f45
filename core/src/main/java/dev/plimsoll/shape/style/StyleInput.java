package dev.plimsoll.shape.style;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.item.BlockItems;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.ProjectedItems;
import dev.plimsoll.shape.item.find.SelectedLines;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.page.PageShaper;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.TextRange;
import dev.plimsoll.view.View;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work for one answer, as a style sees it: the target of a view, its budget, and the result that contains
 * the target.
 *
 * @param isBlockList whether the target is the list of all content blocks
 */
public record StyleInput(ShapeTask task, IndexedResult result, boolean isBlockList) {

    public DocumentPart target() {
        return task.target();
    }

    public Policy policy() {
        return task.policy();
    }

    /**
     * Returns whether this is the first answer to a call that selects nothing: no mode, path, fields, or later page.
     */
    public boolean isFirstAnswer() {
        View view = task.view();
        return task.facts().context().isFirstAnswer()
                && view.mode() == Mode.AUTO
                && view.path().isEmpty()
                && view.fields().isEmpty()
                && task.position().isFirstPage();
    }

    /** Returns the source of the target's items if they are read on demand; null otherwise. */
    public @Nullable LazyRows rows() {
        return result.lazyRows(target());
    }

    /** Returns the list to page: the target, the list that dominates it, or all blocks; null if there is none. */
    public @Nullable FramedItems list() {
        DocumentPart target = target();
        if (isBlockList) {
            return new FramedItems(blockItems(), PageFrame.ofList(JsonPointer.root()));
        }
        if (target.isOfType(JsonType.ARRAY)) {
            return new FramedItems(
                    result.items(target, target.bytes(), target.pointer()), PageFrame.ofList(target.pointer()));
        }
        DominantValue dominantList = target.isOfType(JsonType.OBJECT) ? result.findDominantValue(target) : null;
        if (dominantList == null || !dominantList.isArray()) {
            return null;
        }
        PageFrame objectFrame = PageFrame.inObject(target, dominantList.path(), dominantList.value());
        return new FramedItems(result.items(target, dominantList.value(), objectFrame.pointer()), objectFrame);
    }

    /** Returns the content blocks as items. */
    ItemSequence blockItems() {
        return new BlockItems(task, result.result().blocks(), ItemIndex.of(target().bytes()));
    }

    /** Returns whether the view reduces the items to some of their fields. */
    boolean isNarrowed(ItemSequence items) {
        return !task.view().fields().isEmpty() && items.sourceType() == JsonType.ARRAY;
    }

    /** Returns pages in the frame of a style with its own keys; null if the style has no such pages. */
    @Nullable PageCutter pagesInFrameOf(Style style) {
        Mode mode = task.view().mode();
        boolean isPaged = mode == Mode.AUTO || mode == Mode.PAGINATED || mode == Mode.FILTERED;
        if (!isPaged || style.schemaForm() != SchemaForm.OWN_KEYS || !canFrame(style)) {
            return null;
        }
        FramedItems list = style.items(this);
        PageFrame frame = list == null ? null : style.frame(list.frame(), this);
        if (list == null || frame == null) {
            return null;
        }
        ItemSequence items = list.items();
        ItemSequence shownItems = isNarrowed(items)
                ? new ProjectedItems(items, Projection.of(task.view().fields()))
                : items;
        return new PageShaper(task, shownItems, frame, result);
    }

    /** Returns whether the style can describe the target: rows of a source may have no exact total, or faults. */
    boolean canFrame(Style style) {
        LazyRows rows = rows();
        return rows == null || style.canFrame(rows);
    }

    /** Returns pages in a standard frame. */
    public PageCutter page(ItemSequence items, PageFrame frame) {
        return new PageShaper(task, items, frame, result, canBeTable());
    }

    /**
     * Returns whether pages can be tables: only in text. The value is equal for all reads of a result, so that page
     * bounds are stable.
     */
    private boolean canBeTable() {
        boolean isText =
                result.result().structured() == null || policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.STRIP;
        return isText && !isBlockList && policy().get(Policy.ENCODING) == Encoding.TABLE;
    }

    /**
     * Returns an answer with the given members, followed by a cursor that reads the target from its first
     * page; null if it does not fit the budget.
     *
     * @param form name of the form, for programs
     * @param notice sentence about the answer, for programs
     * @param members writes the members before the cursor, each followed by a comma
     */
    public @Nullable ShapedText answer(String form, String notice, Consumer<AnswerDraft> members) {
        AnswerDraft answerDraft = task.draft().ascii("{");
        members.accept(answerDraft);
        answerDraft.field("nextCursor").cursorString(task.startOfTarget());
        task.facts().more().writeMember(answerDraft, task.budget().tokens());
        AnswerHeader header = new AnswerHeader(false, form).notice(notice).flag("hasMore", true);
        header.cursor("nextCursor", task.startOfTarget()).costs(task);
        ShapedText answer =
                new ShapedText(null, answerDraft.ascii("}"), true, header, OutcomeKind.SUMMARIZED, false, null, null);
        return task.allows(answer) ? answer : null;
    }

    /**
     * Returns the text whose lines the view selects: the string that dominates an object, or the whole
     * target. Throws {@link RefusedException} if the text does not have these lines.
     */
    public DocumentPart lineText() {
        DocumentPart target = target();
        boolean isStringPreferred = task.view().hasLines()
                || result.records(Math.max(View.DOCUMENT, task.view().blockIndex())) != null;
        boolean canHaveDominantText = isStringPreferred && !isBlockList && target.isOfType(JsonType.OBJECT);
        DominantValue dominantText = canHaveDominantText ? result.findDominantValue(target) : null;
        DocumentPart textPart = new DocumentPart(target.bytes(), false, target.pointer(), null, target.section());
        if (dominantText != null && !dominantText.isArray()) {
            JsonPointer pointer = target.pointer();
            for (String key : dominantText.path()) {
                pointer = pointer.child(key);
            }
            textPart = new DocumentPart(result.decoded(dominantText.value(), pointer), false, pointer);
        }
        List<TextRange> ranges = task.view().options().ranges().all();
        int lineCount = result.lines(textPart.bytes()).count();
        if (!ranges.isEmpty()) {
            SelectedLines.of(textPart, result.lines(textPart.bytes()), task.view())
                    .requireRangesInText(ranges);
        } else if (textPart.section() != null) {
            requireInSection(textPart.section());
        } else if (task.view().firstLine() > Math.max(1, lineCount)) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "start_line " + task.view().firstLine() + " is after the end: the text has " + lineCount
                                    + " lines",
                            "start_line from 1 to " + lineCount)
                    .detail("argument", "start_line")
                    .detail("value", Integer.toString(task.view().firstLine()))
                    .detail("allowed", "1 to " + lineCount);
        }
        return textPart;
    }

    /**
     * Throws {@link RefusedException} if none of the requested lines, numbered in the whole text, is in the section.
     */
    private void requireInSection(TextSection section) {
        int firstLine = task.view().firstLine();
        int lastLine = task.view().lastLine();
        LineSpan lines = section.lines();
        if (firstLine > lines.end() || (lastLine > 0 && lastLine <= lines.first())) {
            throw new RefusedException(
                            ErrorCode.INVALID_REQUEST,
                            "lines " + firstLine + (lastLine > 0 ? "-" + lastLine : "") + " are not in "
                                    + section.path() + ", which is lines " + lines,
                            "start_line from " + (lines.first() + 1) + " to " + lines.end() + ", or no path")
                    .detail("argument", "start_line");
        }
    }
}
