package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.FULL_SCAN;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.TOP_N;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A unified diff of 90 files. */
final class DiffPayload {

    private DiffPayload() {}

    private record ChangedFile(String file, String status, int added, int removed) {}

    static TaskPayload create() {
        WordSource words = new WordSource(16);
        List<ChangedFile> files = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 90; i++) {
            boolean isNew = i % 9 == 4;
            // distinct numbers, so that the order of the largest is clear
            int added = 1 + i * 37 % 91;
            ChangedFile file = new ChangedFile(
                    "src/" + words.word() + "/" + words.word() + i + ".py",
                    isNew ? "added" : "modified",
                    added,
                    isNew ? 0 : words.number(12));
            files.add(file);
            write(file, words, text);
        }
        return new TaskPayload(
                "git_diff",
                "Diff: 90 files",
                TaskPayload.Format.DIFF,
                ResultWriter.toTextResult(text.toString()),
                text.toString(),
                createTasks(files));
    }

    private static void write(ChangedFile file, WordSource words, StringBuilder text) {
        boolean isNew = file.status.equals("added");
        text.append("diff --git a/")
                .append(file.file)
                .append(" b/")
                .append(file.file)
                .append('\n');
        text.append(isNew ? "new file mode 100644\n" : "").append("index ").append(isNew ? "0000000" : words.hex(7));
        text.append("..").append(words.hex(7)).append(isNew ? "\n" : " 100644\n");
        text.append("--- ").append(isNew ? "/dev/null" : "a/" + file.file).append('\n');
        text.append("+++ b/").append(file.file).append('\n');
        int context = isNew ? 0 : 2;
        text.append("@@ -").append(isNew ? 0 : 10).append(',').append(file.removed + context);
        text.append(" +")
                .append(isNew ? 1 : 10)
                .append(',')
                .append(file.added + context)
                .append(" @@\n");
        text.append(isNew ? "" : " def " + words.word() + "():\n");
        for (int i = 0; i < file.removed; i++) {
            text.append("-    ").append(words.sentence(5)).append('\n');
        }
        for (int i = 0; i < file.added; i++) {
            text.append("+    ").append(words.sentence(5)).append('\n');
        }
        text.append(isNew ? "" : "     return " + words.word() + "\n");
    }

    private static List<AnswerTask> createTasks(List<ChangedFile> files) {
        ChangedFile lookupTarget = files.get(77);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the number of lines added to " + lookupTarget.file,
                        RecordQuestion.of(Output.first("added"), is("file", lookupTarget.file)),
                        Truth.of(BigDecimal.valueOf(lookupTarget.added))),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "files by status",
                        RecordQuestion.of(Output.countBy("status")),
                        Truth.countBy(files, ChangedFile::status)),
                new AnswerTask(
                        TOP_N,
                        "the three files with the most added lines",
                        RecordQuestion.of(Output.top(3, "added", "file")),
                        Truth.top(3, files, file -> BigDecimal.valueOf(file.added), ChangedFile::file)),
                new AnswerTask(
                        FULL_SCAN,
                        "the number of removed lines in all modified files",
                        RecordQuestion.of(Output.sum("removed"), is("status", "modified")),
                        Truth.sum(
                                files.stream()
                                        .filter(file -> file.status.equals("modified"))
                                        .toList(),
                                file -> BigDecimal.valueOf(file.removed))));
    }
}
