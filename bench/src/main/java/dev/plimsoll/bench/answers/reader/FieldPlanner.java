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
    private @Nullable FieldPlan bestPlan;
    private int fewestExtraWords = Integer.MAX_VALUE;

    private FieldPlanner(RecordQuestion question) {
        this.question = question;
    }

    /**
     * Field that a question can mean.
     *
     * @param extraWords number of words in its path that the question does not contain
     */
    private record Candidate(List<String> steps, FieldNode node, int extraWords) {}

    /**
     * Returns the plan whose paths have the fewest words besides those of the question; null if a field is unknown.
     */
    static @Nullable FieldPlan find(FieldNode root, RecordQuestion question) {
        FieldPlanner planner = new FieldPlanner(question);
        planner.visit(new ArrayList<>(), root);
        return planner.bestPlan;
    }

    /** Returns the words of a name in camel case or with underscores. */
    static List<String> splitName(String name) {
        List<String> words = new ArrayList<>();
        for (String word : name.split("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                words.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return words;
    }

    private void visit(List<String> steps, FieldNode node) {
        String lastStep = steps.isEmpty() ? "" : steps.get(steps.size() - 1);
        if (lastStep.equals(FieldNode.ELEMENTS) || lastStep.equals(FieldNode.MEMBERS)) {
            considerRecords(steps, node);
        }
        if (steps.size() < MAX_DEPTH) {
            node.children().forEach((step, child) -> visit(append(steps, step), child));
        }
    }

    private void considerRecords(List<String> steps, FieldNode node) {
        boolean isMatchingList = question.list().isEmpty()
                || steps.stream().anyMatch(step -> splitName(step).contains(question.list()));
        if (!isMatchingList) {
            return;
        }
        Map<String, List<String>> fields = new HashMap<>();
        Map<String, FieldNode> nodes = new HashMap<>();
        int extraWords = 0;
        for (String field : question.fields()) {
            Candidate found = find(field, steps, node);
            if (found == null) {
                return;
            }
            fields.put(field, found.steps);
            nodes.put(field, found.node);
            extraWords += found.extraWords;
        }
        if (extraWords < fewestExtraWords) {
            fewestExtraWords = extraWords;
            bestPlan = new FieldPlan(steps, fields, nodes);
        }
    }

    private static @Nullable Candidate find(String field, List<String> recordSteps, FieldNode node) {
        if (field.equals(Output.KEY)) {
            boolean hasKeys = recordSteps.get(recordSteps.size() - 1).equals(FieldNode.MEMBERS);
            return hasKeys ? new Candidate(List.of(), node, 0) : null;
        }
        return find(splitName(field), new ArrayList<>(), node);
    }

    private static @Nullable Candidate find(List<String> wantedWords, List<String> steps, FieldNode node) {
        Candidate best = null;
        if (!steps.isEmpty() && !steps.get(steps.size() - 1).equals(FieldNode.ELEMENTS)) {
            best = match(wantedWords, steps, node);
        }
        if (steps.size() < MAX_DEPTH) {
            for (Map.Entry<String, FieldNode> child : node.children().entrySet()) {
                Candidate candidate = child.getKey().equals(FieldNode.MEMBERS)
                        ? null
                        : find(wantedWords, append(steps, child.getKey()), child.getValue());
                best = candidate != null && (best == null || candidate.extraWords < best.extraWords) ? candidate : best;
            }
        }
        return best;
    }

    private static @Nullable Candidate match(List<String> wantedWords, List<String> steps, FieldNode node) {
        List<String> words = new ArrayList<>();
        steps.forEach(step -> words.addAll(splitName(step)));
        Set<String> missingWords = new HashSet<>(wantedWords);
        words.forEach(missingWords::remove);
        return missingWords.isEmpty() ? new Candidate(steps, node, words.size() - wantedWords.size()) : null;
    }

    private static List<String> append(List<String> steps, String step) {
        List<String> extended = new ArrayList<>(steps);
        extended.add(step);
        return extended;
    }
}
