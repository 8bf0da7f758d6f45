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
import dev.plimsoll.telemetry.OutcomeKind;
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

    private final ShapeTask shapeTask;
    private final ItemIdentity itemIdentity;
    private @Nullable AnswerDraft bare;

    SummaryShaper(ShapeTask shapeTask) {
        this.shapeTask = shapeTask;
        this.itemIdentity = ItemIdentity.of(shapeTask.policy());
    }

    /**
     * A summary, and how it was made.
     *
     * @param sections how many parts its header names
     * @param hidden whether there are parts that it could name
     */
    private record Attempt(ShapedText shaped, AnswerDraft body, int sections, boolean hidden) {

        /** Names no part although some are left out: nobody knows what to ask for. */
        boolean isMute() {
            return sections == 0 && hidden;
        }
    }

    /** The richest summary that fits; null when not even the poorest does. */
    @Nullable ShapedText summary() {
        Budget budget = shapeTask.budgetHere();
        ShapedText best = null;
        // where the object has to stand as a text as well, each of the two gets a share
        for (int share = isTextAsWell() ? 2 : 1; share <= LEAST_SHARE; share++) {
            best = summary(budget.share(share));
            AnswerDraft text = best == null ? null : best.slice();
            if (best == null || text == null || budget.holds(best.tokens() + text.tokens(), text.bytes())) {
                break;
            }
        }
        return best;
    }

    /** Whether the object was read from a text that a schema declares as such. */
    private boolean isTextAsWell() {
        TextRecords data = shapeTask.target().records();
        return data != null
                && shapeTask.bound()
                && data.original().json()
                && shapeTask.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    private @Nullable ShapedText summary(Budget budget) {
        Budget room = budget.less(bare().tokens(), bare().bytes());
        // first a guess at what the list of sections takes, then what it did take
        Attempt best = attempt(room, room.share(LIST_SHARE));
        if (best == null || best.isMute()) {
            Attempt shorter = attempt(room, room.share(2));
            best = shorter == null || (best != null && shorter.isMute()) ? best : shorter;
        }
        for (int tries = 1; best != null && tries < TRIES; tries++) {
            ShapedText shapedText = best.shaped;
            int tokens = Math.max(0, shapedText.tokens() - bare().tokens() - best.body.tokens());
            int bytes = Math.max(0, shapedText.bytes() - bare().bytes() - best.body.bytes());
            Attempt richer = attempt(room, new Budget(tokens + SPARE, bytes + SPARE));
            if (richer == null || richer.shaped.bytes() <= shapedText.bytes() || richer.sections < best.sections) {
                break;
            }
            best = richer;
        }
        return best == null ? null : best.shaped;
    }

    /** The summary that leaves so much of the room to the list of its sections; null when it does not fit. */
    private @Nullable Attempt attempt(Budget room, Budget list) {
        AnswerDraft body = shapeTask.draft();
        ItemFolder itemFolder = ItemFolder.within(room.less(list.tokens(), list.bytes()), itemIdentity, shapeTask.quick(), body);
        itemFolder.write(shapeTask.target().bytes(), shapeTask.target().pointer());
        return fitting(body, itemFolder, shapeTask.budgetHere());
    }

    /** With as many sections as fit; null when the body alone is too large. */
    private @Nullable Attempt fitting(AnswerDraft body, ItemFolder itemFolder, Budget budget) {
        if (!budget.holds(body.tokens(), body.bytes())) {
            return null;
        }
        for (int most : SECTIONS) {
            ShapedText shapedText = written(body, itemFolder, most);
            if (budget.holds(shapedText.tokens(), shapedText.bytes())) {
                int parts = parts(itemFolder).size();
                return new Attempt(shapedText, body, Math.min(most, parts), parts > 0);
            }
        }
        return null;
    }

    /** What is left out, but for the value itself. */
    private List<FoldRecord> parts(ItemFolder itemFolder) {
        String path = shapeTask.target().pointer().toString();
        return itemFolder.folds().stream()
                .filter(foldRecord -> !foldRecord.path().equals(path))
                .toList();
    }

    /** What stands around an empty summary. */
    private AnswerDraft bare() {
        AnswerDraft known = bare;
        if (known == null) {
            AnswerDraft none = shapeTask.draft();
            ItemFolder itemFolder = ItemFolder.within(shapeTask.budgetHere(), itemIdentity, shapeTask.quick(), none);
            known = written(none.ascii("{}"), itemFolder, 0).main();
            bare = known;
        }
        return known;
    }

    private ShapedText written(AnswerDraft body, ItemFolder itemFolder, int sections) {
        AnswerHeader answerHeader = header(itemFolder, sections);
        AnswerDraft main = shapeTask.draft();
        // the poorest summary of an object is a word in its place
        boolean object = body.written().at(0) == '{';
        boolean taken = object && Members.get(shapeTask.target().bytes(), PageFrame.InObject.NAME) != null;
        if (object && !taken) {
            main.ascii("{\"_plimsoll\":{");
            answerHeader.writeTo(main);
            answerHeader.writeNamed(TopLevelFields.of(shapeTask.policy(), shapeTask.target().bytes()), main.ascii("}"));
            boolean empty = body.written().length() <= 2;
            main.ascii(empty ? "" : ",");
            main.raw(body.written().sub(1, body.written().length()));
        } else {
            main.ascii("{");
            answerHeader.writeTo(main);
            main.ascii(",\"value\":").append(body).ascii("}");
        }
        return new ShapedText(null, main, true, answerHeader, OutcomeKind.SUMMARIZED, false, asText(body), null);
    }

    /** The original with the shortened object as the text that it came in; null where it is no such object. */
    private @Nullable AnswerDraft asText(AnswerDraft body) {
        TextRecords data = shapeTask.target().records();
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
        return shapeTask.draft().json(data.before()).string(shown).json(data.after());
    }

    private AnswerHeader header(ItemFolder itemFolder, int most) {
        String path = shapeTask.target().pointer().toString();
        List<FoldRecord> all = parts(itemFolder);
        // the largest are worth naming first; then in the document's own order
        List<FoldRecord> named = all.stream()
                .sorted(Comparator.comparingInt(FoldRecord::tokens).reversed())
                .limit(most)
                .toList();
        List<FoldRecord> sections = all.stream().filter(named::contains).toList();
        // when not even one section can be named, the hints go as well
        AnswerHeader answerHeader = new AnswerHeader(most == 0);
        answerHeader.notice(Notices.summary(shapeTask.about(), all.size(), !sections.isEmpty()));
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        itemFolder.folds().stream()
                .filter(foldRecord -> foldRecord.path().equals(path))
                .findFirst()
                .ifPresent(foldRecord -> answerHeader.text("shown", foldRecord.shown()));
        answerHeader.flag("hasMore", true).cursor("nextCursor", shapeTask.allPages()).costs(shapeTask.about());
        if (!sections.isEmpty()) {
            answerHeader.json("sections", answerDraft -> {
                answerDraft.ascii("[");
                for (int i = 0; i < sections.size(); i++) {
                    sections.get(i).writeTo(answerDraft.ascii(i == 0 ? "" : ","));
                }
                answerDraft.ascii("]");
            });
            if (!shapeTask.about().uris()) {
                answerHeader.hint("next", answerDraft -> NextCalls.forFolds(shapeTask, sections, answerDraft));
            }
        }
        int more = all.size() - sections.size() + itemFolder.notNamed();
        if (more > 0) {
            answerHeader.number("moreSections", more);
        }
        return answerHeader;
    }
}
