package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.PROJECTION;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The default output of {@code git log} with 300 commits. */
final class GitLogPayload {

    private static final List<String> AUTHORS = List.of("Ada Berg", "Lin Chao", "Omar Dahl", "Rosa Eder");
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy '+0100'", Locale.ROOT);

    private GitLogPayload() {}

    private record Commit(String hash, String author, String subject, String text) {}

    static TaskPayload create() {
        WordSource words = new WordSource(15);
        List<Commit> commits = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            commits.add(generateCommit(words, i));
        }
        StringBuilder text = new StringBuilder();
        commits.forEach(commit -> text.append(text.isEmpty() ? "" : "\n").append(commit.text));
        return new TaskPayload(
                "git_log",
                "git log: 300 commits",
                TaskPayload.Format.GIT_LOG,
                ResultWriter.toTextResult(text.toString()),
                text.toString(),
                createTasks(commits));
    }

    private static Commit generateCommit(WordSource words, int number) {
        String hash = words.hex(40);
        String author = words.skewedOneOf(AUTHORS);
        String subject = words.sentence(6);
        String date =
                LocalDateTime.of(2026, 11, 1, 12, 0).minusHours(7L * number).format(DATE);
        String email = author.toLowerCase(Locale.ROOT).replace(' ', '.') + "@example.com";
        String text = "commit " + hash + "\nAuthor: " + author + " <" + email + ">\nDate:   " + date + "\n\n    "
                + subject + "\n    \n    " + words.sentence(12) + "\n";
        return new Commit(hash, author, subject, text);
    }

    private static List<AnswerTask> createTasks(List<Commit> commits) {
        Commit lookupTarget = commits.get(234);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the subject of commit " + lookupTarget.hash,
                        RecordQuestion.of(Output.first("subject"), is("commit", lookupTarget.hash)),
                        Truth.of(lookupTarget.subject)),
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the author of the commit with the subject " + lookupTarget.subject,
                        RecordQuestion.of(Output.first("author"), is("subject", lookupTarget.subject)),
                        Truth.of(lookupTarget.author)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "commits by author",
                        RecordQuestion.of(Output.countBy("author")),
                        Truth.countBy(commits, Commit::author)),
                new AnswerTask(
                        PROJECTION,
                        "the subjects of all commits of Rosa Eder",
                        RecordQuestion.of(Output.values("subject"), is("author", "Rosa Eder")),
                        Truth.values(commits.stream()
                                .filter(commit -> commit.author.equals("Rosa Eder"))
                                .map(Commit::subject)
                                .toList())));
    }
}
