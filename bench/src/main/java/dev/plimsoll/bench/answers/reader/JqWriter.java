package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.StringNode;

/** Writes questions as jq expressions. */
final class JqWriter {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final RecordQuestion question;
    private final FieldPlan plan;
    private final boolean hasKeys;

    private JqWriter(RecordQuestion question, FieldPlan plan) {
        this.question = question;
        this.plan = plan;
        this.hasKeys = question.fields().contains(Output.KEY);
    }

    /** Returns the expression for a question about records. */
    static String write(RecordQuestion question, FieldPlan plan) {
        return new JqWriter(question, plan).write("");
    }

    /** Returns the expression for a question with a join. */
    static String writeJoin(RecordQuestion question, FieldPlan plan, RecordQuestion lookup, FieldPlan lookupPlan) {
        return "(" + write(lookup, lookupPlan) + ") as $wanted | " + new JqWriter(question, plan).write("$wanted");
    }

    /** Returns the expression for a question about lines. */
    static String write(LineQuestion question) {
        String contains = "contains(" + quote(question.searchText()) + ")";
        String lines = ".[] | select(" + contains + timeCondition(question) + ")";
        String value = "capture(" + quote(question.key() + "[=:] ?(?<v>[^ ]+)") + ").v";
        return switch (question.type()) {
            case COUNT -> "[" + lines + "] | length";
            case COUNT_BY -> "[" + lines + " | " + value + "] | " + countsOfValues();
            case LINE_BEFORE ->
                ". as $all | first(range(length) | select($all[.] | " + contains + ")) as $i | $all[$i - 1]";
            case VALUE, SECTION_VALUE -> "first(" + lines + " | " + value + ")";
        };
    }

    private static String timeCondition(LineQuestion question) {
        return question.from().isEmpty()
                ? ""
                : " and . >= " + quote(question.from()) + " and . < " + quote(question.until());
    }

    private static String countsOfValues() {
        return "group_by(.) | map({(.[0] | tostring): length}) | add";
    }

    private String write(String joinedValue) {
        String records = records() + conditions(joinedValue);
        Output output = question.output();
        String first = output.fields().isEmpty() ? "" : field(output.fields().get(0));
        return switch (output.type()) {
            case FIRST -> "first(" + records + " | " + first + ")";
            case COUNT -> "[" + records + "] | length";
            case COUNT_BY -> "[" + records + " | " + first + "] | " + countsOfValues();
            case VALUES -> records + " | " + first;
            case SUM -> "[" + records + " | " + number(output.fields().get(0)) + "] | add";
            case TOP ->
                "[" + records + "] | sort_by(-(" + number(output.fields().get(0)) + ")) | .[:" + output.limit()
                        + "] | map(" + field(output.fields().get(1)) + ")";
        };
    }

    private String records() {
        List<String> steps = plan.records();
        return hasKeys ? path(steps.subList(0, steps.size() - 1)) + " | to_entries[]" : path(steps);
    }

    private String conditions(String joinedValue) {
        return question.conditions().isEmpty()
                ? ""
                : question.conditions().stream()
                        .map(condition -> condition(condition, joinedValue))
                        .collect(Collectors.joining(" and ", " | select(", ")"));
    }

    private String condition(Condition condition, String joinedValue) {
        String field = field(condition.field());
        String value = condition.lookup() == null ? String.valueOf(condition.value()) : joinedValue;
        return switch (condition.type()) {
            case EQUALS -> field + " == " + value;
            case BETWEEN -> field + " >= " + value + " and " + field + " < " + condition.until();
            case HAS ->
                plan.nodeOf(condition.field()).isArray()
                        ? "(" + field + " // [] | any(. == " + value + "))"
                        : "(" + field + " // {} | if type == \"object\" then has(" + value + ") else any(. == " + value
                                + ") end)";
        };
    }

    private String field(String words) {
        if (words.equals(Output.KEY)) {
            return ".key";
        }
        String path = path(Objects.requireNonNull(plan.stepsTo(words)));
        return hasKeys ? ".value" + path : path;
    }

    private String number(String words) {
        return plan.nodeOf(words).hasOnlyText() ? field(words) + " | tonumber" : field(words);
    }

    /** Returns the path for steps; {@code .} if there are none. */
    static String path(List<String> steps) {
        StringBuilder path = new StringBuilder();
        for (String step : steps) {
            if (step.equals(FieldNode.ELEMENTS) || step.equals(FieldNode.MEMBERS)) {
                path.append(path.isEmpty() ? ".[]" : "[]");
            } else if (NAME.matcher(step).matches()) {
                path.append('.').append(step);
            } else {
                path.append(path.isEmpty() ? "." : "")
                        .append('[')
                        .append(quote(step))
                        .append(']');
            }
        }
        return path.isEmpty() ? "." : path.toString();
    }

    private static String quote(String text) {
        return StringNode.valueOf(text).toString();
    }
}
