package dev.plimsoll.shape;

import dev.plimsoll.json.Members;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.telemetry.Outcome;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One JSON value shorter than it is: identifying fields kept, the rest cut, stubbed or left out, each with its path. */
final class SummaryShaper {

    private static final int[] SECTIONS = {24, 12, 6, 2, 0};
    private static final int LIST_SHARE = 4;
    private static final int TRIES = 3;

    /** What counting in pieces may add, and digits of numbers that are not known yet. */
    private static final int SPARE = 16;

    private final Task task;
    private final Identity identity;
    private @Nullable Draft bare;

    SummaryShaper(Task task) {
        this.task = task;
        this.identity = Identity.of(task.policy());
    }

    /** The richest summary that fits; null when not even the poorest does. */
    @Nullable Shaped summary() {
        Budget budget = task.budgetHere();
        Budget room = budget.less(bare().tokens(), bare().bytes());
        // first a guess at what the list of sections takes, then what it did take
        Budget list = room.share(LIST_SHARE);
        Shaped best = null;
        for (int tries = 0; tries < TRIES; tries++) {
            Draft body = task.draft();
            Folding folding = Folding.within(room.less(list.tokens(), list.bytes()), identity, task.quick(), body);
            folding.write(task.target().bytes(), task.target().pointer());
            Shaped shaped = fitting(body, folding, budget);
            if (shaped == null || (best != null && shaped.bytes() <= best.bytes())) {
                break;
            }
            best = shaped;
            int tokens = Math.max(0, shaped.tokens() - bare().tokens() - body.tokens());
            int bytes = Math.max(0, shaped.bytes() - bare().bytes() - body.bytes());
            list = new Budget(tokens + SPARE, bytes + SPARE);
        }
        return best;
    }

    /** With as many sections as fit; null when the body alone is too large. */
    private @Nullable Shaped fitting(Draft body, Folding folding, Budget budget) {
        if (!budget.holds(body.tokens(), body.bytes())) {
            return null;
        }
        for (int sections : SECTIONS) {
            Shaped shaped = written(body, folding, sections);
            if (budget.holds(shaped.tokens(), shaped.bytes())) {
                return shaped;
            }
        }
        return null;
    }

    /** What stands around an empty summary. */
    private Draft bare() {
        Draft known = bare;
        if (known == null) {
            Draft none = task.draft();
            Folding folding = Folding.within(task.budgetHere(), identity, task.quick(), none);
            known = written(none.ascii("{}"), folding, 0).main();
            bare = known;
        }
        return known;
    }

    private Shaped written(Draft body, Folding folding, int sections) {
        Header header = header(folding, sections);
        Draft main = task.draft();
        // the poorest summary of an object is a word in its place
        boolean object = body.written().at(0) == '{';
        boolean taken = object && Members.get(task.target().bytes(), Frame.InObject.NAME) != null;
        if (object && !taken) {
            main.ascii("{\"_plimsoll\":{");
            header.writeTo(main);
            header.writeNamed(TopFields.of(task.policy(), task.target().bytes()), main.ascii("}"));
            boolean empty = body.written().length() <= 2;
            main.ascii(empty ? "" : ",");
            main.raw(body.written().sub(1, body.written().length()));
        } else {
            main.ascii("{");
            header.writeTo(main);
            main.ascii(",\"value\":").append(body).ascii("}");
        }
        return new Shaped(null, main, true, header, Outcome.SUMMARIZED, false, null, null);
    }

    private Header header(Folding folding, int most) {
        String path = task.target().pointer().toString();
        List<Fold> all = folding.folds().stream()
                .filter(fold -> !fold.path().equals(path))
                .toList();
        // the largest are worth naming first; then in the document's own order
        List<Fold> named = all.stream()
                .sorted(Comparator.comparingInt(Fold::tokens).reversed())
                .limit(most)
                .toList();
        List<Fold> sections = all.stream().filter(named::contains).toList();
        // when not even one section can be named, the hints go as well
        Header header = new Header(most == 0);
        header.notice(Notices.summary(task.about(), all.size(), !sections.isEmpty()));
        if (!path.isEmpty()) {
            header.text("path", path);
        }
        folding.folds().stream()
                .filter(fold -> fold.path().equals(path))
                .findFirst()
                .ifPresent(fold -> header.text("shown", fold.shown()));
        header.flag("hasMore", true).cursor("nextCursor", task.allPages()).costs(task.about());
        if (!sections.isEmpty()) {
            header.json("sections", draft -> {
                draft.ascii("[");
                for (int i = 0; i < sections.size(); i++) {
                    sections.get(i).writeTo(draft.ascii(i == 0 ? "" : ","));
                }
                draft.ascii("]");
            });
            if (!task.about().uris()) {
                header.hint("next", draft -> NextCalls.forFolds(task, sections, draft));
            }
        }
        int more = all.size() - sections.size() + folding.notNamed();
        if (more > 0) {
            header.number("moreSections", more);
        }
        return header;
    }
}
