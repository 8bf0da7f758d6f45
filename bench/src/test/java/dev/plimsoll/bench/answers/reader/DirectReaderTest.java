package dev.plimsoll.bench.answers.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.answers.reader.Solution.Status;
import dev.plimsoll.bench.answers.task.AnswerTask;
import dev.plimsoll.bench.answers.task.Condition;
import dev.plimsoll.bench.answers.task.Output;
import dev.plimsoll.bench.answers.task.Question;
import dev.plimsoll.bench.answers.task.RecordQuestion;
import dev.plimsoll.bench.answers.task.TaskKind;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.bench.answers.task.TaskPayload.Format;
import dev.plimsoll.bench.answers.task.Truth;
import dev.plimsoll.json.JsonWriter;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

class DirectReaderTest {

    private static final String LIST =
            "[{\"id\": 1, \"name\": \"Anna\"}, {\"id\": 2, \"name\": \"Bert\"}, {\"id\": 3, \"name\": \"Cleo\"}]";
    private static final AnswerTask COUNT = task(RecordQuestion.of(Output.count()), Truth.of(BigDecimal.valueOf(3)));
    private static final AnswerTask LAST =
            task(RecordQuestion.of(Output.first("name"), Condition.is("id", IntNode.valueOf(3))), Truth.of("Cleo"));
    private static final AnswerTask FIRST =
            task(RecordQuestion.of(Output.first("name"), Condition.is("id", IntNode.valueOf(1))), Truth.of("Anna"));

    @Test
    void readerOfTheWholeResultIsRight() {
        DirectReader whole = DirectReader.ofWholeResult(payload(LIST, Format.JSON));

        assertThat(whole.solve(COUNT).status()).isEqualTo(Status.RIGHT);
        assertThat(whole.solve(LAST).status()).isEqualTo(Status.RIGHT);
    }

    @Test
    void readerOfABlindCutTreatsThePartAsTheWhole() {
        DirectReader blind = DirectReader.cutByTool(payload(LIST, Format.JSON), 55);

        assertThat(blind.solve(COUNT).status()).isEqualTo(Status.WRONG);
        assertThat(blind.solve(FIRST).status()).isEqualTo(Status.RIGHT);
        assertThat(blind.solve(LAST).status()).isEqualTo(Status.MISSING);
    }

    @Test
    void readerOfAClientCutNoticesTheCut() {
        DirectReader client = DirectReader.cutByClient(payload(LIST, Format.JSON), 20);

        assertThat(client.tokens()).isEqualTo(20);
        assertThat(client.solve(COUNT).status()).isEqualTo(Status.MISSING);
        assertThat(client.solve(FIRST).status()).isEqualTo(Status.RIGHT);
        assertThat(DirectReader.cutByClient(payload(LIST, Format.JSON), 900)
                        .solve(COUNT)
                        .status())
                .isEqualTo(Status.RIGHT);
    }

    @Test
    void readsTablesAndPythonLiteralsUpToTheCut() {
        String table = "id,name\n1,\"Anna, B.\"\n2,Bert\n3,Cl";
        String python = "[{'id': 1, 'name': 'Anna', 'old': None}, {'id': 2, 'name': 'Bert', 'old': True}, {'id'";

        assertThat(TextParser.parse(table, Format.CSV))
                .hasToString("[{\"id\":1,\"name\":\"Anna, B.\"},{\"id\":2,\"name\":\"Bert\"}]");
        assertThat(TextParser.parse(python, Format.PYTHON).get(1))
                .hasToString("{\"id\":2,\"name\":\"Bert\",\"old\":true}");
    }

    @Test
    void noticesThatTheServerHasMore() {
        String page = "{\"count\": 9, \"next\": \"https://a.example/2\", \"results\": " + LIST + "}";
        AnswerTask task = task(RecordQuestion.of(Output.count()).withUnreturned(), Truth.INCOMPLETE);

        assertThat(DirectReader.ofWholeResult(payload(page, Format.JSON))
                        .solve(task)
                        .status())
                .isEqualTo(Status.RIGHT);
    }

    static AnswerTask task(Question question, JsonNode truth) {
        return new AnswerTask(TaskKind.FULL_SCAN, "a question", question, truth);
    }

    static TaskPayload payload(String text, Format format) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text).endObject();
        return new TaskPayload(
                "list", "a list", format, json.endArray().endObject().slice(), text, List.of());
    }
}
