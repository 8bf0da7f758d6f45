package dev.plimsoll.shape.style;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.PageCutter;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.Projection;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.item.MemberItems;
import dev.plimsoll.shape.item.ProjectedItems;
import dev.plimsoll.shape.item.find.SelectedLines;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.text.ChunkShaper;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import org.jspecify.annotations.Nullable;

/** Pages in standard frames, by the type of the target: items of a list, chunks of text, or members of an object. */
final class ContentPages {

    // cost of a tight header with its paths
    private static final int HEADER_TOKENS = 200;
    private static final int HEADER_BYTES = 800;

    private final StyleInput input;
    private final ShapeTask shapeTask;
    private final IndexedResult indexedResult;
    private final boolean arePagesRequested;

    ContentPages(StyleInput input) {
        this.input = input;
        this.shapeTask = input.task();
        this.indexedResult = input.result();
        this.arePagesRequested = shapeTask.view().mode() != Mode.AUTO;
    }

    /**
     * Returns pages of the target, or of the value that dominates it; null if no value dominates an object, so that a
     * summary is needed.
     */
    @Nullable PageCutter byContent() {
        return pages(true, arePagesRequested);
    }

    /**
     * Returns pages of the target, or of the value that dominates it; pages of the members if no value dominates an
     * object.
     */
    @Nullable PageCutter byContentOrMembers() {
        return pages(true, true);
    }

    /**
     * Returns pages of a target that is not an object. Returns pages of an object only if the caller asks for pages;
     * null otherwise.
     */
    @Nullable PageCutter ifRequested() {
        return pages(arePagesRequested, arePagesRequested);
    }

    private @Nullable PageCutter pages(boolean isDominantShown, boolean areMembersShown) {
        DocumentPart documentPart = shapeTask.target();
        if (input.isBlockList()) {
            return pager(input.blockItems(), JsonPointer.root());
        }
        if (shapeTask.view().hasLines() || shapeTask.view().mode() == Mode.LINES || !documentPart.isJson()) {
            DocumentPart text = input.lineText();
            return shapeTask.view().options().ranges().isNone() ? chunker(text.bytes(), null) : selectionChunker(text);
        }
        if (documentPart.isOfType(JsonType.ARRAY)) {
            return pager(
                    indexedResult.items(documentPart, documentPart.bytes(), documentPart.pointer()),
                    documentPart.pointer());
        }
        if (!documentPart.isOfType(JsonType.OBJECT)) {
            return chunker(documentPart.bytes(), null);
        }
        PageCutter dominantPages = isDominantShown ? dominantPages(documentPart) : null;
        if (dominantPages != null) {
            return dominantPages;
        }
        if (!shapeTask.view().fields().isEmpty()) {
            AnswerDraft projected = shapeTask.draft();
            Projection.of(shapeTask.view().fields()).write(documentPart.bytes(), projected);
            ItemSequence members = MemberItems.of(projected.written(), documentPart.pointer());
            return input.page(members, PageFrame.ofList(documentPart.pointer()));
        }
        return areMembersShown
                ? pager(indexedResult.members(documentPart.bytes(), documentPart.pointer()), documentPart.pointer())
                : null;
    }

    /** Returns pages of the list or string that dominates an object; null if none does, or too much is around it. */
    private @Nullable PageCutter dominantPages(DocumentPart object) {
        DominantValue dominantValue = indexedResult.findDominantValue(object);
        boolean hasFields = !shapeTask.view().fields().isEmpty();
        if (dominantValue == null || (!dominantValue.isArray() && hasFields)) {
            return null;
        }
        PageFrame pageFrame = PageFrame.inObject(object, dominantValue.path(), dominantValue.value());
        if (hasFields) {
            return pager(indexedResult.items(object, dominantValue.value(), pageFrame.pointer()), pageFrame.pointer());
        }
        if (!leavesHalfPage(object, dominantValue.value())) {
            return null;
        }
        return dominantValue.isArray()
                ? input.page(indexedResult.items(object, dominantValue.value(), pageFrame.pointer()), pageFrame)
                : chunker(indexedResult.decoded(dominantValue.value(), pageFrame.pointer()), pageFrame);
    }

    /**
     * Returns whether the content around the cut value leaves at least half of the first page for the value. The space
     * for the header is not part of the page here.
     */
    private boolean leavesHalfPage(DocumentPart object, Slice cut) {
        if (shapeTask.view().start() > 0) {
            // a view that begins later keeps the form of its first page and shows nothing around the value
            return true;
        }
        Budget half =
                shapeTask.firstPageBudget().minus(HEADER_TOKENS, HEADER_BYTES).dividedBy(2);
        Slice bytes = object.bytes();
        Slice contentBefore = new Slice(bytes.bytes(), bytes.from(), cut.from());
        Slice contentAfter = new Slice(bytes.bytes(), cut.to(), bytes.to());
        if (Json.exceeds(contentBefore, half.bytes()) || Json.exceeds(contentAfter, half.bytes())) {
            return false;
        }
        return shapeTask.draft().json(contentBefore).json(contentAfter).isWithin(half);
    }

    private PageCutter pager(ItemSequence items, JsonPointer list) {
        ItemSequence shownItems = shapeTask.view().fields().isEmpty()
                ? items
                : new ProjectedItems(items, Projection.of(shapeTask.view().fields()));
        return input.page(shownItems, PageFrame.ofList(list));
    }

    private ChunkShaper chunker(Slice text, @Nullable PageFrame frame) {
        PageFrame pageFrame = frame == null ? textFrame() : frame;
        return new ChunkShaper(shapeTask, text, indexedResult.lines(text), pageFrame, indexedResult);
    }

    private ChunkShaper selectionChunker(DocumentPart text) {
        SelectedLines selection = SelectedLines.of(text, indexedResult.lines(text.bytes()), shapeTask.view());
        return ChunkShaper.ofSelection(shapeTask, selection, textFrame(), indexedResult);
    }

    /**
     * Returns the frame of a text that must be in an object, because the result has structured content; null otherwise.
     */
    private @Nullable PageFrame textFrame() {
        boolean hasStructured =
                indexedResult.result().structured() != null && shapeTask.view().blockIndex() == View.DOCUMENT;
        return hasStructured ? PageFrame.ofText(shapeTask.target().pointer()) : null;
    }
}
