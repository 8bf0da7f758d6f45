package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests the app of Plimsoll itself through {@code plimsoll run}. */
@NullMarked
class RunShowTest {

    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})");
    private static final String INITIALIZE = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"extensions\":"
            + "{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}},"
            + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}";

    @TempDir
    Path folder;

    private RunFixture start(String settings) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), settings);
        return RunFixture.start(
                folder,
                FixtureServer.command(),
                "--config",
                "p.yaml",
                "--data",
                folder.resolve("data").toString());
    }

    private static JsonNode call(RunFixture run, int id, String tool, String arguments) throws Exception {
        run.request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
        return run.response().get("result");
    }

    @Test
    void showsResultAfterRestart() throws Exception {
        String appCursor;
        try (RunFixture run = start("store: { type: disk }\n")) {
            JsonNode initialized = run.request(1, "initialize", INITIALIZE).response();
            assertThat(initialized.at("/result/capabilities/resources").isObject())
                    .isTrue();
            JsonNode first = call(run, 2, "list", "{\"count\":900}");
            Matcher cursor = CURSOR.matcher(first.toString());
            assertThat(cursor.find()).isTrue();
            assertThat(run.request(3, "tools/list", "{}").response().toString())
                    .contains("\"plimsoll_show\"", "\"plimsoll_app_read\"");
            JsonNode shown = call(run, 4, "plimsoll_show", "{\"cursor\":\"" + cursor.group(1) + "\"}");
            assertThat(shown.at("/content/0/text").asString()).isEqualTo("Shown to the person: 2 members from list.");
            appCursor = shown.at("/_meta/dev.plimsoll~1app/cursor").asString();
            assertThat(call(run, 5, "plimsoll_app_read", "{\"cursor\":\"" + appCursor + "\",\"path\":\"/items\"}")
                            .at("/structuredContent/totalCount")
                            .asInt())
                    .isEqualTo(900);
            assertThat(run.request(6, "resources/read", "{\"uri\":\"ui://plimsoll/result\"}")
                            .response()
                            .at("/result/contents/0/mimeType")
                            .asString())
                    .isEqualTo("text/html;profile=mcp-app");
        }
        try (RunFixture run = start("store: { type: disk }\n")) {
            run.request(1, "initialize", INITIALIZE).response();
            JsonNode read = call(
                    run, 5, "plimsoll_app_read", "{\"cursor\":\"" + appCursor + "\",\"path\":\"/items\",\"from\":899}");
            assertThat(read.at("/structuredContent/items").size()).isEqualTo(1);
        }
    }

    @Test
    void refusesInvalidRequestForThePage() throws Exception {
        try (RunFixture run = start("programs: read\n")) {
            run.request(1, "initialize", INITIALIZE).response();
            run.send("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"resources/read\","
                    + "\"params\":{\"uri\":\"ui://plimsoll/result\"}}");
            assertThat(run.response().at("/error/code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void runningProgramIsNotAnsweredAfterTheClientLeft() throws Exception {
        try (RunFixture run = start("programs: read\n")) {
            run.request(1, "initialize", INITIALIZE).response();
            run.request(2, "tools/list", "{}").response();
            run.request(
                    3,
                    "tools/call",
                    "{\"name\":\"plimsoll_run\",\"arguments\":{\"program\":\"reduce range(0; 1000000000) as $i (0; . + 1)\"}}");
            Thread.sleep(500);
            run.endInput();
            assertThat(run.nextLine()).isEmpty();
        }
    }

    @Test
    void showFalseRemovesTheToolsOfTheApp() throws Exception {
        try (RunFixture run = start("show: false\n")) {
            run.request(1, "initialize", INITIALIZE).response();
            assertThat(run.request(3, "tools/list", "{}").response().toString())
                    .contains("plimsoll_read")
                    .doesNotContain("plimsoll_show", "plimsoll_app_read");
        }
    }
}
