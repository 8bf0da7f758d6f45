package dev.plimsoll.bench.answers.payload;

import static dev.plimsoll.bench.answers.task.Condition.is;
import static dev.plimsoll.bench.answers.task.TaskKind.COUNT_BY_FIELD;
import static dev.plimsoll.bench.answers.task.TaskKind.LOOKUP_BY_ID;
import static dev.plimsoll.bench.answers.task.TaskKind.PROJECTION;
import static dev.plimsoll.bench.answers.task.TaskKind.TOP_N;

import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.Truth;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.IntNode;

/** 600 lines that a search in source code found. */
final class MatchesPayload {

    private static final List<String> FILES =
            List.of("src/cart.ts", "src/checkout.ts", "src/login.ts", "src/orders.ts", "src/search.ts", "src/users.ts");

    private MatchesPayload() {}

    private record Match(String path, int line, String text) {}

    static TaskPayload create() {
        WordSource words = new WordSource(14);
        List<Match> matches = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            // every seventh match is in the first file, so that the files have different numbers of matches
            String path = FILES.get(i * FILES.size() / 600 * (i % 7 == 0 ? 0 : 1));
            matches.add(new Match(path, 12 + i * 4, "// NOTE " + words.sentence(7)));
        }
        matches.sort((a, b) -> a.path.equals(b.path) ? Integer.compare(a.line, b.line) : a.path.compareTo(b.path));
        StringBuilder text = new StringBuilder();
        matches.forEach(match -> text.append(match.path)
                .append(':')
                .append(match.line)
                .append(':')
                .append(match.text)
                .append('\n'));
        return new TaskPayload(
                "search_code",
                "Matches: 600 lines",
                TaskPayload.Format.MATCHES,
                ResultWriter.toTextResult(text.toString()),
                text.toString(),
                createTasks(matches));
    }

    private static List<AnswerTask> createTasks(List<Match> matches) {
        Match lookupTarget = matches.get(421);
        return List.of(
                new AnswerTask(
                        LOOKUP_BY_ID,
                        "the text of line " + lookupTarget.line + " of " + lookupTarget.path,
                        RecordQuestion.of(
                                Output.first("text"),
                                is("path", lookupTarget.path),
                                is("line", IntNode.valueOf(lookupTarget.line))),
                        Truth.of(lookupTarget.text)),
                new AnswerTask(
                        COUNT_BY_FIELD,
                        "matches by file",
                        RecordQuestion.of(Output.countBy("path")),
                        Truth.countBy(matches, Match::path)),
                new AnswerTask(
                        TOP_N,
                        "the texts of the three matches with the largest line numbers",
                        RecordQuestion.of(Output.top(3, "line", "text")),
                        Truth.top(3, matches, match -> BigDecimal.valueOf(match.line), Match::text)),
                new AnswerTask(
                        PROJECTION,
                        "the texts of all matches in src/users.ts",
                        RecordQuestion.of(Output.values("text"), is("path", "src/users.ts")),
                        Truth.values(matches.stream()
                                .filter(match -> match.path.equals("src/users.ts"))
                                .map(Match::text)
                                .toList())));
    }
}
