package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.PageSnapshotContents;
import dev.plimsoll.section.PageSnapshotLine;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outline of a page snapshot. If the budget is small, it is used first for dialogs, landmarks, and upper
 * headings, then for controls and tables, then for lower headings and lists.
 */
final class PageOutline implements ContentsOutline {

    /** Headings from level 1 to this level get their share of the budget before controls and tables. */
    private static final int UPPER_LEVEL = 2;

    private final PageSnapshotContents contents;
    private final LineSpan span;
    private final int characters;
    private final PageInventory inventory;

    PageOutline(PageSnapshotContents contents, LineSpan span, Slice part) {
        this.contents = contents;
        this.span = span;
        this.characters = Utf8.codePoints(part);
        this.inventory = PageInventory.of(contents, span);
    }

    @Override
    public void writeTo(AnswerDraft out, Budget budget) {
        boolean isSection = span.count() < contents.lines().count();
        OutlineEntries.beginDescription(out, "snapshot", span, isSection, characters);
        AnswerDraft facts = new AnswerDraft(out.counter());
        inventory.facts().forEach((name, value) -> facts.ascii(",").name(name).string(value));
        boolean hasFacts = budget.dividedBy(2).allows(facts.tokens(), facts.bytes());
        if (hasFacts) {
            out.append(facts);
        }
        Budget remaining = hasFacts ? budget.minus(facts.tokens(), facts.bytes()) : budget;
        OutlineEntries entries = new OutlineEntries(out.counter(), remaining);
        OutlineEntries.ByLevel headings = entries.new ByLevel(contents.headings(), span, this::reference);
        ShownEntries urgent = new ShownEntries("dialogs", inventory.urgent());
        ShownEntries landmarks = new ShownEntries("landmarks", inventory.landmarks());
        ShownEntries controls = new ShownEntries("controls", inventory.controls());
        ShownEntries tables = new ShownEntries("tables", inventory.tables());
        ShownEntries lists = new ShownEntries("lists", inventory.lists());
        // each kind first gets a share of what is left; afterwards, the kinds with hidden entries get what remains
        urgent.add(entries, 2);
        landmarks.add(entries, 3);
        headings.addLevels(UPPER_LEVEL, 2);
        controls.add(entries, 2);
        tables.add(entries, 2);
        headings.addLevels(Integer.MAX_VALUE, 1);
        for (ShownEntries kind : List.of(lists, controls, tables, landmarks, urgent)) {
            kind.add(entries, 1);
        }
        urgent.writeTo(out);
        landmarks.writeTo(out);
        controls.writeTo(out);
        headings.writeTo(out);
        tables.writeTo(out);
        lists.writeTo(out);
        List<ShownEntries> incomplete = Stream.of(urgent, landmarks, controls, tables, lists)
                .filter(kind -> kind.hiddenCount() > 0)
                .toList();
        if (!incomplete.isEmpty()) {
            out.member("more").ascii("{");
            incomplete.forEach(kind -> out.member(kind.name).number(kind.hiddenCount()));
            out.ascii("}");
        }
        out.ascii("}");
    }

    private String reference(int heading) {
        PageSnapshotLine node = contents.node(contents.headings().span(heading).first());
        return node == null || node.reference().isEmpty() ? "" : " " + node.reference();
    }

    /** The entries of one kind that are shown. */
    private static final class ShownEntries {

        private final String name;
        private final PageInventory.Entries entriesOfKind;
        private final List<String> shownEntries = new ArrayList<>();

        ShownEntries(String name, PageInventory.Entries entriesOfKind) {
            this.name = name;
            this.entriesOfKind = entriesOfKind;
        }

        void add(OutlineEntries entries, int divisor) {
            shownEntries.addAll(entries.first(
                    entriesOfKind
                            .list()
                            .subList(shownEntries.size(), entriesOfKind.list().size()),
                    divisor));
        }

        int hiddenCount() {
            return entriesOfKind.count() - shownEntries.size();
        }

        void writeTo(AnswerDraft out) {
            OutlineEntries.writeList(out, name, shownEntries);
        }
    }
}
