package dev.plimsoll.shape.summary;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.shape.AnswerHeader;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.ShapedText;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldRecord;
import dev.plimsoll.shape.fold.FoldWriter;
import dev.plimsoll.shape.fold.ItemIdentity;
import dev.plimsoll.shape.notice.NextCalls;
import dev.plimsoll.shape.notice.Notices;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes a shortened JSON value. It keeps identifying fields, and cuts, replaces, or omits the rest. The
 * header lists the paths of shortened parts (sections).
 */
public final class SummaryShaper {

    /** Numbers of sections that the header lists; the first that fits is used. */
    private static final int[] SECTIONS = {24, 12, 6, 2, 0};

    /** The first attempt leaves 1/{@code LIST_DIVISOR} of the budget to the list of sections. */
    private static final int LIST_DIVISOR = 4;

    private static final int MAX_ATTEMPTS = 3;

    /** A summary uses at most 1/{@code LOOK_DIVISOR} of a look: a look is not filled up. */
    private static final int LOOK_DIVISOR = 2;

    /** Each form of a summary that is written in two forms gets at least 1/{@code MAX_SHARE_DIVISOR} of the budget. */
    private static final int MAX_SHARE_DIVISOR = 5;

    /** Reserve for the error of counting in pieces, and for digits of numbers that are not known yet. */
    private static final int RESERVE = 16;

    private final ShapeTask shapeTask;
    private final Budget budget;
    private final ItemIdentity itemIdentity;
    private final @Nullable AnswerDraft outline;
    private final Function<JsonPointer, String> mapQuery;
    private @Nullable AnswerDraft cachedEmptySummary;

    /**
     * Creates a shaper.
     *
     * @param outline the outline of the value; null if the summary has none
     * @param mapQuery returns a query over an object that is used as a map; empty for other objects
     */
    public SummaryShaper(ShapeTask shapeTask, @Nullable AnswerDraft outline, Function<JsonPointer, String> mapQuery) {
        this(shapeTask, outline, mapQuery, shapeTask.pageBudget());
    }

    private SummaryShaper(
            ShapeTask shapeTask, @Nullable AnswerDraft outline, Function<JsonPointer, String> mapQuery, Budget budget) {
        this.shapeTask = shapeTask;
        this.outline = outline;
        this.mapQuery = mapQuery;
        this.budget = budget;
        this.itemIdentity = ItemIdentity.of(shapeTask.policy());
    }

    /**
     * A summary, and how its budget was used.
     *
     * @param sections number of shortened parts that its header lists
     * @param hasShortenedParts whether there are shortened parts
     */
    private record Attempt(ShapedText shaped, AnswerDraft body, int sections, boolean hasShortenedParts) {

        /**
         * Returns whether the header lists no part although some are shortened, so that a model cannot know
         * what to request.
         */
        boolean hasOnlyUnlistedParts() {
            return sections == 0 && hasShortenedParts;
        }
    }

    /** Returns the summary with the most detail that fits; null if none fits. */
    public @Nullable ShapedText summary() {
        boolean isLook = shapeTask.isLook(shapeTask.position());
        ShapedText look = isLook
                ? new SummaryShaper(
                                shapeTask,
                                outline,
                                mapQuery,
                                shapeTask.pageBudget().dividedBy(LOOK_DIVISOR))
                        .find()
                : null;
        return look == null ? find() : look;
    }

    private @Nullable ShapedText find() {
        ShapedText bestText = null;
        // an object that is also written as a text needs a share for each form
        for (int divisor = isAlsoText() ? 2 : 1; divisor <= MAX_SHARE_DIVISOR; divisor++) {
            bestText = summaryWithin(budget.dividedBy(divisor));
            AnswerDraft declaredForm = bestText == null ? null : bestText.declaredForm();
            if (bestText == null
                    || declaredForm == null
                    || budget.allows(bestText.tokens() + declaredForm.tokens(), declaredForm.bytes())) {
                break;
            }
        }
        return bestText;
    }

    /** Returns whether the object was read from a text, and a schema requires text. */
    private boolean isAlsoText() {
        TextRecords data = shapeTask.target().records();
        return data != null
                && shapeTask.isSchemaBound()
                && data.original().isJson()
                && shapeTask.policy().get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE;
    }

    private @Nullable ShapedText summaryWithin(Budget share) {
        Budget bodyBudget = share.minus(emptySummary().tokens(), emptySummary().bytes());
        // the first attempt guesses the cost of the list of sections, later ones use the measured cost
        Attempt bestAttempt = attempt(bodyBudget, bodyBudget.dividedBy(LIST_DIVISOR));
        if (bestAttempt == null || bestAttempt.hasOnlyUnlistedParts()) {
            Attempt shorterAttempt = attempt(bodyBudget, bodyBudget.dividedBy(2));
            bestAttempt = shorterAttempt == null || (bestAttempt != null && shorterAttempt.hasOnlyUnlistedParts())
                    ? bestAttempt
                    : shorterAttempt;
        }
        for (int attempts = 1; bestAttempt != null && attempts < MAX_ATTEMPTS; attempts++) {
            ShapedText shapedText = bestAttempt.shaped;
            int tokens = Math.max(0, shapedText.tokens() - emptySummary().tokens() - bestAttempt.body.tokens());
            int bytes = Math.max(0, shapedText.bytes() - emptySummary().bytes() - bestAttempt.body.bytes());
            Attempt richer = attempt(bodyBudget, new Budget(tokens + RESERVE, bytes + RESERVE));
            if (richer == null
                    || richer.shaped.bytes() <= shapedText.bytes()
                    || richer.sections < bestAttempt.sections) {
                break;
            }
            bestAttempt = richer;
        }
        return bestAttempt == null ? null : bestAttempt.shaped;
    }

