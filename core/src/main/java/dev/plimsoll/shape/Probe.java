package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.telemetry.Outcome;

/** The first answer of style {@code probe}: the beginning of the document, its size, and the token that fetches it. */
final class Probe {

    static final String FORM = "probe";

    private static final int PREVIEW = 200;
    private static final String MODES = "[\"summary\",\"paginated\",\"filtered\",\"full\"]";

    private final Task task;
    private final Document document;
    private final long size;

    /** @param size bytes of the whole document */
    Probe(Task task, Document document, long size) {
        this.task = task;
        this.document = document;
        this.size = size;
    }

    /** With as much of a preview as the budget has room for. */
    Shaped envelope() {
        Budget budget = task.budgetHere();
        for (int characters = PREVIEW; characters > 0; characters /= 2) {
            Shaped shaped = written(characters);
            if (budget.holds(shaped.tokens(), shaped.bytes())) {
                return shaped;
            }
        }
        throw new BudgetTooSmallException(budget);
    }

    private Shaped written(int characters) {
        Seat token = task.allPages();
        Slice bytes = document.bytes();
        Draft main = task.draft().ascii("{\"preview\":");
        main.string(bytes.sub(0, Folding.prefix(bytes, characters)));
        main.ascii(",\"total_size\":").number(size);
        main.ascii(",\"available_modes\":" + MODES + ",\"continuation_token\":\"")
                .cursor(token)
                .ascii("\"");
        task.about().more().writeMember(main, task.budget().tokens());
        main.ascii("}");
        Header header = new Header(false, FORM).notice(Notices.probe(task.about()));
        header.flag("hasMore", true).cursor("nextCursor", token).costs(task.about());
        return new Shaped(null, main, true, header, Outcome.PROBED, false, null, null);
    }
}
