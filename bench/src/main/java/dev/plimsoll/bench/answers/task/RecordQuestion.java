package dev.plimsoll.bench.answers.task;

import java.util.ArrayList;
import java.util.List;

/**
 * Question about records: which records, and what about them.
 *
 * @param list a word in the path of the list, if there are several lists; empty otherwise
 * @param where conditions that a record must meet
 * @param isAboutUnreturned whether the question is about all records that exist, also about those that the server did not
 *     return
 */
public record RecordQuestion(String list, List<Condition> where, Output output, boolean isAboutUnreturned)
        implements Question {

    public RecordQuestion {
        where = List.copyOf(where);
    }

    public static RecordQuestion of(Output output, Condition... where) {
        return new RecordQuestion("", List.of(where), output, false);
    }

    /** Returns the question about one of several lists. */
    public RecordQuestion in(String listWord) {
        return new RecordQuestion(listWord, where, output, isAboutUnreturned);
    }

    /** Returns the question about all records that exist, also those that the server did not return. */
    public RecordQuestion withUnreturned() {
        return new RecordQuestion(list, where, output, true);
    }

    @Override
    public boolean isLookup() {
        return output.type() == Output.Type.FIRST;
    }

    /** Returns the words of all fields that this question needs. */
    public List<String> fields() {
        List<String> fields = new ArrayList<>();
        where.forEach(condition -> fields.add(condition.field()));
        fields.addAll(output.fields());
        return fields;
    }
}
