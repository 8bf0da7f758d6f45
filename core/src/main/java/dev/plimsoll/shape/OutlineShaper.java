package dev.plimsoll.shape;

import dev.plimsoll.model.Part;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.SurveyWriter.Level;
import dev.plimsoll.telemetry.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a part looks like as a whole, counted over all of it: in as much detail as fits one answer. */
final class OutlineShaper {

    private final Task task;
    private final Content content;

    OutlineShaper(Task task, Content content) {
        this.task = task;
        this.content = content;
    }

    /** One thing to outline: a JSON value, a text, or a block that is neither. */
    private record Piece(
            @Nullable Survey survey,
            @Nullable TextOutline text,
            @Nullable Part binary) {

        void writeTo(Draft draft, Level level, Budget room) {
            if (survey != null) {
                new SurveyWriter(level, draft, room).write(survey);
            } else if (text != null) {
                text.writeTo(draft, level.values());
            } else if (binary != null) {
                String mimeType = binary.mimeType();
                draft.ascii("{\"type\":").string(Links.noun(binary));
                if (mimeType != null) {
                    draft.ascii(",\"mimeType\":").string(mimeType);
                }
                draft.ascii(",\"bytes\":").number(Links.size(binary)).ascii("}");
            }
        }
    }

    Shaped outline() {
        List<Piece> pieces = pieces();
        Budget budget = task.budgetHere();
        for (boolean tight : new boolean[] {false, true}) {
            for (Level level : Level.RICH_TO_POOR) {
                Shaped shaped = written(pieces, level, tight);
                if (budget.holds(shaped.tokens(), shaped.bytes())) {
                    return shaped;
                }
            }
        }
        throw new BudgetTooSmallException(budget);
    }

    private List<Piece> pieces() {
        Target target = task.target();
        if (!target.json()) {
            return List.of(new Piece(null, TextOutline.of(target.bytes()), null));
        }
        if (content.isBinary()) {
            return List.of(new Piece(null, null, content.result().parts().get(0)));
        }
        if (!content.isBlocks(target, task.view().part())) {
            return List.of(new Piece(Survey.of(target.bytes()), null, null));
        }
        List<Piece> pieces = new ArrayList<>();
        List<Part> parts = content.result().parts();
        for (int i = 0; i < parts.size(); i++) {
            Target part = Target.of(
                    content.list(target.bytes()).item(i), target.pointer().child(i));
            if (parts.get(i).isBinary()) {
                pieces.add(new Piece(null, null, parts.get(i)));
            } else if (part.json()) {
                pieces.add(new Piece(Survey.of(part.bytes()), null, null));
            } else {
                pieces.add(new Piece(null, TextOutline.of(part.bytes()), null));
            }
        }
        return pieces;
    }

    private Shaped written(List<Piece> pieces, Level level, boolean tight) {
        Header header = header(tight);
        Draft main = task.draft().ascii("{");
        header.writeTo(main);
        main.ascii(",\"outline\":");
        Budget room = task.budgetHere();
        if (pieces.size() == 1) {
            pieces.get(0).writeTo(main, level, room);
        } else {
            blocks(pieces, level, main, room);
        }
        return new Shaped(null, main.ascii("}"), true, header, Outcome.SUMMARIZED, false, null, null);
    }

    private static void blocks(List<Piece> pieces, Level level, Draft main, Budget room) {
        int shown = Math.min(pieces.size(), level.fields());
        main.ascii("{\"type\":\"blocks\",\"items\":").number(pieces.size()).ascii(",\"blocks\":[");
        for (int i = 0; i < shown && main.bytes() <= room.bytes(); i++) {
            pieces.get(i).writeTo(main.ascii(i == 0 ? "" : ","), level, room);
        }
        main.ascii("]}");
    }

    private Header header(boolean tight) {
        Header header = new Header(tight);
        header.notice(Notices.outline(task.about()));
        String path = task.target().pointer().toString();
        if (!path.isEmpty()) {
            header.text("path", path);
        }
        header.flag("hasMore", true).cursor("nextCursor", task.allPages()).costs(task.about());
        return header;
    }
}
