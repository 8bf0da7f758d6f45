package dev.plimsoll.bench.answers.reader;

import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.Question;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.StringNode;

/** Reader that uses {@code find} to search for the value of a condition, or for a text in a line. */
final class FindReader extends Reader {

    /** The number of lines after a heading that are searched for the value of a section. */
    private static final int SECTION_LINES = 12;

    FindReader() {
        super("find");
    }

    @Override
    public boolean canTry(Question question) {
        return switch (question) {
            case LineQuestion lines ->
                lines.type() != LineQuestion.Type.COUNT_BY && lines.from().isEmpty();
            case RecordQuestion records -> canTry(records);
        };
    }

    /**
     * Returns whether one search can solve the question. There must be exactly one condition, its value must not be as
     * common in other fields as true and false are, and the solution must be a field of one record or a count.
     */
    private static boolean canTry(RecordQuestion question) {
        if (question.conditions().size() != 1) {
            return false;
        }
        Condition condition = question.conditions().get(0);
        boolean isSearchable = condition.type() != Condition.Type.BETWEEN
                && condition.value() != null
                && !condition.value().isBoolean();
        return isSearchable
                && (question.output().type() == Output.Type.FIRST
                        || question.output().type() == Output.Type.COUNT);
    }

    @Override
    JsonNode solve(Transcript transcript, Question question) throws NoSolutionException {
        boolean isText = transcript.firstAnswer().value() == null;
        return switch (question) {
            case LineQuestion lines -> solve(transcript, lines);
            case RecordQuestion records -> isText ? solveInText(transcript, records) : solve(transcript, records);
        };
    }

    /** Finds a value in a text, and after it the wanted field as {@code 'name': value}. */
    private static JsonNode solveInText(Transcript transcript, RecordQuestion question) throws NoSolutionException {
        JsonNode value = question.conditions().get(0).value();
        String searchedText = value == null ? "" : value.asString();
        String text = firstMatch(transcript.read(Map.of("find", searchedText)))
                .path("text")
                .asString("");
        String textFromMatch = text.substring(Math.max(0, text.indexOf(searchedText)));
        Matcher field = Pattern.compile("'(\\w+)': ('[^']*'|[^,}]+)").matcher(textFromMatch);
        while (field.find()) {
            if (question.output().fields().contains(field.group(1))) {
                return JsonValues.parse(field.group(2).replace('\'', '"'));
            }
        }
        throw new NoSolutionException("the match does not show the field");
    }

    private static JsonNode solve(Transcript transcript, LineQuestion question) throws NoSolutionException {
        String pattern = "/" + question.searchText() + "/";
        if (question.type() == LineQuestion.Type.COUNT) {
            return totalMatches(transcript.read(Map.of("find", pattern, "page_size", 1)));
        }
        boolean hasContext = question.type() == LineQuestion.Type.LINE_BEFORE && transcript.hasReadArgument("context");
        ReadAnswer answer =
                transcript.read(hasContext ? Map.of("find", pattern, "context", "1,0") : Map.of("find", pattern));
        JsonNode match = firstMatch(answer);
        return switch (question.type()) {
            case VALUE ->
                LineSolver.firstValue(match.path("text").asString("").lines().toList(), question.key());
            case LINE_BEFORE -> lineBefore(transcript, match);
            case SECTION_VALUE -> {
                int line = match.path("line").asInt();
                List<String> lines = readLines(transcript, line, line + SECTION_LINES);
                yield LineSolver.firstValue(lines, question.key());
            }
            case COUNT, COUNT_BY -> throw new NoSolutionException("no search counts this");
        };
    }

    private static JsonNode lineBefore(Transcript transcript, JsonNode match) throws NoSolutionException {
        JsonNode before = match.path("before");
        if (!before.isEmpty()) {
            return before.get(before.size() - 1);
        }
        int line = match.path("line").asInt() - 1;
        return StringNode.valueOf(readLines(transcript, line, line).get(0));
    }

