package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.PagedServer;
import dev.plimsoll.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests that {@code plimsoll_tools} finds the tools of a server process by the fields of their earlier results. */
class RunCatalogTest {

    @TempDir
    Path folder;

    private RunFixture start() throws Exception {
        Files.writeString(folder.resolve("p.yaml"), "catalog: dispatch\nprograms: read\n");
        RunFixture run = RunFixture.start(
                folder,
                PagedServer.command(250, folder.resolve("calls")),
                "--config",
                "p.yaml",
                "--data",
                "data",
                "--name",
                "crm");
        run.request(
                1,
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
        run.response();
        return run;
    }

    private static String callToolsTool(RunFixture run, int id, String arguments) throws Exception {
        run.request(id, "tools/call", "{\"name\":\"plimsoll_tools\",\"arguments\":" + arguments + "}");
        return run.response().at("/result/content/0/text").asString();
    }

    @Test
    void fieldsAreFoundAndShownAlsoAfterARestart() throws Exception {
        try (RunFixture run = start()) {
            run.request(2, "tools/list", "{}");
            JsonNode listed = run.response().at("/result/tools");
            assertThat(listed.valueStream().map(tool -> tool.get("name").asString()))
                    .containsExactlyInAnyOrder("plimsoll_tools", "plimsoll_read", "plimsoll_run");
            assertThat(callToolsTool(run, 3, "{\"help\":\"onward\"}")).contains("\"tools\":[]");
            callToolsTool(run, 4, "{\"name\":\"archive\",\"call\":{}}");
            // the fields are recorded in the background
            Await.until("the fields are recorded", () -> Files.exists(folder.resolve("data/result-fields.json")));
            assertThat(callToolsTool(run, 5, "{\"help\":\"onward\"}")).contains("\"tools\":[{\"name\":\"archive\"}]");
        }
        try (RunFixture run = start()) {
            assertThat(callToolsTool(run, 2, "{\"help\":\"onward\"}")).contains("\"tools\":[{\"name\":\"archive\"}]");
            assertThat(callToolsTool(run, 3, "{\"name\":\"archive\"}"))
                    .contains("\"start_token\"")
                    .contains("\"entries\":[{\"id\":\"number\",\"amount\":\"number\",\"text\":\"string\"}]");
            assertThat(callToolsTool(run, 4, "{\"help\":\"\"}"))
                    .contains("archive", "crm", "csv", "writer", "no_page_argument");
        }
    }
}
