package dev.plimsoll.styles;

import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.option.SchemaForm;
import dev.plimsoll.shape.PageExtent;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.shape.style.FramedItems;
import dev.plimsoll.shape.style.Style;
import dev.plimsoll.shape.style.StyleFrame;
import dev.plimsoll.shape.style.StyleInput;
import org.jspecify.annotations.Nullable;

/** Style {@code first-and-last}: the first answer shows both ends of a list, and its cursor reads all of it. */
public final class FirstAndLastStyle implements Style {

    @Override
    public StyleId id() {
        return StyleId.of("first-and-last");
    }

    @Override
    public SchemaForm schemaForm() {
        return SchemaForm.OWN_KEYS;
    }

    /** Returns both ends of a list; null if there is no list or they do not fit: the answer is then the first page. */
    @Override
    public @Nullable ShapedText firstAnswer(StyleInput input) {
        FramedItems list = input.isFirstAnswer() && input.rows() == null ? input.list() : null;
        if (list == null || list.items().count() < 3) {
            return null;
        }
        ItemSequence items = list.items();
        String notice = "The first and the last of " + items.count() + " items; nextCursor reads all";
        return input.answer(id().name(), notice, draft -> {
            draft.ascii("\"total\":").number(items.count());
            items.write(0, draft.ascii(",\"first\":"));
            items.write(items.count() - 1, draft.ascii(",\"last\":"));
            draft.ascii(",");
        });
    }

    /** Returns the frame {@code {"total":300,"items":[…],"nextCursor":"…"}} around a page. */
    @Override
    public PageFrame frame(PageFrame standardFrame, StyleInput input) {
        return new StyleFrame(this, standardFrame, input) {
            @Override
            protected void writeBefore(PageExtent page, AnswerDraft draft) {
                draft.ascii("\"total\":").number(page.total()).ascii(",\"items\":");
            }

            @Override
            protected void writeAfter(PageExtent page, AnswerDraft draft) {
                writeCursor("nextCursor", page.next(), draft.ascii(","));
            }
        };
    }
}
