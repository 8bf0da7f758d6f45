package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.LINE_BEFORE_MATCH;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.TIME_RANGE;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A log of 20,000 lines. */
final class LogPayload {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");
    private static final List<String> LEVELS = List.of("INFO", "INFO", "DEBUG", "WARN", "ERROR");
    private static final List<String> STATUSES = List.of("200", "200", "204", "404", "500", "503");
    private static final List<String> PARTS = List.of("router", "billing", "search", "mailer");

    private LogPayload() {}

    private record Line(String time, String level, String request, String status, String text) {}

    static TaskPayload create() {
        WordSource words = new WordSource(5);
        List<Line> lines = new ArrayList<>();
        LocalDateTime time = LocalDateTime.of(2026, 3, 9, 6, 0);
        for (int i = 0; i < 20_000; i++) {
            time = time.plusNanos((1L + words.number(2_500)) * 1_000_000);
            lines.add(generateLine(words, TIME.format(time), i == 13_337));
        }
        String text = lines.stream().map(Line::text).collect(Collectors.joining("\n", "", "\n"));
        return new TaskPayload(
                "read_log",
                "Log: 20,000 lines",
                TaskPayload.Format.LINES,
                ResultWriter.toTextResult(text),
                text,
                createTasks(lines));
    }

    private static Line generateLine(WordSource words, String time, boolean isFailure) {
        String level = isFailure ? "ERROR" : words.skewedOneOf(LEVELS);
        String request = "req-" + words.hex(10);
        String status = words.skewedOneOf(STATUSES);
        String message = isFailure ? "out of memory: worker 7 was killed" : words.sentence(4 + words.number(6));
        String text = time + " " + level + " [" + words.oneOf(PARTS) + "] request=" + request + " status=" + status
                + " duration=" + (1 + words.number(900)) + "ms " + message;
        return new Line(time, level, request, status, text);
    }

    private static List<AnswerTask> createTasks(List<Line> lines) {
        Line lookupTarget = lines.get(17_002);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the status of request " + lookupTarget.request,
                        LineQuestion.value(lookupTarget.request, "status"),
                        Truth.of(lookupTarget.status)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "error lines by status",
                        LineQuestion.countBy(" ERROR ", "status"),
                        Truth.countBy(
                                lines.stream()
                                        .filter(line -> line.level.equals("ERROR"))
                                        .toList(),
                                Line::status)),
                new AnswerTask(
                        TIME_RANGE,
                        "how many warnings between 08:00 and 08:30",
                        LineQuestion.countBetween(" WARN ", "2026-03-09 08:00", "2026-03-09 08:30"),
                        Truth.count(
                                lines,
                                line -> line.level.equals("WARN")
                                        && line.time.compareTo("2026-03-09 08:00") >= 0
                                        && line.time.compareTo("2026-03-09 08:30") < 0)),
                new AnswerTask(
                        LINE_BEFORE_MATCH,
                        "the line before the worker was killed",
                        LineQuestion.lineBefore("out of memory"),
                        Truth.of(lines.get(13_336).text)));
    }
}
