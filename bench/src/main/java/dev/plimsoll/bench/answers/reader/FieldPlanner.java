package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the records and fields that a question means, among the fields that a reader knows. */
final class FieldPlanner {

    private static final int MAX_DEPTH = 9;

    private final RecordQuestion question;
    private @Nullable FieldPlan best;
    private int bestSurplus = Integer.MAX_VALUE;

    private FieldPlanner(RecordQuestion question) {
        this.question = question;
    }

    /**
     * Field that a question can mean.
     *
     * @param surplus number of words in its path that the question does not contain
     */
    private record Candidate(List<String> steps, FieldNode node, int surplus) {}

    /**
     * Returns the plan whose names have the fewest words that the question does not have; null if a field is unknown.
     */
    static @Nullable FieldPlan find(FieldNode root, RecordQuestion question) {
        FieldPlanner planner = new FieldPlanner(question);
        planner.visit(new ArrayList<>(), root);
        return planner.best;
    }

    /** Returns the words of a name in camel case or with underscores. */
    static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        for (String word : name.split("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                words.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return words;
    }

    private void visit(List<String> steps, FieldNode node) {
        String last = steps.isEmpty() ? "" : steps.get(steps.size() - 1);
        if (last.equals(FieldNode.ELEMENTS) || last.equals(FieldNode.MEMBERS)) {
            tryRecords(steps, node);
        }
        if (steps.size() < MAX_DEPTH) {
            node.children().forEach((step, child) -> visit(append(steps, step), child));
        }
    }

    private void tryRecords(List<String> steps, FieldNode node) {
        boolean isList = question.list().isEmpty()
                || steps.stream().anyMatch(step -> words(step).contains(question.list()));
        if (!isList) {
            return;
        }
        Map<String, List<String>> fields = new HashMap<>();
        Map<String, FieldNode> nodes = new HashMap<>();
        int surplus = 0;
        for (String field : question.fields()) {
            Candidate found = find(field, steps, node);
            if (found == null) {
                return;
            }
            fields.put(field, found.steps);
            nodes.put(field, found.node);
            surplus += found.surplus;
        }
        if (surplus < bestSurplus) {
            bestSurplus = surplus;
            best = new FieldPlan(steps, fields, nodes);
        }
    }

    private static @Nullable Candidate find(String field, List<String> records, FieldNode node) {
        if (field.equals(Output.KEY)) {
            boolean hasKeys = records.get(records.size() - 1).equals(FieldNode.MEMBERS);
            return hasKeys ? new Candidate(List.of(), node, 0) : null;
        }
        return find(words(field), new ArrayList<>(), node);
    }

    private static @Nullable Candidate find(List<String> wanted, List<String> steps, FieldNode node) {
        Candidate found = null;
        if (!steps.isEmpty() && !steps.get(steps.size() - 1).equals(FieldNode.ELEMENTS)) {
            found = match(wanted, steps, node);
        }
        if (steps.size() < MAX_DEPTH) {
            for (Map.Entry<String, FieldNode> child : node.children().entrySet()) {
                Candidate below = child.getKey().equals(FieldNode.MEMBERS)
                        ? null
                        : find(wanted, append(steps, child.getKey()), child.getValue());
                found = below != null && (found == null || below.surplus < found.surplus) ? below : found;
            }
        }
        return found;
    }

    private static @Nullable Candidate match(List<String> wanted, List<String> steps, FieldNode node) {
        List<String> words = new ArrayList<>();
        steps.forEach(step -> words.addAll(words(step)));
        Set<String> missingWords = new HashSet<>(wanted);
        words.forEach(missingWords::remove);
        return missingWords.isEmpty() ? new Candidate(steps, node, words.size() - wanted.size()) : null;
    }

    private static List<String> append(List<String> steps, String step) {
        List<String> longer = new ArrayList<>(steps);
        longer.add(step);
        return longer;
    }
}
