package dev.plimsoll.shape;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.stored.StoredQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fields that describe a shaped answer, beginning with the notice. A model reads them in the answer.
 * Programs read them in {@code _meta["dev.plimsoll/page"]}, without the fields that only a model needs. In a
 * tight answer, the model gets only the fields that follow-up reads need.
 */
public final class AnswerHeader {

    /** Recipients of a field. OPTIONAL fields are omitted from tight answers. */
    private enum Audience {
        ALL,
        ALL_OPTIONAL,
        MODEL,
        MODEL_OPTIONAL,
        PROGRAMS;

        boolean isForPrograms() {
            return this == ALL || this == ALL_OPTIONAL || this == PROGRAMS;
        }

        boolean isForModels() {
            return this != PROGRAMS;
        }

        boolean isOptional() {
            return this == ALL_OPTIONAL || this == MODEL_OPTIONAL;
        }
    }

    /** A header above 1/{@code MAX_SHARE_DIVISOR} of the budget leaves too little for the content. */
    private static final int MAX_SHARE_DIVISOR = 3;

    /**
     * The header of a look may take 1/{@code MAX_LOOK_SHARE_DIVISOR} of its budget, because the content of a look is
     * short.
     */
    private static final int MAX_LOOK_SHARE_DIVISOR = 2;

    private record Field(String name, Audience audience, Consumer<AnswerDraft> value) {}

    private final List<Field> fields = new ArrayList<>();
    private final boolean isTight;
    private final boolean isLiteral;
    private @Nullable PageExtent pageExtent;
    private boolean hasAdviceAgainstPaging;

    public AnswerHeader(boolean isTight) {
        this(isTight, "");
    }

    /**
     * Creates a header; with the name of a literal form, which cannot contain a header, all fields go to
     * {@code _meta}.
     */
    public AnswerHeader(boolean isTight, String form) {
        this.isTight = isTight;
        this.isLiteral = !form.isEmpty();
        if (isLiteral) {
            text("form", form);
        }
    }

    public AnswerHeader setExtent(PageExtent extent) {
        pageExtent = extent;
        return this;
    }

    /** Records that the notice advises against reading page after page. */
    public AnswerHeader markAdviceAgainstPaging() {
        hasAdviceAgainstPaging = true;
        return this;
    }

    public boolean hasAdviceAgainstPaging() {
        return hasAdviceAgainstPaging;
    }

    /**
     * Returns the extent of a page of items.
     *
     * @throws IllegalStateException if this is not such a page
     */
    public PageExtent extent() {
        PageExtent extent = pageExtent;
        if (extent == null) {
            throw new IllegalStateException("not a page of items");
        }
        return extent;
    }

    /** Returns the number of items; -1 if this is not a page of items. */
    public long total() {
        return pageExtent == null ? -1 : pageExtent.total();
    }

    public AnswerHeader notice(String sentence) {
        return add("notice", Audience.MODEL, answerDraft -> answerDraft.string(sentence));
    }

    public AnswerHeader number(String name, long value) {
        return add(name, Audience.ALL, answerDraft -> answerDraft.number(value));
    }

    public AnswerHeader text(String name, String value) {
        return add(name, Audience.ALL, answerDraft -> answerDraft.string(value));
    }

    public AnswerHeader flag(String name, boolean value) {
        return add(name, Audience.ALL, answerDraft -> answerDraft.ascii(value ? "true" : "false"));
    }

    public AnswerHeader range(long first, long last) {
        return add(
                "range",
                Audience.ALL,
                answerDraft -> answerDraft
                        .ascii("[")
                        .number(first)
                        .ascii(",")
                        .number(last)
                        .ascii("]"));
    }

    public AnswerHeader cursor(String name, PagePosition pagePosition) {
        return add(name, Audience.ALL, answerDraft -> answerDraft.cursorString(pagePosition));
    }

    /**
     * Adds the values of the result that report more data upstream. For programs, also adds the pages that were
     * joined.
     */
    public AnswerHeader upstream(ResultFacts resultFacts) {
        CollectInfo collectInfo = resultFacts.context().collectInfo();
        if (collectInfo.pages() != null) {
            // a model reads this in the notice
            add("collected", Audience.PROGRAMS, answerDraft -> answerDraft.json(collectInfo.encoded()));
        }
        return resultFacts.more().isNone()
                ? this
                : add(
                        MoreUpstream.NAME,
                        Audience.ALL,
                        answerDraft -> resultFacts.more().write(answerDraft, isTight));
    }

    /**
     * Adds the size of the whole result, and the tokens of this answer, which are filled in when the
     * answer is finished. Also adds what {@link #upstream} adds, and the names of the stored queries. A model gets all
     * of these fields only in a full header.
     */
    public AnswerHeader costs(ShapeTask shapeTask) {
        return costs(shapeTask, true);
    }

