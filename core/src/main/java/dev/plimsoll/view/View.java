package dev.plimsoll.view;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One way of seeing a kept result. It has one sequence of pages, cut front to back, and carries all that decides their
 * bounds, so that a reload changes new calls and never a walk that has begun.
 *
 * @param part the content block it speaks of, or {@link #DOCUMENT}
 * @param path JSON Pointer of the part of the document that is the result here
 * @param fields dotted paths kept of every item; empty for all
 * @param firstLine first line wanted in modes lines and find, from 1; 0 for all
 * @param lastLine last line wanted; 0 for the end
 * @param pageSize items on a page at most
 * @param budget what one page may cost
 * @param start where the sequence begins: item index or byte offset, 0 unless a reader changed page size or budget midway
 * @param policy the settings that shape its pages
 * @param sought what modes find and query look for; empty in all others
 * @param told what each of its answers says first, of how this view came about; empty for nothing
 */
public record View(
        Mode mode,
        int part,
        String path,
        List<String> fields,
        int firstLine,
        int lastLine,
        int pageSize,
        Budget budget,
        int start,
        Policy policy,
        String sought,
        String told) {

    /** The {@code part} of a view of the document itself. */
    public static final int DOCUMENT = -1;

    /** The {@code part} of a view of all content blocks as one list. */
    public static final int BLOCKS = -2;

    public View {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(budget, "budget");
        fields = List.copyOf(fields);
    }

    /** The view that a first answer opens. */
    public static View opening(Policy policy, Budget budget) {
        return new View(
                Mode.AUTO,
                DOCUMENT,
                "",
                List.of(),
                0,
                0,
                policy.get(Policy.DEFAULT_PAGE_SIZE),
                budget,
                0,
                policy,
                "",
                "");
    }

    /** Whether it is of the original text, whatever data stands in that. */
    public boolean readsText() {
        return mode == Mode.FULL || mode == Mode.LINES || firstLine > 0;
    }

    public Position first() {
        return new Position(start, 1);
    }

    /** Another mode looks for nothing yet, and in all of it. */
    public View withMode(Mode other) {
        boolean same = other == mode;
        return new View(
                other,
                part,
                path,
                fields,
                same ? firstLine : 0,
                same ? lastLine : 0,
                pageSize,
                budget,
                start,
                policy,
                same ? sought : "",
                same ? told : "");
    }

    public View seeking(Mode how, String what) {
        return new View(how, part, path, fields, 0, 0, pageSize, budget, start, policy, what, "");
    }

    public View withPart(int index) {
        return new View(mode, index, "", List.of(), 0, 0, pageSize, budget, 0, policy, sought, "");
    }

    public View withPath(String pointer) {
        return new View(mode, part, pointer, fields, firstLine, lastLine, pageSize, budget, 0, policy, sought, "");
    }

    public View withFields(List<String> names) {
        return new View(mode, part, path, names, firstLine, lastLine, pageSize, budget, start, policy, sought, told);
    }

    public View withLines(int first, int last) {
        return new View(mode, part, path, fields, first, last, pageSize, budget, 0, policy, sought, "");
    }

    public View withPageSize(int items) {
        return new View(mode, part, path, fields, firstLine, lastLine, items, budget, start, policy, sought, told);
    }

    /** A size that a reader has named: it holds for what would fit the budget as well. */
    public View withNamedPageSize(int items) {
        Policy counting = policy.with(Policy.PAGE_BY_COUNT, true);
        return new View(mode, part, path, fields, firstLine, lastLine, items, budget, start, counting, sought, told);
    }

    public View withBudget(Budget other) {
        return new View(mode, part, path, fields, firstLine, lastLine, pageSize, other, start, policy, sought, told);
    }

    /** The same within what this policy allows, from that place on; each of its answers says so first. */
    public View within(Policy lowered, int tokens, int offset, String sentence) {
        String said = told.isEmpty() || told.startsWith(sentence) ? sentence : sentence + " " + told;
        Budget lower = lowered.budgetOf(Math.min(budget.tokens(), tokens));
        return new View(mode, part, path, fields, firstLine, lastLine, pageSize, lower, offset, lowered, sought, said);
    }

    /** The same, each of whose answers begins with that sentence; a view of something else does not. */
    public View telling(String sentence) {
        return new View(
                mode, part, path, fields, firstLine, lastLine, pageSize, budget, start, policy, sought, sentence);
    }

    public View startingAt(int offset) {
        return new View(mode, part, path, fields, firstLine, lastLine, pageSize, budget, offset, policy, sought, told);
    }

    /** As bytes to keep beside the snapshot: the same view gives the same bytes. */
    public Slice encoded() {
        ByteSink out = new ByteSink(256).ascii("[").string(mode.name());
        out.ascii(",").number(part).ascii(",").string(path).ascii(",[");
        for (int i = 0; i < fields.size(); i++) {
            out.ascii(i == 0 ? "" : ",").string(fields.get(i));
        }
        out.ascii("]");
        for (long n : new long[] {firstLine, lastLine, pageSize, budget.tokens(), budget.bytes(), start}) {
            out.ascii(",").number(n);
        }
        out.ascii(",{");
        int at = out.size();
        policy.forEachSet((name, value) ->
                out.ascii(out.size() == at ? "" : ",").string(name).ascii(":").string(value));
        out.ascii("},").string(sought);
        return (told.isEmpty() ? out : out.ascii(",").string(told)).ascii("]").slice();
    }

    /** Reads what {@link #encoded} wrote. */
    public static View decoded(Slice bytes) {
        ItemIndex items = ItemIndex.of(bytes);
        ItemIndex names = ItemIndex.of(items.item(3));
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < names.count(); i++) {
            fields.add(text(names.item(i)));
        }
        Policy policy = Policy.defaults();
        Members set = Members.of(items.item(10));
        while (set.next()) {
            policy = policy.withText(set.keyText(), text(set.value()));
        }
        return new View(
                Mode.valueOf(text(items.item(0))),
                number(items, 1),
                text(items.item(2)),
                fields,
                number(items, 4),
                number(items, 5),
                number(items, 6),
                new Budget(number(items, 7), number(items, 8)),
                number(items, 9),
                policy,
                textAt(items, 11),
                textAt(items, 12));
    }

    private static String textAt(ItemIndex items, int index) {
        return items.count() > index ? text(items.item(index)) : "";
    }

    private static int number(ItemIndex items, int index) {
        return Integer.parseInt(items.item(index).utf8());
    }

    private static String text(Slice string) {
        return JsonText.text(Json.stringInside(string));
    }
}
