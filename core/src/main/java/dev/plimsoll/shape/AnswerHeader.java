package dev.plimsoll.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a shaped answer says of itself, field by field, the notice first. The same fields, less what is meant for a
 * model's eyes, stand in {@code _meta["dev.plimsoll/page"]} for programs. In a tight answer the model gets only what it
 * needs to read on.
 */
final class AnswerHeader {

    /** Whom a field is for; SPARE ones are left out of tight answers. */
    private enum For {
        ALL,
        ALL_SPARE,
        MODEL,
        MODEL_SPARE,
        PROGRAMS;

        boolean programs() {
            return this == ALL || this == ALL_SPARE || this == PROGRAMS;
        }

        boolean models() {
            return this != PROGRAMS;
        }

        boolean spare() {
            return this == ALL_SPARE || this == MODEL_SPARE;
        }
    }

    /** A header above this part of the budget leaves too little for what was asked for. */
    private static final int LARGEST_SHARE = 3;

    private record Field(String name, For whom, Consumer<AnswerDraft> value) {}

    private final List<Field> fields = new ArrayList<>();
    private final boolean tight;
    private final boolean apart;
    private @Nullable PageExtent pageExtent;
    private boolean walks;

    AnswerHeader(boolean tight) {
        this(tight, "");
    }

    /** The header of a literal form of this name, which has no room for it: all of it stands in {@code _meta}. */
    AnswerHeader(boolean tight, String form) {
        this.tight = tight;
        this.apart = !form.isEmpty();
        if (apart) {
            text("form", form);
        }
    }

    AnswerHeader showing(PageExtent shown) {
        pageExtent = shown;
        return this;
    }

    /** It tells who reads page after page of a better way. */
    AnswerHeader walking() {
        walks = true;
        return this;
    }

    boolean walks() {
        return walks;
    }

    /** What a page of items shows; only such have one. */
    PageExtent extent() {
        PageExtent shown = pageExtent;
        if (shown == null) {
            throw new IllegalStateException("no page of items");
        }
        return shown;
    }

    /** How many items there are; -1 when it is no page of items. */
    long total() {
        return pageExtent == null ? -1 : pageExtent.total();
    }

    AnswerHeader notice(String sentence) {
        return add("notice", For.MODEL, answerDraft -> answerDraft.string(sentence));
    }

    AnswerHeader number(String name, long value) {
        return add(name, For.ALL, answerDraft -> answerDraft.number(value));
    }

    AnswerHeader text(String name, String value) {
        return add(name, For.ALL, answerDraft -> answerDraft.string(value));
    }

    AnswerHeader flag(String name, boolean value) {
        return add(name, For.ALL, answerDraft -> answerDraft.ascii(value ? "true" : "false"));
    }

    AnswerHeader range(long first, long last) {
        return add(
                "range",
                For.ALL,
                answerDraft -> answerDraft.ascii("[").number(first).ascii(",").number(last).ascii("]"));
    }

    AnswerHeader cursor(String name, PagePosition pagePosition) {
        return add(name, For.ALL, answerDraft -> answerDraft.ascii("\"").cursor(pagePosition).ascii("\""));
    }

    /** What the whole says of more upstream, if it does. */
    AnswerHeader upstream(ResultFacts resultFacts) {
        return resultFacts.more().isNone()
                ? this
                : add(MoreUpstream.NAME, For.ALL, answerDraft -> resultFacts.more().write(answerDraft, tight));
    }

    /** The cost of this answer, known when it is finished, and of the whole; and what the whole says of more upstream. */
    AnswerHeader costs(ResultFacts resultFacts) {
        upstream(resultFacts);
        add("estimatedTokens", For.ALL, AnswerDraft::used);
        add("budgetUsed", For.ALL_SPARE, AnswerDraft::used);
        add("budgetRemaining", For.ALL_SPARE, AnswerDraft::remaining);
        add("originalTokens", For.ALL_SPARE, answerDraft -> answerDraft.number(resultFacts.tokens()));
        if (!resultFacts.exact()) {
            // a model reads it in the notice
            add("originalTokensExact", For.PROGRAMS, answerDraft -> answerDraft.ascii("false"));
        }
        return add("originalBytes", For.ALL_SPARE, answerDraft -> answerDraft.number(resultFacts.bytes()));
    }

    /** A JSON value that only a model needs. */
    AnswerHeader json(String name, Consumer<AnswerDraft> value) {
        return add(name, For.MODEL, value);
    }

    /** A JSON value that helps a model, where there is room for it. */
    AnswerHeader hint(String name, Consumer<AnswerDraft> value) {
        return apart ? this : add(name, For.MODEL_SPARE, value);
    }

    private AnswerHeader add(String name, For whom, Consumer<AnswerDraft> value) {
        fields.add(new Field(name, whom, value));
        return this;
    }

    /** The fields with commas between, without braces. */
    void writeTo(AnswerDraft answerDraft) {
        write(
                answerDraft,
                fields.stream()
                        .filter(field -> field.whom.models() && !(tight && field.whom.spare()))
                        .toList());
    }

    /** Those of the fields that bear one of these names, each with a comma in front. */
    void writeNamed(List<String> names, AnswerDraft answerDraft) {
        for (Field field : fields) {
            if (names.contains(field.name) && !(tight && field.whom.spare())) {
                field.value.accept(answerDraft.ascii(",").field(field.name));
            }
        }
    }

    /** The fields for programs. */
    void writeMeta(AnswerDraft answerDraft) {
        write(
                answerDraft,
                fields.stream().filter(field -> apart || field.whom.programs()).toList());
    }

    private static void write(AnswerDraft answerDraft, List<Field> shown) {
        for (int i = 0; i < shown.size(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",").field(shown.get(i).name);
            shown.get(i).value.accept(answerDraft);
        }
    }

    /** Whether a header takes so much of a budget that it should be a tight one. */
    static boolean isLarge(AnswerHeader widest, ShapeTask shapeTask) {
        AnswerDraft answerDraft = shapeTask.draft();
        widest.writeTo(answerDraft);
        return answerDraft.tokens() > shapeTask.budget().tokens() / LARGEST_SHARE;
    }
}