    /**
     * Adds the fields of {@link #costs(ShapeTask)}. A model gets the tokens of the result on the first page, and in
     * full headers. Only the first page gets the names of the stored queries.
     */
    public AnswerHeader costs(ShapeTask shapeTask, boolean isFirstPage) {
        ResultFacts resultFacts = shapeTask.facts();
        boolean isFull = shapeTask.hasFullHeader();
        Audience detailAudience = isFull ? Audience.ALL_OPTIONAL : Audience.PROGRAMS;
        upstream(resultFacts);
        if (isFirstPage) {
            addStoredQueries(shapeTask);
        }
        add("estimatedTokens", isFull ? Audience.ALL : Audience.PROGRAMS, AnswerDraft::usedGap);
        add("budgetUsed", detailAudience, AnswerDraft::usedGap);
        add("budgetRemaining", detailAudience, AnswerDraft::remainingGap);
        add(
                "originalTokens",
                isFirstPage ? Audience.ALL_OPTIONAL : detailAudience,
                answerDraft -> answerDraft.number(resultFacts.tokens()));
        if (!resultFacts.isExact()) {
            // a model reads this in the notice
            add("originalTokensExact", Audience.PROGRAMS, answerDraft -> answerDraft.ascii("false"));
        }
        return add("originalBytes", detailAudience, answerDraft -> answerDraft.number(resultFacts.bytes()));
    }

    /** Adds the names of the stored queries to the first answer to a result. */
    private void addStoredQueries(ShapeTask shapeTask) {
        String storedQueries =
                shapeTask.facts().context().isFirstAnswer() ? shapeTask.policy().get(Policy.QUERIES) : "";
        if (!storedQueries.isEmpty()) {
            String names = StoredQueries.parse(storedQueries).signatures();
            hint("queries", answerDraft -> answerDraft.string(names + " (as query, with args)"));
        }
    }

    /** Adds a number that a model gets only in a full header. */
    public AnswerHeader detail(String name, long value, ShapeTask shapeTask) {
        return add(
                name,
                shapeTask.hasFullHeader() ? Audience.ALL : Audience.PROGRAMS,
                answerDraft -> answerDraft.number(value));
    }

    /**
     * Adds the cursor of the previous page. If the header is not full, a model gets this cursor only on the last
     * page: on another page, {@code nextCursor} with {@code direction: previous} reads the previous page.
     */
    public AnswerHeader previousCursor(PagePosition pagePosition, boolean isLastPage, ShapeTask shapeTask) {
        return add(
                "previousCursor",
                isLastPage || shapeTask.hasFullHeader() ? Audience.ALL : Audience.PROGRAMS,
                answerDraft -> answerDraft.cursorString(pagePosition));
    }

    /** Adds a JSON value that only a model needs. */
    public AnswerHeader json(String name, Consumer<AnswerDraft> value) {
        return add(name, Audience.MODEL, value);
    }

    /** Adds a JSON value that helps a model; omitted from tight answers and literal forms. */
    public AnswerHeader hint(String name, Consumer<AnswerDraft> value) {
        return isLiteral ? this : add(name, Audience.MODEL_OPTIONAL, value);
    }

    private AnswerHeader add(String name, Audience recipients, Consumer<AnswerDraft> value) {
        fields.add(new Field(name, recipients, value));
        return this;
    }

    /** Writes the fields for a model with commas between them, without braces. */
    public void writeTo(AnswerDraft answerDraft) {
        write(
                answerDraft,
                fields.stream()
                        .filter(field -> field.audience.isForModels() && !(isTight && field.audience.isOptional()))
                        .toList());
    }

    /** Writes the fields for programs. */
    public void writeMeta(AnswerDraft answerDraft) {
        write(
                answerDraft,
                fields.stream()
                        .filter(field -> isLiteral || field.audience.isForPrograms())
                        .toList());
    }

    private static void write(AnswerDraft answerDraft, List<Field> shownFields) {
        for (int i = 0; i < shownFields.size(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",").field(shownFields.get(i).name);
            shownFields.get(i).value.accept(answerDraft);
        }
    }

    /** Returns whether a header takes so much of the budget that a tight one is needed. */
    public static boolean isLarge(AnswerHeader widestHeader, ShapeTask shapeTask) {
        return spareTokens(widestHeader, shapeTask) < 0;
    }

    /** Returns the tokens that a header can grow by before a tight one is needed; negative if it is too large. */
    public static int spareTokens(AnswerHeader widestHeader, ShapeTask shapeTask) {
        AnswerDraft answerDraft = shapeTask.draft();
        widestHeader.writeTo(answerDraft);
        int maxTokens = shapeTask.view().lookTokens() > 0
                ? shapeTask.firstPageBudget().tokens() / MAX_LOOK_SHARE_DIVISOR
                : shapeTask.budget().tokens() / MAX_SHARE_DIVISOR;
        return maxTokens - answerDraft.tokens();
    }
}
