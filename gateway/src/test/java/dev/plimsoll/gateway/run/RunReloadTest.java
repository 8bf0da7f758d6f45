package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests {@code plimsoll run} when its configuration changes while a client is connected. */
@Timeout(60)
class RunReloadTest {

    @TempDir
    Path folder;

    private void write(String configuration) throws Exception {
        Path temporaryFile = Files.writeString(folder.resolve("temporary.yaml"), configuration);
        Files.move(temporaryFile, folder.resolve("p.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static int budget(RunFixture run, int id) throws Exception {
        JsonNode response = run.request(id, "tools/call", "{\"name\":\"echo\",\"arguments\":{\"message\":\"a\"}}")
                .response();
        return response.at("/result/_meta/dev.plimsoll~1budget/threshold").asInt();
    }

    private static int awaitBudget(RunFixture run, int expected) throws Exception {
        int id = 100;
        while (budget(run, id) != expected && id < 500) {
            id++;
            TimeUnit.MILLISECONDS.sleep(25);
        }
        return budget(run, id + 1_000);
    }

    @Test
    void appliesLimitsAndDefersOtherChanges() throws Exception {
        write("policy: { tokenBudgetThreshold: 3000 }\n");
        try (RunFixture run =
                RunFixture.start(folder, FixtureServer.command(), "--config", "p.yaml", "--data", "data")) {
            run.request(0, "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}")
                    .response();
            assertThat(budget(run, 1)).isEqualTo(3000);

            // an unrelated server is added to the same file
            write("servers: { other: { command: [cat] } }\npolicy: { tokenBudgetThreshold: 2000 }\n");
            assertThat(awaitBudget(run, 2000)).isEqualTo(2000);

            write("policy: { tokenBudgetThreshold: nothing }\n");
            write("policy: { tokenBudgetThreshold: 1500 }\n");
            assertThat(awaitBudget(run, 1500)).isEqualTo(1500);
        }
        assertThat(Files.readString(folder.resolve("data").resolve("config-audit.jsonl")))
                .contains("\"was\":\"3000\",\"is\":\"2000\"", "\"fromNextStart\":[{\"path\":\"servers\"");
    }

    /** Returns the names of the declared arguments of the tool {@code list}. */
    private static Collection<String> listArguments(RunFixture run, int id) throws Exception {
        JsonNode tools = run.request(id, "tools/list", "{}").response().at("/result/tools");
        for (JsonNode tool : tools) {
            if (tool.get("name").asString().equals("list")) {
                return tool.at("/inputSchema/properties").propertyNames();
            }
        }
        return List.of();
    }

    @Test
    void notifiesClientOfChangedToolList() throws Exception {
        write("{}\n");
        try (RunFixture run =
                RunFixture.start(folder, FixtureServer.command(), "--config", "p.yaml", "--data", "data")) {
            run.request(0, "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}")
                    .response();
            assertThat(listArguments(run, 1)).containsExactly("count");

            write("tools: { list: { heavy: true } }\n");

            assertThat(run.nextMessage().path("method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(listArguments(run, 2)).contains("count", "cursor");
        }
    }
}
