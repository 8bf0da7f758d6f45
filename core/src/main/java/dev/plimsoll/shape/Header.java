package dev.plimsoll.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a shaped answer says of itself, field by field, the notice first. The same fields, less what is meant for a
 * model's eyes, stand in {@code _meta["dev.plimsoll/page"]} for programs.
 */
final class Header {

    private record Field(String name, boolean forPrograms, Consumer<Draft> value) {}

    private final List<Field> fields = new ArrayList<>();

    Header notice(String sentence) {
        return add("notice", false, draft -> draft.string(sentence));
    }

    Header number(String name, long value) {
        return add(name, true, draft -> draft.number(value));
    }

    Header text(String name, String value) {
        return add(name, true, draft -> draft.string(value));
    }

    Header flag(String name, boolean value) {
        return add(name, true, draft -> draft.ascii(value ? "true" : "false"));
    }

    Header range(long first, long last) {
        return add(
                "range",
                true,
                draft -> draft.ascii("[").number(first).ascii(",").number(last).ascii("]"));
    }

    Header cursor(String name, Seat seat) {
        return add(name, true, draft -> draft.ascii("\"").cursor(seat).ascii("\""));
    }

    /** The cost of this answer, known when it is finished. */
    Header cost() {
        add("estimatedTokens", true, Draft::used);
        add("budgetUsed", true, Draft::used);
        return add("budgetRemaining", true, Draft::remaining);
    }

    /** A JSON value that only a model needs. */
    Header json(String name, Consumer<Draft> value) {
        return add(name, false, value);
    }

    private Header add(String name, boolean forPrograms, Consumer<Draft> value) {
        fields.add(new Field(name, forPrograms, value));
        return this;
    }

    /** The fields with commas between, without braces. */
    void writeTo(Draft draft) {
        write(draft, false);
    }

    /** The fields for programs. */
    void writeMeta(Draft draft) {
        write(draft, true);
    }

    private void write(Draft draft, boolean programsOnly) {
        boolean first = true;
        for (Field field : fields) {
            if (field.forPrograms || !programsOnly) {
                draft.ascii(first ? "" : ",").name(field.name);
                field.value.accept(draft);
                first = false;
            }
        }
    }
}
