package dev.plimsoll.shape.style.form;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.fold.ItemIdentity;
import dev.plimsoll.shape.fold.SummaryDetail;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.notice.ArgumentHints;
import dev.plimsoll.shape.notice.ItemNoun;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Style {@code guide} with a long list: advice for narrower calls, two samples, and the cursor that pages through the
 * list.
 */
public final class GuideForm {

    private static final String ADVICE = "When dealing with large result sets, it's better to:\n"
            + "1. Search for specific items by name or ID\n2. Use filtering parameters\n3. Paginate through results";
    private static final String TOO_MANY = "Too many results to display. Please refine your search.";
    private static final int SAMPLES = 2;
    private static final int MANY_LINES = 10;
    private static final int FEW_LINES = 2;

    private final ShapeTask shapeTask;
    private final ItemSequence itemSequence;
    private final PageFrame frame;
    private final ArgumentHints argumentHints;
    private final PagePosition startOfList;

    public GuideForm(ShapeTask shapeTask, ItemSequence itemSequence, PageFrame standardFrame) {
        this.shapeTask = shapeTask;
        this.itemSequence = itemSequence;
        this.frame = standardFrame;
        this.argumentHints = new ArgumentHints(shapeTask.facts().context().arguments());
        this.startOfList = shapeTask.startOfTarget();
    }

    /** Returns the answer with as much detail as the budget allows; null if nothing fits, so that a page is needed. */
    public @Nullable ShapedText shape() {
        if (shapeTask.policy().get(Policy.ELICIT)) {
            ShapedText longForm = elicitation(MANY_LINES);
            return longForm != null ? longForm : elicitation(FEW_LINES);
        }
        ShapedText answer = ifWithinBudget(guidance(this::writeItems, MANY_LINES));
        for (int i = 0; answer == null && i < SummaryDetail.RICH_TO_POOR.size(); i++) {
            SummaryDetail summaryDetail = SummaryDetail.RICH_TO_POOR.get(i);
            answer = ifWithinBudget(guidance(answerDraft -> writeFolded(summaryDetail, answerDraft), MANY_LINES));
        }
        return answer != null ? answer : ifWithinBudget(guidance(answerDraft -> {}, FEW_LINES));
    }

    private @Nullable ShapedText ifWithinBudget(@Nullable ShapedText shapedText) {
        return shapedText != null && shapeTask.allows(shapedText) ? shapedText : null;
    }

    /** Writes the two samples. */
    private interface Samples {
        void write(AnswerDraft answerDraft);
    }

    private @Nullable ShapedText guidance(Samples samples, int maxLines) {
        String noun = ItemNoun.find(frame.pointer().tokens(), shapeTask.facts().ownName());
        AnswerDraft answerDraft = shapeTask
                .draft()
                .ascii("{")
                .member("needsRefinement")
                .bool(true)
                .member("message");
        answerDraft.string("Found " + itemSequence.count() + " " + noun + ". This is too many to display effectively.");
        answerDraft.member("guidance").string(ADVICE);
        writeStrings("suggestions", suggestions(noun), answerDraft);
        answerDraft
                .member("searchInstructions")
                .string(instructions(maxLines))
                .member("samples")
                .ascii("[");
        samples.write(answerDraft);
        if (answerDraft.bytes() > shapeTask.pageBudget().bytes()) {
            return null;
        }
        return writeAnswer(answerDraft.ascii("]"), "guide");
    }

    private void writeItems(AnswerDraft answerDraft) {
        for (int i = 0; i < SAMPLES; i++) {
            if (itemSequence.value(i).length() <= shapeTask.pageBudget().bytes()) {
                itemSequence.write(i, answerDraft.ascii(i == 0 ? "" : ","));
            } else {
                answerDraft
                        .ascii(i == 0 ? "" : ",")
                        .string("[" + itemSequence.value(i).length() + " bytes]");
            }
        }
    }

    private void writeFolded(SummaryDetail summaryDetail, AnswerDraft answerDraft) {
        ItemIdentity itemIdentity = ItemIdentity.of(shapeTask.policy());
        for (int i = 0; i < SAMPLES; i++) {
            answerDraft.ascii(i == 0 ? "" : ",");
            itemSequence.fold(
                    i,
                    new FoldWriter(
                            summaryDetail,
                            itemIdentity,
                            shapeTask.quickCounter(),
                            answerDraft,
                            shapeTask.pageBudget().bytes()),
                    answerDraft);
        }
    }

    private List<String> suggestions(String noun) {
        List<String> suggestions = new ArrayList<>();
        ToolArgument limit = argumentHints.limit();
        if (limit != null) {
            suggestions.add("Try: " + shapeTask.facts().tool() + " with " + limit.name() + " parameter (e.g., { "
                    + limit.name() + ": 10 })");
        }
        if (!argumentHints.searches(1).isEmpty()) {
            suggestions.add("Search for specific " + noun + " by " + String.join(" or ", argumentHints.searches(2)));
        }
        if (!argumentHints.filters(1).isEmpty()) {
            suggestions.add("Filter by " + String.join(" or ", argumentHints.filters(3)));
        }
        String readSentence = shapeTask.facts().callWith("nextCursor");
        suggestions.add(readSentence.substring(0, 1).toUpperCase(Locale.ROOT) + readSentence.substring(1)
                + " to page through all of them");
        return suggestions;
    }

    private String instructions(int maxLines) {
        List<String> instructions = argumentHints.instructions(maxLines);
        String readLine = "- " + (shapeTask.facts().hasUriCursors() ? "nextUri" : "nextCursor")
                + ": Page through this result as it was";
        return "You can search using:\n" + (instructions.isEmpty() ? readLine : String.join("\n", instructions));
    }

    private @Nullable ShapedText elicitation(int maxLines) {
        List<String> filters = new ArrayList<>(argumentHints.searches(maxLines));
        filters.addAll(argumentHints.filters(maxLines));
        List<String> examples = new ArrayList<>(argumentHints.examples(itemSequence.value(0), maxLines));
        examples.add("Read on: " + shapeTask.facts().callWith("nextCursor"));
        AnswerDraft answerDraft = shapeTask
                .draft()
                .ascii("{")
                .member("type")
                .string("elicitation")
                .member("totalItems")
                .number(itemSequence.count());
        answerDraft.member("message").string(TOO_MANY);
        writeStrings("availableFilters", filters, answerDraft);
        writeStrings("examples", examples, answerDraft);
        return ifWithinBudget(writeAnswer(answerDraft, "elicitation"));
    }

    private static void writeStrings(String name, List<String> texts, AnswerDraft answerDraft) {
        answerDraft.member(name).ascii("[");
        for (int i = 0; i < texts.size(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",").string(Slice.of(texts.get(i)));
        }
        answerDraft.ascii("]");
    }

    private ShapedText writeAnswer(AnswerDraft answerDraft, String form) {
        answerDraft.ascii(",").field("nextCursor").cursorString(startOfList);
        shapeTask.facts().more().writeMember(answerDraft, shapeTask.budget().tokens());
        answerDraft.ascii("}");
        AnswerHeader answerHeader =
                new AnswerHeader(false, form).notice(Notices.guided(shapeTask.facts(), itemSequence.count()));
        String path = frame.pointer().toString();
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        answerHeader.number("totalCount", itemSequence.count()).flag("hasMore", true);
        answerHeader.cursor("nextCursor", startOfList).costs(shapeTask);
        return new ShapedText(null, answerDraft, true, answerHeader, OutcomeKind.GUIDED, false, null, null);
    }
}
