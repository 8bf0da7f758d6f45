package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.telemetry.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Style {@code guide} with a long list: how to ask for less of it, two samples, and the cursor that pages through it. */
final class Guidance {

    private static final String ADVICE = "When dealing with large result sets, it's better to:\n"
            + "1. Search for specific items by name or ID\n2. Use filtering parameters\n3. Paginate through results";
    private static final String TOO_MANY = "Too many results to display. Please refine your search.";
    private static final int SAMPLES = 2;
    private static final int MANY_LINES = 10;
    private static final int FEW_LINES = 2;

    private final Task task;
    private final Items items;
    private final Frame around;
    private final Asking asking;
    private final Seat all;

    Guidance(Task task, Items items, Frame around) {
        this.task = task;
        this.items = items;
        this.around = around;
        this.asking = new Asking(task.about().occasion().arguments());
        this.all = task.allPages();
    }

    /** As rich as the budget allows; null when there is no room for any of it, and a page must do. */
    @Nullable Shaped shaped() {
        if (task.policy().get(Policy.ELICIT)) {
            Shaped asked = elicitation(MANY_LINES);
            return asked != null ? asked : elicitation(FEW_LINES);
        }
        Shaped full = fitting(guidance(this::writeWhole, MANY_LINES));
        for (int i = 0; full == null && i < Detail.RICH_TO_POOR.size(); i++) {
            Detail detail = Detail.RICH_TO_POOR.get(i);
            full = fitting(guidance(draft -> writeFolded(detail, draft), MANY_LINES));
        }
        return full != null ? full : fitting(guidance(draft -> {}, FEW_LINES));
    }

    private @Nullable Shaped fitting(@Nullable Shaped shaped) {
        Budget budget = task.budgetHere();
        return shaped != null && budget.holds(shaped.tokens(), shaped.bytes()) ? shaped : null;
    }

    /** Writes the two samples. */
    private interface Samples {
        void write(Draft draft);
    }

    private @Nullable Shaped guidance(Samples samples, int lines) {
        String noun = Noun.of(around.pointer().tokens(), task.about().ownName());
        Draft main = task.draft().ascii("{\"needsRefinement\":true,\"message\":");
        main.string("Found " + items.count() + " " + noun + ". This is too many to display effectively.");
        main.ascii(",\"guidance\":").string(ADVICE);
        strings(",\"suggestions\":", suggestions(noun), main);
        main.ascii(",\"searchInstructions\":").string(instructions(lines)).ascii(",\"samples\":[");
        samples.write(main);
        if (main.bytes() > task.budgetHere().bytes()) {
            return null;
        }
        return written(main.ascii("]"), "guide");
    }

    private void writeWhole(Draft draft) {
        for (int i = 0; i < SAMPLES; i++) {
            if (items.value(i).length() <= task.budgetHere().bytes()) {
                items.write(i, draft.ascii(i == 0 ? "" : ","));
            } else {
                draft.ascii(i == 0 ? "" : ",").string("[" + items.value(i).length() + " bytes]");
            }
        }
    }

    private void writeFolded(Detail detail, Draft draft) {
        Identity identity = Identity.of(task.policy());
        for (int i = 0; i < SAMPLES; i++) {
            draft.ascii(i == 0 ? "" : ",");
            items.fold(
                    i,
                    new Folding(
                            detail,
                            identity,
                            task.quick(),
                            draft,
                            task.budgetHere().bytes()),
                    draft);
        }
    }

    private List<String> suggestions(String noun) {
        List<String> made = new ArrayList<>();
        ToolArgument limit = asking.limit();
        if (limit != null) {
            made.add("Try: " + task.about().tool() + " with " + limit.name() + " parameter (e.g., { " + limit.name()
                    + ": 10 })");
        }
        if (!asking.searches(1).isEmpty()) {
            made.add("Search for specific " + noun + " by " + String.join(" or ", asking.searches(2)));
        }
        if (!asking.filters(1).isEmpty()) {
            made.add("Filter by " + String.join(" or ", asking.filters(3)));
        }
        String read = task.about().callWith("nextCursor");
        made.add(read.substring(0, 1).toUpperCase(Locale.ROOT) + read.substring(1) + " to page through all of them");
        return made;
    }

    private String instructions(int lines) {
        List<String> known = asking.instructions(lines);
        String read = "- " + (task.about().uris() ? "nextUri" : "nextCursor") + ": Page through this result as it was";
        return "You can search using:\n" + (known.isEmpty() ? read : String.join("\n", known));
    }

    private @Nullable Shaped elicitation(int lines) {
        List<String> filters = new ArrayList<>(asking.searches(lines));
        filters.addAll(asking.filters(lines));
        List<String> examples = new ArrayList<>(asking.examples(items.value(0), lines));
        examples.add("Read on: " + task.about().callWith("nextCursor"));
        Draft main =
                task.draft().ascii("{\"type\":\"elicitation\",\"totalItems\":").number(items.count());
        main.ascii(",\"message\":").string(TOO_MANY);
        strings(",\"availableFilters\":", filters, main);
        strings(",\"examples\":", examples, main);
        return fitting(written(main, "elicitation"));
    }

    private static void strings(String before, List<String> texts, Draft main) {
        main.ascii(before + "[");
        for (int i = 0; i < texts.size(); i++) {
            main.ascii(i == 0 ? "" : ",").string(Slice.of(texts.get(i)));
        }
        main.ascii("]");
    }

    private Shaped written(Draft main, String form) {
        main.ascii(",").field("nextCursor").ascii("\"").cursor(all).ascii("\"");
        task.about().more().writeMember(main, task.budget().tokens());
        main.ascii("}");
        Header header = new Header(false, form).notice(Notices.guided(task.about(), items.count()));
        String path = around.pointer().toString();
        if (!path.isEmpty()) {
            header.text("path", path);
        }
        header.number("totalCount", items.count()).flag("hasMore", true);
        header.cursor("nextCursor", all).costs(task.about());
        return new Shaped(null, main, true, header, Outcome.GUIDED, false, null, null);
    }
}
