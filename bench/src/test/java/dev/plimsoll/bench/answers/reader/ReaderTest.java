package dev.plimsoll.bench.answers.reader;

import static dev.plimsoll.bench.answers.reader.DirectReaderTest.payload;
import static dev.plimsoll.bench.answers.reader.DirectReaderTest.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.answers.reader.Solution.Status;
import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.LineQuestion;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.Question;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.TaskPayload.Format;
import dev.plimsoll.bench.answers.task.Truth;
import dev.plimsoll.policy.Policy;
import java.math.BigDecimal;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReaderTest {

    private static final TaskPayload LIST = payload(
            IntStream.range(0, 900)
                    .mapToObj(i -> JsonValues.newObject()
                            .put("id", "n" + i)
                            .put("color", i % 3 == 0 ? "red" : "blue")
                            .put("note", "This is the text of record number " + i)
                            .toString())
                    .collect(Collectors.joining(",", "[", "]")),
            Format.JSON);
    private static final TaskPayload LOG = payload(
            IntStream.range(0, 3_000)
                    .mapToObj(i -> "2026-01-01 00:00:00 INFO job=" + i + " state=" + (i % 7))
                    .collect(Collectors.joining("\n")),
            Format.LINES);

    @Test
    void allReadersFindARecord() {
        RecordQuestion question = RecordQuestion.of(Output.first("color"), Condition.is("id", "n744"));

        assertRight(LIST, question, Truth.of("red"));
    }

    @Test
    void allReadersCountRecords() {
        RecordQuestion question = RecordQuestion.of(Output.count(), Condition.is("color", "red"));

        assertRight(LIST, question, Truth.of(BigDecimal.valueOf(300)));
    }

    @Test
    void allReadersFindLines() {
        assertRight(LOG, LineQuestion.value("job=2222 ", "state"), Truth.of("3"));
        assertRight(LOG, LineQuestion.lineBefore("job=2222 "), Truth.of("2026-01-01 00:00:00 INFO job=2221 state=2"));
        assertRight(LOG, LineQuestion.count("state=6"), Truth.of(BigDecimal.valueOf(428)));
    }

    @Test
    void pageByPageReaderStopsAtTheMatch() {
        AnswerSource source = new AnswerSource(LIST, Policy.defaults());
        RecordQuestion early = RecordQuestion.of(Output.first("color"), Condition.is("id", "n1"));
        RecordQuestion all = RecordQuestion.of(Output.count());

        assertThat(new PageByPageReader()
                        .solve(source, task(early, Truth.of("blue")))
                        .calls())
                .isEqualTo(1);
        assertThat(new PageByPageReader()
                        .solve(source, task(all, Truth.of(BigDecimal.valueOf(900))))
                        .calls())
                .isGreaterThan(3);
    }

    @Test
    void countsWrongValuesAsWrong() {
        RecordQuestion question = RecordQuestion.of(Output.count(), Condition.is("color", "red"));
        AnswerSource source = new AnswerSource(LIST, Policy.defaults());

        for (Reader reader : Reader.all()) {
            Solution solution = reader.solve(source, task(question, Truth.of(BigDecimal.valueOf(301))));
            assertThat(solution.status()).isEqualTo(Status.WRONG);
            assertThat(solution.reason()).isEqualTo("300");
        }
    }

    @Test
    void queryReaderFindsNoSolutionWithoutTheField() {
        RecordQuestion question = RecordQuestion.of(Output.countBy("country"));
        Solution solution = new QueryReader()
                .solve(new AnswerSource(LIST, Policy.defaults()), task(question, Truth.of("anything")));

        assertThat(solution.status()).isEqualTo(Status.MISSING);
        assertThat(solution.calls())
                .as("one call of the tool, and one read with mode: outline")
                .isEqualTo(2);
        assertThat(solution.reason()).contains("country");
    }

    @Test
    void countsTokensOfTheReadAnswers() {
        AnswerSource source = new AnswerSource(LIST, Policy.defaults());
        Transcript transcript = new Transcript(source);
        ReadAnswer first = transcript.firstAnswer();

        assertThat(transcript.tokens()).isEqualTo(first.tokens()).isBetween(300L, 4_000L);
    }

    private static void assertRight(TaskPayload payload, Question question, JsonNode truth) {
        AnswerSource source = new AnswerSource(payload, Policy.defaults());
        for (Reader reader : Reader.all()) {
            assertThat(reader.canTry(question)).isTrue();
            assertThat(reader.solve(source, task(question, truth)))
                    .as(reader.name())
                    .satisfies(solution -> assertThat(solution.reason()).isEmpty())
                    .satisfies(solution -> assertThat(solution.calls()).isPositive());
        }
    }
}
