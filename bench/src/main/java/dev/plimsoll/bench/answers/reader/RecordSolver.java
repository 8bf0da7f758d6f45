package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Solves questions about records that a reader sees. */
final class RecordSolver {

    private final JsonNode document;
    private final FieldNode fields = new FieldNode();

    RecordSolver(JsonNode document) {
        this.document = document;
        fields.addValue(document);
        fields.inferRecordsFromSiblings();
    }

    /** A record, with its key if it is a member of an object; otherwise the key is empty. */
    private record Entry(String key, JsonNode value) {}

    /** Returns the solution. */
    JsonNode solve(RecordQuestion question) throws NoSolutionException {
        FieldPlan plan = FieldPlanner.find(fields, question);
        if (plan == null) {
            throw new NoSolutionException("no record has the fields " + question.fields());
        }
        List<Entry> records = new ArrayList<>();
        collect(new Entry("", document), plan.records(), records);
        for (Condition condition : question.conditions()) {
            JsonNode value = condition.lookup() == null ? condition.value() : solve(condition.lookup());
            if (value == null) {
                throw new NoSolutionException("a condition without a value");
            }
            JsonNode comparedValue = value;
            records.removeIf(entry -> fieldValues(entry, plan, condition.field()).stream()
                    .noneMatch(field -> isMatch(field, condition, comparedValue)));
        }
        return computeOutput(question.output(), plan, records);
    }

    private static void collect(Entry entry, List<String> steps, List<Entry> found) {
        if (steps.isEmpty()) {
            found.add(entry);
            return;
        }
        List<String> furtherSteps = steps.subList(1, steps.size());
        switch (steps.get(0)) {
            case FieldNode.ELEMENTS ->
                entry.value.values().forEach(element -> collect(new Entry("", element), furtherSteps, found));
            case FieldNode.MEMBERS ->
                entry.value
                        .properties()
                        .forEach(member -> collect(new Entry(member.getKey(), member.getValue()), furtherSteps, found));
            default -> {
                JsonNode child = entry.value.get(steps.get(0));
                if (child != null) {
                    collect(new Entry(entry.key, child), furtherSteps, found);
                }
            }
        }
    }

    private static List<JsonNode> fieldValues(Entry entry, FieldPlan plan, String field) {
        if (field.equals(Output.KEY)) {
            return List.of(StringNode.valueOf(entry.key));
        }
        List<Entry> found = new ArrayList<>();
        collect(entry, plan.stepsTo(field), found);
        return found.stream().map(Entry::value).toList();
    }

    private static boolean isMatch(JsonNode field, Condition condition, JsonNode value) {
        return switch (condition.type()) {
            case EQUALS -> JsonValues.isEqual(field, value);
            case BETWEEN ->
                field.asString("").compareTo(value.asString()) >= 0
                        && condition.until() != null
                        && field.asString("").compareTo(condition.until().asString()) < 0;
            case HAS ->
                field.isObject()
                        ? field.has(value.asString())
                        : field.values().stream().anyMatch(value::equals);
        };
    }

    private static JsonNode computeOutput(Output output, FieldPlan plan, List<Entry> records)
            throws NoSolutionException {
        List<JsonNode> firstFieldValues = output.fields().isEmpty()
                ? List.of()
                : records.stream()
                        .flatMap(entry ->
                                fieldValues(entry, plan, output.fields().get(0)).stream())
                        .toList();
        return switch (output.type()) {
            case COUNT -> DecimalNode.valueOf(BigDecimal.valueOf(records.size()));
            case FIRST -> {
                if (firstFieldValues.isEmpty()) {
                    throw new NoSolutionException("no such record");
                }
                yield firstFieldValues.get(0);
            }
            case COUNT_BY -> countValues(firstFieldValues);
            case VALUES -> toArray(firstFieldValues);
            case SUM ->
                DecimalNode.valueOf(
                        firstFieldValues.stream().map(RecordSolver::number).reduce(BigDecimal.ZERO, BigDecimal::add));
            case TOP -> toArray(largest(output, plan, records));
        };
    }

    private static List<JsonNode> largest(Output output, FieldPlan plan, List<Entry> records) {
        Comparator<Entry> order = Comparator.comparing(
                entry -> number(
                        firstOrEmpty(fieldValues(entry, plan, output.fields().get(0)))),
                Comparator.reverseOrder());
        return records.stream()
                .sorted(order)
                .limit(output.limit())
                .map(entry ->
                        firstOrEmpty(fieldValues(entry, plan, output.fields().get(1))))
                .toList();
    }

    private static JsonNode firstOrEmpty(List<JsonNode> values) {
        return values.isEmpty() ? StringNode.valueOf("") : values.get(0);
    }

    private static BigDecimal number(JsonNode value) {
        BigDecimal number = JsonValues.findNumber(value);
        return number == null ? BigDecimal.ZERO : number;
    }

    private static JsonNode countValues(List<JsonNode> values) {
        Map<String, Integer> counts = new TreeMap<>();
        values.forEach(value -> counts.merge(value.asString(), 1, Integer::sum));
        ObjectNode solution = JsonValues.newObject();
        counts.forEach(solution::put);
        return solution;
    }

    private static ArrayNode toArray(List<JsonNode> values) {
        ArrayNode array = JsonValues.newArray();
        values.forEach(array::add);
        return array;
    }
}
