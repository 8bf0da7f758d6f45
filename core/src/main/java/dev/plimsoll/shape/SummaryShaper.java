package dev.plimsoll.shape;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.OutputSchema;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One JSON value shorter than it is: identifying fields kept, the rest cut, stubbed or left out, each with its path. */
final class SummaryShaper {

    private static final int[] SECTIONS = {24, 12, 6, 2, 0};
    private static final int LIST_SHARE = 4;
    private static final int TRIES = 3;

    /** The smallest share of the budget that a summary gets which has to stand in two forms. */
    private static final int LEAST_SHARE = 5;

    /** What counting in pieces may add, and digits of numbers that are not known yet. */
    private static final int SPARE = 16;

    private final Task task;
    private final Identity identity;
    private @Nullable Draft bare;

    SummaryShaper(Task task) {
        this.task = task;
        this.identity = Identity.of(task.policy());
    }

    /**
     * A summary, and how it was made.
     *
     * @param sections how many parts its header names
     * @param hidden whether there are parts that it could name
     */
    private record Attempt(Shaped shaped, Draft body, int sections, boolean hidden) {

        /** Names no part although some are left out: nobody knows what to ask for. */
        boolean isMute() {
            return sections == 0 && hidden;
        }
    }

    /** The richest summary that fits; null when not even the poorest does. */
    @Nullable Shaped summary() {
        Budget budget = task.budgetHere();
        Shaped best = null;
        // where the object has to stand as a text as well, each of the two gets a share
        for (int share = isTextAsWell() ? 2 : 1; share <= LEAST_SHARE; share++) {
            best = summary(budget.share(share));
            Draft text = best == null ? null : best.slice();
            if (best == null || text == null || budget.holds(best.tokens() + text.tokens(), text.bytes())) {
                break;
            }
        }
        return best;
    }

    /** Whether the object was read from a text that a schema declares as such. */
    private boolean isTextAsWell() {
        TextRecords data = task.target().records();
        return data != null
                && task.bound()
                && data.original().json()
                && task.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    private @Nullable Shaped summary(Budget budget) {
        Budget room = budget.less(bare().tokens(), bare().bytes());
        // first a guess at what the list of sections takes, then what it did take
        Attempt best = attempt(room, room.share(LIST_SHARE));
        if (best == null || best.isMute()) {
            Attempt shorter = attempt(room, room.share(2));
            best = shorter == null || (best != null && shorter.isMute()) ? best : shorter;
        }
        for (int tries = 1; best != null && tries < TRIES; tries++) {
            Shaped shaped = best.shaped;
            int tokens = Math.max(0, shaped.tokens() - bare().tokens() - best.body.tokens());
            int bytes = Math.max(0, shaped.bytes() - bare().bytes() - best.body.bytes());
            Attempt richer = attempt(room, new Budget(tokens + SPARE, bytes + SPARE));
            if (richer == null || richer.shaped.bytes() <= shaped.bytes() || richer.sections < best.sections) {
                break;
            }
            best = richer;
        }
        return best == null ? null : best.shaped;
    }

    /** The summary that leaves so much of the room to the list of its sections; null when it does not fit. */
    private @Nullable Attempt attempt(Budget room, Budget list) {
        Draft body = task.draft();
        Folding folding = Folding.within(room.less(list.tokens(), list.bytes()), identity, task.quick(), body);
        folding.write(task.target().bytes(), task.target().pointer());
        return fitting(body, folding, task.budgetHere());
    }

    /** With as many sections as fit; null when the body alone is too large. */
    private @Nullable Attempt fitting(Draft body, Folding folding, Budget budget) {
        if (!budget.holds(body.tokens(), body.bytes())) {
            return null;
        }
        for (int most : SECTIONS) {
            Shaped shaped = written(body, folding, most);
            if (budget.holds(shaped.tokens(), shaped.bytes())) {
                int parts = parts(folding).size();
                return new Attempt(shaped, body, Math.min(most, parts), parts > 0);
            }
        }
        return null;
    }

    /** What is left out, but for the value itself. */
    private List<Fold> parts(Folding folding) {
        String path = task.target().pointer().toString();
        return folding.folds().stream()
                .filter(fold -> !fold.path().equals(path))
                .toList();
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
        return new Shaped(null, main, true, header, Outcome.SUMMARIZED, false, asText(body), null);
    }

    /** The original with the shortened object as the text that it came in; null where it is no such object. */
    private @Nullable Draft asText(Draft body) {
        TextRecords data = task.target().records();
        if (data == null || !isTextAsWell() || body.written().at(0) != '{') {
            return null;
        }
        JsonPointer place = JsonPointer.root();
        for (String key : data.way()) {
            place = place.child(key);
        }
        Slice shown = place.find(body.written());
        if (shown == null || Json.type(shown) != JsonType.OBJECT) {
            return null;
        }
        return task.draft().json(data.before()).string(shown).json(data.after());
    }

    private Header header(Folding folding, int most) {
        String path = task.target().pointer().toString();
        List<Fold> all = parts(folding);
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
