package dev.plimsoll.bench.answers.reader;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Paths of the records and fields that a question means.
 *
 * @param records the steps from the document to the records
 * @param fields the steps from a record to each field, by the words of the question
 * @param nodes what is known about each field
 */
record FieldPlan(List<String> records, Map<String, List<String>> fields, Map<String, FieldNode> nodes) {

    FieldPlan {
        records = List.copyOf(records);
        fields = Map.copyOf(fields);
        nodes = Map.copyOf(nodes);
    }

    List<String> stepsTo(String words) {
        return Objects.requireNonNull(fields.get(words));
    }

    FieldNode nodeOf(String words) {
        return Objects.requireNonNull(nodes.get(words));
    }
}
