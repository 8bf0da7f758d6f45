package dev.plimsoll.bench.answers.task;

import java.util.List;

/**
 * Form of the solution of a question about records.
 *
 * @param fields words that describe the fields
 * @param limit the number of records of {@link Type#TOP}
 */
public record Output(Type type, List<String> fields, int limit) {

    /** Stands for the key of a record instead of the words of a field, if the records are the members of an object. */
    public static final String KEY = "(key)";

    /** Type of a solution. */
    public enum Type {
        /** The value of a field of the first record. */
        FIRST,
        /** The number of records. */
        COUNT,
        /** The number of records for each value of a field. */
        COUNT_BY,
        /** The values of a field, in order. */
        VALUES,
        /** The sum of a field. */
        SUM,
        /** The values of the second field in the records whose first field is largest, the largest first. */
        TOP
    }

    public Output {
        fields = List.copyOf(fields);
    }

    public static Output first(String field) {
        return new Output(Type.FIRST, List.of(field), 1);
    }

    public static Output count() {
        return new Output(Type.COUNT, List.of(), 0);
    }

    public static Output countBy(String field) {
        return new Output(Type.COUNT_BY, List.of(field), 0);
    }

    public static Output values(String field) {
        return new Output(Type.VALUES, List.of(field), 0);
    }

    public static Output sum(String field) {
        return new Output(Type.SUM, List.of(field), 0);
    }

    public static Output top(int limit, String field, String resultField) {
        return new Output(Type.TOP, List.of(field, resultField), limit);
    }
}
