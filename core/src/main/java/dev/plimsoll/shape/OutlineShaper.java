package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Part;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.shape.SurveyWriter.Level;
import dev.plimsoll.telemetry.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What a part looks like as a whole, counted over all of it: in as much detail as fits one answer. */
final class OutlineShaper {

    private final Task task;
    private final Content content;

    OutlineShaper(Task task, Content content) {
        this.task = task;
        this.content = content;
    }

    Shaped outline() {
        List<OutlinePiece> pieces = content.outline(task.target(), this::pieces);
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

    private List<OutlinePiece> pieces() {
        Target target = task.target();
        if (target.json() && content.isBinary()) {
            return List.of(OutlinePiece.of(content.result().parts().get(0)));
        }
        if (!content.isBlocks(target, task.view().part())) {
            return List.of(OutlinePiece.of(target, content));
        }
        List<OutlinePiece> pieces = new ArrayList<>();
        List<Part> parts = content.result().parts();
        for (int i = 0; i < parts.size(); i++) {
            boolean binary = parts.get(i).isBinary();
            Slice value = content.list(target.bytes()).item(i);
            pieces.add(
                    binary
                            ? OutlinePiece.of(parts.get(i))
                            : OutlinePiece.of(Target.of(value, target.pointer().child(i)), content));
        }
        return pieces;
    }

    private Shaped written(List<OutlinePiece> pieces, Level level, boolean tight) {
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

    private static void blocks(List<OutlinePiece> pieces, Level level, Draft main, Budget room) {
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
