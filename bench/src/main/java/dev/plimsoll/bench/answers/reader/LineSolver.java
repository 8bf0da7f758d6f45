package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.LineQuestion;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Solves questions about lines that a reader sees. */
final class LineSolver {

    private LineSolver() {}

    /** Returns the solution. */
    static JsonNode solve(List<String> lines, LineQuestion question) throws NoSolutionException {
        List<String> matchingLines =
                lines.stream().filter(line -> isMatch(line, question)).toList();
        return switch (question.type()) {
            case COUNT -> DecimalNode.valueOf(BigDecimal.valueOf(matchingLines.size()));
            case COUNT_BY -> countValues(matchingLines, question.key());
            case LINE_BEFORE -> lineBefore(lines, question);
            case VALUE -> firstValue(matchingLines, question.key());
            case SECTION_VALUE -> {
                int start = 0;
                while (start < lines.size()
                        && !lines.get(start).matches("#+ " + Pattern.quote(question.searchText()))) {
                    start++;
                }
                yield firstValue(lines.subList(start, lines.size()), question.key());
            }
        };
    }

    private static boolean isMatch(String line, LineQuestion question) {
        return line.contains(question.searchText())
                && (question.from().isEmpty()
                        || (line.compareTo(question.from()) >= 0 && line.compareTo(question.until()) < 0));
    }

    private static JsonNode countValues(List<String> lines, String key) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : lines) {
            String value = findValue(line, key);
            if (value != null) {
                counts.merge(value, 1, Integer::sum);
            }
        }
        ObjectNode solution = JsonValues.newObject();
        counts.forEach(solution::put);
        return solution;
    }

    private static JsonNode lineBefore(List<String> lines, LineQuestion question) throws NoSolutionException {
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).contains(question.searchText())) {
                return StringNode.valueOf(lines.get(i - 1));
            }
        }
        throw new NoSolutionException("no line contains " + question.searchText());
    }

    /** Returns the value after a key in the first line that has it. */
    static JsonNode firstValue(List<String> lines, String key) throws NoSolutionException {
        for (String line : lines) {
            String value = findValue(line, key);
            if (value != null) {
                return StringNode.valueOf(value);
            }
        }
        throw new NoSolutionException("no line has the key " + key);
    }

    /** Returns the value in {@code key=value}, which ends at a space, or in a line {@code key: value}; null without one. */
    private static @Nullable String findValue(String line, String key) {
        if (line.startsWith(key + ": ")) {
            return line.substring(key.length() + 2);
        }
        Matcher value = Pattern.compile("\\b" + Pattern.quote(key) + "=(\\S+)").matcher(line);
        return value.find() ? value.group(1) : null;
    }
}
