package dev.plimsoll.shape.style;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.telemetry.OutcomeKind;
import org.jspecify.annotations.Nullable;

/**
 * Frame with exactly the keys of a style around a page of items. It does not show the rest of an object
 * around the list; a read with a path or with another mode returns the rest.
 */
public abstract class StyleFrame implements PageFrame {

    private final Style style;
    private final PageFrame standardFrame;
    private final StyleInput input;

    /**
     * Creates the frame.
     *
     * @param standardFrame the standard frame for the same list
     */
    protected StyleFrame(Style style, PageFrame standardFrame, StyleInput input) {
        this.style = style;
        this.standardFrame = standardFrame;
        this.input = input;
    }

    /** Writes the members before the items, after the opening brace and up to the colon before the items. */
    protected abstract void writeBefore(PageExtent page, AnswerDraft draft);

    /** Writes the members after the items, each after a comma. */
    protected void writeAfter(PageExtent page, AnswerDraft draft) {}

    /** Writes the member for a cursor; its value is null without a position. */
    protected static void writeCursor(String name, @Nullable PagePosition position, AnswerDraft draft) {
        draft.field(name);
        if (position == null) {
            draft.ascii("null");
        } else {
            draft.cursorString(position);
        }
    }

    @Override
    public final void open(AnswerDraft draft, AnswerHeader header, boolean isFirstPage) {
        writeBefore(header.extent(), draft.ascii("{"));
    }

    @Override
    public final void close(AnswerDraft draft, boolean isFirstPage) {
        draft.ascii("}");
    }

    @Override
    public final void close(AnswerDraft draft, AnswerHeader header, boolean isFirstPage) {
        writeAfter(header.extent(), draft);
        input.task().facts().more().writeMember(draft, input.task().budget().tokens());
        draft.ascii("}");
    }

    @Override
    public final String form() {
        return style.id().name();
    }

    @Override
    public final OutcomeKind outcome() {
        return style.outcome();
    }

    @Override
    public final JsonPointer pointer() {
        return standardFrame.pointer();
    }

    @Override
    public final @Nullable AnswerDraft writeWithoutHeader(AnswerDraft page, AnswerDraft out) {
        return standardFrame.writeWithoutHeader(page, out);
    }
}
