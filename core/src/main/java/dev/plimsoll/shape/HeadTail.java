package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.telemetry.Outcome;

/** An error text cut in the middle: what went wrong mostly stands at its beginning or its end. */
final class HeadTail {

    private static final double HEAD = 0.6;

    private final Task task;
    private final Slice text;

    HeadTail(Task task, Slice text) {
        this.task = task;
        this.text = text;
    }

    Shaped shaped() {
        Seat all = task.allPages();
        int characters = Utf8.codePoints(text);
        Header header = new Header(false);
        header.notice(Notices.error(task.about(), characters, characters));
        header.flag("hasMore", true).cursor("nextCursor", all).costs(task.about());
        Draft frame = written(all, characters, text.sub(0, 0), text.sub(0, 0));
        Budget room = task.budgetHere().less(frame.tokens() + 4, frame.bytes());
        int bytes = Math.min(text.length(), room.bytes());
        while (true) {
            int head = Utf8.graphemeFloor(text, Math.max(1, (int) (bytes * HEAD)));
            int tail = Utf8.floor(text, text.length() - (int) (bytes * (1 - HEAD)));
            Draft main = written(all, characters, text.sub(0, Math.min(head, tail)), text.sub(tail, text.length()));
            if (task.budgetHere().holds(main.tokens(), main.bytes())) {
                return new Shaped(null, main, false, header, Outcome.CHUNKED, false, null, null);
            }
            if (bytes <= 16) {
                throw new BudgetTooSmallException(task.budgetHere());
            }
            bytes = (int) Math.min(bytes * 0.9, (double) bytes * room.tokens() / Math.max(1, main.tokens()));
        }
    }

    private Draft written(Seat all, int characters, Slice head, Slice tail) {
        int left = characters - Utf8.codePoints(head) - Utf8.codePoints(tail);
        Draft main = task.draft();
        main.raw(Slice.of("[Error text of " + characters + " characters, head and tail shown. All of it: "
                + task.about().readTool() + " with cursor "));
        main.cursor(all).ascii("]\n").raw(head);
        main.raw(Slice.of("\n… [" + left + " characters left out] …\n"));
        return main.raw(tail);
    }
}
