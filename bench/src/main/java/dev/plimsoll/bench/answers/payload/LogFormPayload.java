package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.LINE_BEFORE_MATCH;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A log of 6,000 lines, in logfmt and as klog writes it. */
final class LogFormPayload {

    private static final int LINES = 6_000;
    /** The index of the line that reports that a worker was killed. */
    private static final int FAILURE = 4_321;

    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'");
    private static final DateTimeFormatter KLOG = DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSS'000'");
    private static final List<String> LEVELS = List.of("info", "info", "warn", "error");
    private static final List<String> STATUSES = List.of("200", "200", "204", "404", "500");
    private static final List<String> PARTS = List.of("router", "billing", "search");

    private LogFormPayload() {}

    private record Entry(LocalDateTime time, String level, String part, String request, String status, String message) {

        String logfmt() {
            return "time=" + ISO.format(time) + " level=" + level + " source=" + part + " msg=\"" + message
                    + "\" request=" + request + " status=" + status;
        }

        String klog() {
            return level.substring(0, 1).toUpperCase(Locale.ROOT) + KLOG.format(time) + "       1 " + part
                    + ".go:77] \"" + message + "\" request=" + request + " status=" + status;
        }
    }

    static List<TaskPayload> all() {
        WordSource words = new WordSource(15);
        List<Entry> entries = new ArrayList<>();
        LocalDateTime time = LocalDateTime.of(2026, 3, 9, 6, 0);
        for (int i = 0; i < LINES; i++) {
            time = time.plusNanos((1L + words.number(2_500)) * 1_000_000);
            String level = i == FAILURE ? "error" : words.skewedOneOf(LEVELS);
            String message = i == FAILURE ? "out of memory, worker 7 was killed" : words.sentence(4 + words.number(6));
            entries.add(new Entry(
                    time, level, words.oneOf(PARTS), "req-" + words.hex(10), words.skewedOneOf(STATUSES), message));
        }
        List<String> logfmt = entries.stream().map(Entry::logfmt).toList();
        List<String> klog = entries.stream().map(Entry::klog).toList();
        return List.of(
                createPayload(
                        "read_logfmt",
                        "Log in logfmt: 6,000 lines",
                        logfmt,
                        createTasks(entries, logfmt, "level=error", "level=warn")),
                createPayload(
                        "read_klog", "Log of klog: 6,000 lines", klog, createTasks(entries, klog, "E0309 ", "W0309 ")));
    }

    private static TaskPayload createPayload(String tool, String title, List<String> lines, List<AnswerTask> tasks) {
        String text = lines.stream().collect(Collectors.joining("\n", "", "\n"));
        return new TaskPayload(tool, title, TaskPayload.Format.LINES, ResultWriter.toTextResult(text), text, tasks);
    }

    private static List<AnswerTask> createTasks(List<Entry> entries, List<String> lines, String error, String warning) {
        Entry lookupTarget = entries.get(5_002);
        List<Entry> errors =
                entries.stream().filter(entry -> entry.level.equals("error")).toList();
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the status of request " + lookupTarget.request,
                        LineQuestion.value(lookupTarget.request, "status"),
                        Truth.of(lookupTarget.status)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "error lines by status",
                        LineQuestion.countBy(error, "status"),
                        Truth.countBy(errors, Entry::status)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "how many warnings",
                        LineQuestion.count(warning),
                        Truth.count(entries, entry -> entry.level.equals("warn"))),
                new AnswerTask(
                        LINE_BEFORE_MATCH,
                        "the line before the worker was killed",
                        LineQuestion.lineBefore("out of memory"),
                        Truth.of(lines.get(FAILURE - 1))));
    }
}
