package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.PagedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Joins the pages of a server process. */
class RunCollectTest {

    private static final Pattern CURSOR = Pattern.compile("\\b[A-Za-z0-9_-]{48}\\b");

    @TempDir
    Path folder;

    private Path calls() {
        return folder.resolve("calls");
    }

    private RunFixture start(String settings) throws Exception {
        Files.writeString(folder.resolve("p.yaml"), settings);
        return RunFixture.start(
                folder, PagedServer.command(5_000, calls()), "--config", "p.yaml", "--data", "data", "--name", "crm");
    }

    private static JsonNode initialize(RunFixture run) throws Exception {
        run.request(
                1,
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
        return run.answer();
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString();
    }

    @Test
    void oneCallAnswersOverAllRecords() throws Exception {
        try (RunFixture run = start("policy: { tokenBudgetThreshold: 600 }\n")) {
            initialize(run);
            Matcher cursor = CURSOR.matcher(text(run.call(2, "crm").answer()));
            assertThat(cursor.find()).isTrue();
            run.request(
                    3,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group()
                            + "\",\"collect\":true,\"query\":\"[.results[].amount] | add\"}}");
            String answer = text(run.answer());
            assertThat(answer)
                    .contains("All 50 pages of crm joined: 5,000 records")
                    .contains("\"results\":[" + (4_999L * 5_000 / 2 + 2_500));
            assertThat(Files.readAllLines(calls())).hasSize(50);
            assertThat(run.log()).contains("tool=crm outcome=inner").doesNotContain(cursor.group());
        }
    }

    @Test
    void aRuleReadsTheFirstPages() throws Exception {
        try (RunFixture run = start("tools: { crm/jira: { collect: 7 } }\n")) {
            initialize(run);
            assertThat(text(run.call(2, "jira").answer()))
                    .contains("7 pages of jira joined: 700 records", "call jira again with startAt = 700");
            assertThat(Files.readAllLines(calls())).hasSize(7);
        }
    }
}
