package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.LINE_BEFORE_MATCH;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Source code in two payloads: 60 files in one text, joined as the MCP reference server for files joins them,
 * and one long file.
 */
final class SourceFilesPayload {

    private static final int FILES = 60;
    private static final int FUNCTIONS_PER_FILE = 20;
    private static final List<String> PARTS = List.of("invoice", "parcel", "refund", "session");

    private SourceFilesPayload() {}

    static List<TaskPayload> all() {
        String files = IntStream.range(0, FILES)
                .mapToObj(file -> "/srv/shop/src/module" + file + ".py:\n"
                        + generateCode(file, FUNCTIONS_PER_FILE).stream().collect(Collectors.joining("\n", "", "\n")))
                .collect(Collectors.joining("\n---\n"));
        List<String> one = generateCode(7, 800);
        return List.of(
                createPayload(
                        "read_multiple_files",
                        "Source code: 60 files in one text",
                        files,
                        FILES * FUNCTIONS_PER_FILE,
                        "31_5"),
                createPayload(
                        "read_source",
                        "Source code: one file of 800 functions",
                        one.stream().collect(Collectors.joining("\n", "", "\n")),
                        one.size() / generateFunction(0, 0).size(),
                        "7_431"));
    }

    private static List<String> generateCode(int file, int functions) {
        List<String> code = new ArrayList<>();
        IntStream.range(0, functions).forEach(function -> code.addAll(generateFunction(file, function)));
        return code;
    }

    private static List<String> generateFunction(int file, int function) {
        String name = PARTS.get((file + function) % PARTS.size());
        String number = file + "_" + function;
        return List.of(
                "def " + name + "_" + number + "(items, limit):",
                "    \"\"\"Returns the sum of the " + name + " " + number + ".\"\"\"",
                "    rate=" + (function % 5) + "  # percent",
                "    total = sum(item.price * item.count for item in items)",
                "    return total if total < limit else total * (100 - rate) / 100",
                "");
    }

    private static TaskPayload createPayload(String tool, String title, String text, int functions, String wanted) {
        List<String> lines = text.lines().toList();
        int docString = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).endsWith(" " + wanted + ".\"\"\""))
                .findFirst()
                .orElseThrow();
        String mark = lines.get(docString).strip();
        return new TaskPayload(
                tool,
                title,
                TaskPayload.Format.LINES,
                ResultWriter.toTextResult(text),
                text,
                List.of(
                        new AnswerTask(
                                LINE_BEFORE_MATCH,
                                "the line before the description of " + wanted,
                                LineQuestion.lineBefore(mark),
                                Truth.of(lines.get(docString - 1))),
                        new AnswerTask(
                                COUNT_BY_FIELD,
                                "how many functions",
                                LineQuestion.count("def "),
                                Truth.count(
                                        IntStream.range(0, functions).boxed().toList(), function -> true)),
                        new AnswerTask(
                                COUNT_BY_FIELD,
                                "lines with a rate, by rate",
                                LineQuestion.countBy("# percent", "rate"),
                                Truth.countBy(
                                        lines.stream()
                                                .filter(line -> line.contains("# percent"))
                                                .toList(),
                                        line -> line.strip().substring(5, 6))),
                        new AnswerTask(
                                LOOKUP_BY_ID,
                                "how many refunds",
                                LineQuestion.count("def refund_"),
                                Truth.count(lines, line -> line.startsWith("def refund_")))));
    }
}