    private static List<String> readLines(Transcript transcript, int from, int to) throws NoSolutionException {
        List<String> lines = transcript
                .read(Map.of("start_line", from, "end_line", to))
                .text()
                .lines()
                .toList();
        if (lines.isEmpty()) {
            throw new NoSolutionException("no lines");
        }
        return lines;
    }

    private static JsonNode solve(Transcript transcript, RecordQuestion question) throws NoSolutionException {
        Condition condition = question.conditions().get(0);
        String value = condition.value() == null ? "" : condition.value().asString();
        String pattern = "/^" + value.replaceAll("[^A-Za-z0-9_ -]", "\\\\$0") + "$/";
        if (question.output().type() == Output.Type.COUNT) {
            JsonNode total = totalMatches(transcript.read(Map.of("find", pattern, "page_size", 1)));
            return question.isAboutUnreturned() && transcript.hasMoreUpstream() ? Truth.INCOMPLETE : total;
        }
        ReadAnswer answer = transcript.read(Map.of("find", pattern));
        JsonNode matches = answer.find("matches");
        if (matches == null || matches.isEmpty()) {
            throw new NoSolutionException("nothing found for " + pattern);
        }
        for (JsonNode match : matches) {
            JsonNode found = findField(transcript, match, question);
            if (found != null) {
                return found;
            }
        }
        throw new NoSolutionException("no match is in the field " + condition.field());
    }

    /** Returns the wanted field of the record that contains a match; null if the match is in another field. */
    private static @Nullable JsonNode findField(Transcript transcript, JsonNode match, RecordQuestion question)
            throws NoSolutionException {
        List<String> steps = OutlineParser.steps(match.path("path").asString(""));
        int recordDepth = recordDepth(steps, question.conditions().get(0).field());
        if (recordDepth < 0) {
            return null;
        }
        String fieldWords = question.output().fields().get(0);
        if (fieldWords.equals(Output.KEY)) {
            return StringNode.valueOf(steps.get(recordDepth - 1));
        }
        JsonNode shownField = findMember(match.path("item"), fieldWords);
        if (shownField != null) {
            return shownField;
        }
        ReadAnswer completeRecord = transcript.read(Map.of("path", toPointer(steps.subList(0, recordDepth))));
        return findMember(completeRecord.value(), fieldWords);
    }

    /** Returns the number of steps to the record, if the steps after it are those of the field; otherwise -1. */
    private static int recordDepth(List<String> steps, String field) {
        if (field.equals(Output.KEY)) {
            return steps.size();
        }
        Set<String> missingWords = new HashSet<>(FieldPlanner.splitName(field));
        for (int i = steps.size() - 1; i >= 0; i--) {
            FieldPlanner.splitName(steps.get(i)).forEach(missingWords::remove);
            if (missingWords.isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable JsonNode findMember(@Nullable JsonNode item, String words) {
        Set<String> wanted = Set.copyOf(FieldPlanner.splitName(words));
        if (item != null) {
            for (Map.Entry<String, JsonNode> member : item.properties()) {
                if (Set.copyOf(FieldPlanner.splitName(member.getKey())).equals(wanted)) {
                    return member.getValue();
                }
            }
        }
        return null;
    }

    private static String toPointer(List<String> steps) {
        List<String> escaped = new ArrayList<>();
        steps.forEach(step -> escaped.add("/" + step.replace("~", "~0").replace("/", "~1")));
        return String.join("", escaped);
    }

    private static JsonNode firstMatch(ReadAnswer answer) throws NoSolutionException {
        JsonNode matches = answer.find("matches");
        if (matches == null || matches.isEmpty()) {
            throw new NoSolutionException("nothing found");
        }
        return matches.get(0);
    }

    private static JsonNode totalMatches(ReadAnswer answer) throws NoSolutionException {
        JsonNode total = answer.header().path("totalMatches");
        if (!total.isNumber()) {
            throw new NoSolutionException("no total");
        }
        return DecimalNode.valueOf(new BigDecimal(total.asString()));
    }
}
