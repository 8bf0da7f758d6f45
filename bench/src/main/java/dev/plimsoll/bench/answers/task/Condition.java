package dev.plimsoll.bench.answers.task;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/**
 * Condition on a field of a record.
 *
 * @param field words that describe the field; {@link Output#KEY} for the key of the record
 * @param value the value to compare with, or the inclusive start of a range; null if a lookup supplies the value
 * @param until the end of a range, exclusive; null unless {@link Type#BETWEEN}
 * @param lookup the question whose solution is the value; null if {@code value} is given
 */
public record Condition(
        String field,
        Type type,
        @Nullable JsonNode value,
        @Nullable JsonNode until,
        @Nullable RecordQuestion lookup) {

    /** Type of a comparison. */
    public enum Type {
        EQUALS,
        /** The field is an array that has this element, or an object that has this key. */
        HAS,
        BETWEEN
    }

    public static Condition is(String field, JsonNode value) {
        return new Condition(field, Type.EQUALS, value, null, null);
    }

    public static Condition is(String field, String value) {
        return is(field, StringNode.valueOf(value));
    }

    public static Condition is(String field, boolean value) {
        return is(field, BooleanNode.valueOf(value));
    }

    public static Condition has(String field, String element) {
        return new Condition(field, Type.HAS, StringNode.valueOf(element), null, null);
    }

    public static Condition between(String field, String from, String until) {
        return new Condition(field, Type.BETWEEN, StringNode.valueOf(from), StringNode.valueOf(until), null);
    }

    /** Returns a join: the field equals the solution of another question. */
    public static Condition isSolutionOf(String field, RecordQuestion lookup) {
        return new Condition(field, Type.EQUALS, null, null, lookup);
    }
}
