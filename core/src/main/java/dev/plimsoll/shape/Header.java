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
final class Header {

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

    private record Field(String name, For whom, Consumer<Draft> value) {}

    private final List<Field> fields = new ArrayList<>();
    private final boolean tight;
    private final boolean apart;
    private @Nullable Extent extent;
    private boolean walks;

    Header(boolean tight) {
        this(tight, "");
    }

    /** The header of a literal form of this name, which has no room for it: all of it stands in {@code _meta}. */
    Header(boolean tight, String form) {
        this.tight = tight;
        this.apart = !form.isEmpty();
        if (apart) {
            text("form", form);
        }
    }

    Header showing(Extent shown) {
        extent = shown;
        return this;
    }

    /** It tells who reads page after page of a better way. */
    Header walking() {
        walks = true;
        return this;
    }

    boolean walks() {
        return walks;
    }

    /** What a page of items shows; only such have one. */
    Extent extent() {
        Extent shown = extent;
        if (shown == null) {
            throw new IllegalStateException("no page of items");
        }
        return shown;
    }

    /** How many items there are; -1 when it is no page of items. */
    long total() {
        return extent == null ? -1 : extent.total();
    }

    Header notice(String sentence) {
        return add("notice", For.MODEL, draft -> draft.string(sentence));
    }

    Header number(String name, long value) {
        return add(name, For.ALL, draft -> draft.number(value));
    }

    Header text(String name, String value) {
        return add(name, For.ALL, draft -> draft.string(value));
    }

    Header flag(String name, boolean value) {
        return add(name, For.ALL, draft -> draft.ascii(value ? "true" : "false"));
    }

    Header range(long first, long last) {
        return add(
                "range",
                For.ALL,
                draft -> draft.ascii("[").number(first).ascii(",").number(last).ascii("]"));
    }

    Header cursor(String name, Seat seat) {
        return add(name, For.ALL, draft -> draft.ascii("\"").cursor(seat).ascii("\""));
    }

    /** What the whole says of more upstream, if it does. */
    Header upstream(About about) {
        return about.more().isNone()
                ? this
                : add(MoreUpstream.NAME, For.ALL, draft -> about.more().write(draft, tight));
    }

    /** The cost of this answer, known when it is finished, and of the whole; and what the whole says of more upstream. */
    Header costs(About about) {
        upstream(about);
        add("estimatedTokens", For.ALL, Draft::used);
        add("budgetUsed", For.ALL_SPARE, Draft::used);
        add("budgetRemaining", For.ALL_SPARE, Draft::remaining);
        add("originalTokens", For.ALL_SPARE, draft -> draft.number(about.tokens()));
        if (!about.exact()) {
            // a model reads it in the notice
            add("originalTokensExact", For.PROGRAMS, draft -> draft.ascii("false"));
        }
        return add("originalBytes", For.ALL_SPARE, draft -> draft.number(about.bytes()));
    }

    /** A JSON value that only a model needs. */
    Header json(String name, Consumer<Draft> value) {
        return add(name, For.MODEL, value);
    }

    /** A JSON value that helps a model, where there is room for it. */
    Header hint(String name, Consumer<Draft> value) {
        return apart ? this : add(name, For.MODEL_SPARE, value);
    }

    private Header add(String name, For whom, Consumer<Draft> value) {
        fields.add(new Field(name, whom, value));
        return this;
    }

    /** The fields with commas between, without braces. */
    void writeTo(Draft draft) {
        write(
                draft,
                fields.stream()
                        .filter(field -> field.whom.models() && !(tight && field.whom.spare()))
                        .toList());
    }

    /** Those of the fields that bear one of these names, each with a comma in front. */
    void writeNamed(List<String> names, Draft draft) {
        for (Field field : fields) {
            if (names.contains(field.name) && !(tight && field.whom.spare())) {
                field.value.accept(draft.ascii(",").field(field.name));
            }
        }
    }

    /** The fields for programs. */
    void writeMeta(Draft draft) {
        write(
                draft,
                fields.stream().filter(field -> apart || field.whom.programs()).toList());
    }

    private static void write(Draft draft, List<Field> shown) {
        for (int i = 0; i < shown.size(); i++) {
            draft.ascii(i == 0 ? "" : ",").field(shown.get(i).name);
            shown.get(i).value.accept(draft);
        }
    }

    /** Whether a header takes so much of a budget that it should be a tight one. */
    static boolean isLarge(Header widest, Task task) {
        Draft draft = task.draft();
        widest.writeTo(draft);
        return draft.tokens() > task.budget().tokens() / LARGEST_SHARE;
    }
}