    /** Returns the summary that leaves the budget {@code sectionsBudget} to its sections; null if it does not fit. */
    private @Nullable Attempt attempt(Budget bodyBudget, Budget sectionsBudget) {
        AnswerDraft body = shapeTask.draft();
        FoldWriter foldWriter = FoldWriter.within(
                bodyBudget.minus(sectionsBudget.tokens(), sectionsBudget.bytes()),
                itemIdentity,
                shapeTask.quickCounter(),
                body);
        foldWriter.write(shapeTask.target().bytes(), shapeTask.target().pointer());
        return withSections(body, foldWriter);
    }

    /** Returns the summary with as many sections as fit; null if the body alone is too large. */
    private @Nullable Attempt withSections(AnswerDraft body, FoldWriter foldWriter) {
        if (!budget.allows(body.tokens(), body.bytes())) {
            return null;
        }
        for (int maxSections : SECTIONS) {
            ShapedText shapedText = writeAnswer(body, foldWriter, maxSections);
            if (budget.allows(shapedText.tokens(), shapedText.bytes())) {
                int parts = shortenedParts(foldWriter).size();
                return new Attempt(shapedText, body, Math.min(maxSections, parts), parts > 0);
            }
        }
        return null;
    }

    /** Returns the records of the shortened parts, without the record of the value itself. */
    private List<FoldRecord> shortenedParts(FoldWriter foldWriter) {
        String path = shapeTask.target().pointer().toString();
        return foldWriter.folds().stream()
                .filter(foldRecord -> !foldRecord.path().equals(path))
                .toList();
    }

    /** Returns the content around an empty summary. */
    private AnswerDraft emptySummary() {
        AnswerDraft cached = cachedEmptySummary;
        if (cached == null) {
            AnswerDraft noText = shapeTask.draft();
            FoldWriter foldWriter = FoldWriter.within(budget, itemIdentity, shapeTask.quickCounter(), noText);
            cached = writeAnswer(noText.ascii("{}"), foldWriter, 0).text();
            cachedEmptySummary = cached;
        }
        return cached;
    }

    private ShapedText writeAnswer(AnswerDraft body, FoldWriter foldWriter, int sections) {
        AnswerHeader answerHeader = header(foldWriter, sections);
        AnswerDraft answerDraft = shapeTask.draft();
        answerHeader.writeTo(answerDraft.ascii("{"));
        answerDraft.member("value").append(body).ascii("}");
        return new ShapedText(
                null, answerDraft, true, answerHeader, OutcomeKind.SUMMARIZED, false, asOriginalText(body), null);
    }

    /**
     * Returns the original, in which the shortened object replaces the text that it was read from, again as a text;
     * null if it was not read from a text.
     */
    private @Nullable AnswerDraft asOriginalText(AnswerDraft body) {
        TextRecords data = shapeTask.target().records();
        if (data == null || !isAlsoText() || body.written().at(0) != '{') {
            return null;
        }
        JsonPointer memberPath = JsonPointer.root();
        for (String key : data.path()) {
            memberPath = memberPath.child(key);
        }
        Slice shortenedObject = memberPath.find(body.written());
        if (shortenedObject == null || Json.type(shortenedObject) != JsonType.OBJECT) {
            return null;
        }
        return shapeTask.draft().json(data.before()).string(shortenedObject).json(data.after());
    }

    private AnswerHeader header(FoldWriter foldWriter, int maxSections) {
        String path = shapeTask.target().pointer().toString();
        List<FoldRecord> parts = shortenedParts(foldWriter);
        // selects the largest, because they are the most useful, and lists them in document order
        List<FoldRecord> largestParts = parts.stream()
                .sorted(Comparator.comparingInt(FoldRecord::tokens).reversed())
                .limit(maxSections)
                .toList();
        List<FoldRecord> sections =
                parts.stream().filter(largestParts::contains).toList();
        // if not even one section can be named, the hints are omitted too
        AnswerHeader answerHeader = new AnswerHeader(maxSections == 0);
        answerHeader.notice(Notices.summary(shapeTask.facts(), parts.size(), !sections.isEmpty()));
        if (!path.isEmpty()) {
            answerHeader.text("path", path);
        }
        foldWriter.folds().stream()
                .filter(foldRecord -> foldRecord.path().equals(path))
                .findFirst()
                .ifPresent(foldRecord -> answerHeader.text("shown", foldRecord.shown()));
        answerHeader
                .flag("hasMore", true)
                .cursor("nextCursor", shapeTask.startOfTarget())
                .costs(shapeTask);
        AnswerDraft shownOutline = outline;
        if (shownOutline != null) {
            answerHeader.hint("outline", answerDraft -> answerDraft.append(shownOutline));
        }
        if (!sections.isEmpty()) {
            answerHeader.json("sections", answerDraft -> {
                answerDraft.ascii("[");
                for (int i = 0; i < sections.size(); i++) {
                    sections.get(i).writeTo(answerDraft.ascii(i == 0 ? "" : ","));
                }
                answerDraft.ascii("]");
            });
            if (!shapeTask.facts().hasUriCursors()) {
                answerHeader.hint(
                        "next", answerDraft -> NextCalls.forFolds(shapeTask, sections, mapQuery, answerDraft));
            }
        }
        int unlistedCount = parts.size() - sections.size() + foldWriter.unnamedCount();
        if (unlistedCount > 0) {
            answerHeader.number("moreSections", unlistedCount);
        }
        return answerHeader;
    }
}
