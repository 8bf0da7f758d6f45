package dev.plimsoll.gateway.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.testkit.Await;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFieldsTest {

    private static final Log LOG = new Log(new PrintStream(PrintStream.nullOutputStream()), LogSeverity.OFF);

    private static final List<ServerConfig> SERVERS = List.of(ServerConfig.of("files", List.of("files-server")));

    @TempDir
    Path data;

    private final List<ResultFields> learners = new ArrayList<>();

    private ResultFields learner(Path data, List<ServerConfig> servers) {
        ResultFields fields = ResultFields.ofFolder(data, servers, LOG);
        learners.add(fields);
        return fields;
    }

    /** Waits until no file is being written. Otherwise, JUnit could delete the folder while a file is written to it. */
    @AfterEach
    void awaitLastFile() throws Exception {
        for (ResultFields fields : learners) {
            Await.until("the file is written", fields::isIdle);
        }
    }

    private static void guard(ResultFields fields, String tool, String text, boolean isError) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", text);
        Slice result =
                json.endObject().endArray().bool("isError", isError).endObject().slice();
        Plimsoll engine = Plimsoll.builder()
                .listener(fields.createListener(GuardListener.none()))
                .build();
        var _ = engine.guard(ToolCall.of("files", tool, "ann"), RawResult.of(result));
    }

    private static String shape(ResultFields fields, String tool) {
        return Objects.requireNonNull(fields.find("files", tool)).utf8();
    }

    private static void awaitShape(ResultFields fields, String tool) throws Exception {
        Await.until("learned from " + tool, () -> fields.find("files", tool) != null);
    }

    @Test
    void learnsFromResultsAndKeepsNamesOnly() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        guard(fields, "list", "[{\"id\":1,\"name\":\"secret\"}]", false);
        awaitShape(fields, "list");
        assertThat(shape(fields, "list")).isEqualTo("[{\"id\":\"number\",\"name\":\"string\"}]");
        assertThat(fields.find("files", "other")).isNull();
        Path file = data.resolve("result-fields.json");
        Await.until("the file is written", () -> Files.exists(file));
        assertThat(Files.readString(file))
                .containsPattern("files-[0-9a-f]{12}/list")
                .doesNotContain("secret");
        assertThat(learner(data, SERVERS).find("files", "list")).isNotNull();
    }

    @Test
    void learnsFromRecordsInTexts() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        guard(fields, "csv", "id,name\n1,Ann\n2,Bob\n3,Cid\n4,Dan\n", false);
        awaitShape(fields, "csv");
        assertThat(shape(fields, "csv")).contains("\"id\"").contains("\"name\":\"string\"");
    }

    @Test
    void learnsFromResultsInQuickSuccession() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        for (int i = 0; i < 20; i++) {
            guard(fields, "list" + i, "[{\"id\":1}]", false);
        }
        for (int i = 0; i < 20; i++) {
            awaitShape(fields, "list" + i);
        }
    }

    @Test
    void combinesTheShapesOfSeveralResults() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        guard(fields, "read", "[{\"id\":1}]", false);
        awaitShape(fields, "read");
        guard(fields, "read", "a sentence, and no data", false);
        Await.until(
                "both shapes are learned",
                () -> shape(fields, "read").equals("{\"anyOf\":[\"text\",[{\"id\":\"number\"}]]}"));
        guard(fields, "read", "[{\"name\":\"x\"}]", false);
        Await.until(
                "all shapes are learned",
                () -> shape(fields, "read").equals("{\"anyOf\":[\"text\",[{\"id\":\"number\",\"name\":\"string\"}]]}"));
    }

    @Test
    void doesNotLearnFromErrors() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        guard(fields, "list", "{\"error\":\"no\"}", true);
        // results are processed in order, so the error was processed before this result
        guard(fields, "later", "[1]", false);
        awaitShape(fields, "later");
        assertThat(fields.find("files", "list")).isNull();
    }

    @Test
    void doesNotLearnFromToolsOfPlimsoll() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        guard(fields, "plimsoll_tools", "{\"tools\":[]}", false);
        // the next result is learned, so the ignored result does not block the queue
        guard(fields, "list", "[1]", false);
        awaitShape(fields, "list");
        assertThat(fields.find("files", "plimsoll_tools")).isNull();
    }

    @Test
    void anotherCommandIsAnotherServer() throws Exception {
        ResultFields fields = learner(data, SERVERS);
        guard(fields, "list", "[{\"id\":1}]", false);
        awaitShape(fields, "list");
        Await.until("the file is written", () -> Files.exists(data.resolve("result-fields.json")));
        ResultFields fieldsOfAnotherCommand =
                ResultFields.ofFolder(data, List.of(ServerConfig.of("files", List.of("another-server"))), LOG);
        assertThat(fieldsOfAnotherCommand.find("files", "list")).isNull();
        // a process that saves its fields preserves the fields that the other process saved
        guard(fieldsOfAnotherCommand, "read", "[{\"id\":1}]", false);
        awaitShape(fieldsOfAnotherCommand, "read");
        Await.until(
                "saved",
                () -> Files.readString(data.resolve("result-fields.json")).contains("/read"));
        assertThat(learner(data, SERVERS).find("files", "list")).isNotNull();
    }

    @Test
    void aDamagedFileCountsAsEmpty() throws Exception {
        Files.writeString(data.resolve("result-fields.json"), "{\"files/list\": [");
        assertThat(learner(data, SERVERS).find("files", "list")).isNull();
    }
}
