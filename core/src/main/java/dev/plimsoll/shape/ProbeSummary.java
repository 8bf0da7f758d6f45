package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.telemetry.Outcome;
import java.util.List;

/** Mode {@code summary} of style {@code probe}: the first ten members or five items, their values cut to 100 characters. */
final class ProbeSummary {

    private static final String CURSOR = "nextCursor";
    private static final int KEYS = 10;
    private static final int LONGEST_KEY = 400;

    /**
     * How much of it: the seed's measure, then less, for the budget wins.
     *
     * @param members of each item; 0 for its text alone
     */
    private record Measure(int keys, int items, int members, int characters) {}

    private static final List<Measure> MEASURES = List.of(
            new Measure(KEYS, 5, Integer.MAX_VALUE, 100),
            new Measure(KEYS, 5, KEYS, 100),
            new Measure(KEYS, 5, 0, 100),
            new Measure(KEYS, 5, 0, 40),
            new Measure(5, 3, 0, 16),
            new Measure(1, 1, 0, 4));

    private final Task task;
    private final Content content;
    private final boolean blocks;

    ProbeSummary(Task task, Content content, boolean blocks) {
        this.task = task;
        this.content = content;
        this.blocks = blocks;
    }

    Shaped summary() {
        Budget budget = task.budgetHere();
        for (Measure measure : MEASURES) {
            Shaped shaped = written(measure);
            if (budget.holds(shaped.tokens(), shaped.bytes())) {
                return shaped;
            }
        }
        throw new BudgetTooSmallException(budget);
    }

    private Shaped written(Measure measure) {
        Draft main = task.draft();
        Target target = task.target();
        boolean object = !blocks && target.is(JsonType.OBJECT);
        long total = object ? members(target.bytes(), measure, main) : items(target, measure, main);
        Header header = new Header(false, Probe.FORM).notice(Notices.excerpt(task.about(), object, total));
        header.flag("hasMore", true).cursor(CURSOR, task.allPages()).costs(task.about());
        return new Shaped(null, main, true, header, Outcome.SUMMARIZED, false, null, null);
    }

    private long members(Slice object, Measure measure, Draft main) {
        boolean taken = Members.get(object, CURSOR) != null
                || (!task.about().more().isNone() && Members.get(object, MoreUpstream.NAME) != null);
        main.ascii(taken ? "{\"value\":{" : "{");
        int shown = 0;
        int all = 0;
        Members members = Members.of(object);
        while (members.next()) {
            if (shown < measure.keys && members.key().length() <= LONGEST_KEY) {
                main.ascii(shown++ == 0 ? "\"" : ",\"").raw(members.key()).ascii("\":");
                cut(members.value(), measure.characters, main);
            }
            all++;
        }
        main.ascii(taken ? "}," : shown == 0 ? "" : ",");
        close(main);
        return all;
    }

    private long items(Target target, Measure measure, Draft main) {
        boolean list = blocks || target.is(JsonType.ARRAY);
        ItemIndex index = list ? ItemIndex.of(target.bytes()) : null;
        Items lines = new LineItems(target.bytes(), content.lines(target.bytes()), target.pointer());
        int count = index == null ? lines.count() : index.count();
        main.ascii("{\"items\":[");
        for (int i = 0; i < Math.min(count, measure.items); i++) {
            main.ascii(i == 0 ? "" : ",");
            if (index == null) {
                text(lines.value(i), measure.characters, main);
            } else {
                item(index.item(i), measure, main);
            }
        }
        close(main.ascii("],"));
        Rows rows = content.rows(target);
        return rows == null ? count : rows.total();
    }

    private void close(Draft main) {
        main.field(CURSOR).ascii("\"").cursor(task.allPages()).ascii("\"");
        task.about().more().writeMember(main, task.budget().tokens());
        main.ascii("}");
    }

    private static void item(Slice item, Measure measure, Draft main) {
        if (measure.members == 0 || Json.type(item) != JsonType.OBJECT) {
            cut(item, measure.characters, main);
            return;
        }
        main.ascii("{");
        int shown = 0;
        Members members = Members.of(item);
        while (members.next() && shown < measure.members) {
            if (members.key().length() <= LONGEST_KEY) {
                main.ascii(shown++ == 0 ? "\"" : ",\"").raw(members.key()).ascii("\":");
                cut(members.value(), measure.characters, main);
            }
        }
        main.ascii("}");
    }

    /** A value as it is where it is short; else the beginning of a string, or of its JSON text. */
    private static void cut(Slice value, int characters, Draft main) {
        if (!Json.exceeds(value, characters) || Folding.prefix(value, characters) == value.length()) {
            main.json(value);
        } else if (Json.type(value) == JsonType.STRING) {
            text(JsonText.unescaped(Json.stringInside(value)), characters, main);
        } else {
            text(value, characters, main);
        }
    }

    private static void text(Slice text, int characters, Draft main) {
        main.string(text.sub(0, Folding.prefix(text, characters)));
    }
}
