package dev.plimsoll.bench.answers.task;

import java.util.ArrayList;
import java.util.List;

/**
 * Question about records: which records, and what about them.
 *
 * @param list a word in the path of the list, if there are several lists; empty otherwise
 * @param conditions conditions that a record must meet
 * @param isAboutUnreturned whether the question is about all records that exist, also about those that the server did not
 *     return
 */
public record RecordQuestion(String list, List<Condition> conditions, Output output, boolean isAboutUnreturned)
        implements Question {

    public RecordQuestion {
        conditions = List.copyOf(conditions);
    }

    public static RecordQuestion of(Output output, Condition... conditions) {
        return new RecordQuestion("", List.of(conditions), output, false);
    }

    /** Returns this question about the records of one list: that with this word in its path. */
    public RecordQuestion inList(String listWord) {
        return new RecordQuestion(listWord, conditions, output, isAboutUnreturned);
    }

    /** Returns this question about all records that exist, also those that the server did not return. */
    public RecordQuestion withUnreturned() {
        return new RecordQuestion(list, conditions, output, true);
    }

    @Override
    public boolean isLookup() {
        return output.type() == Output.Type.FIRST;
    }

    /** Returns the words of all fields that this question needs. */
    public List<String> fields() {
        List<String> fields = new ArrayList<>();
        conditions.forEach(condition -> fields.add(condition.field()));
        fields.addAll(output.fields());
        return fields;
    }
}
