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

/** Tests {@code collect} with a server process whose tools return pages. */
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
        return run.response();
    }

    private static String text(JsonNode response) {
        return response.at("/result/content/0/text").asString();
    }

    @Test
    void oneCallAnswersOverAllRecords() throws Exception {
        try (RunFixture run = start("policy: { tokenBudgetThreshold: 600 }\n")) {
            initialize(run);
            Matcher cursor = CURSOR.matcher(text(run.call(2, "crm").response()));
            assertThat(cursor.find()).isTrue();
            run.request(
                    3,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group()
                            + "\",\"collect\":true,\"query\":\"[.results[].amount] | add\"}}");
            String answer = text(run.response());
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
            assertThat(text(run.call(2, "jira").response()))
                    .contains("7 pages of jira joined: 700 records", "call jira again with startAt = 700");
            assertThat(Files.readAllLines(calls())).hasSize(7);
        }
    }

    private static final String ARCHIVE = "tools: { crm/archive: { paging: { argument: start_token, size: amount=500,"
            + " next: meta.links.onward, items: payload.entries, total: payload.summary.n } } }\n";

    @Test
    void aRuleSaysHowAToolPages() throws Exception {
        try (RunFixture run = start("programs: read\npolicy: { tokenBudgetThreshold: 1000 }\n" + ARCHIVE)) {
            initialize(run);
            run.request(2, "tools/list", "{}");
            run.response();
            String first = text(run.call(3, "archive").response());
            assertThat(first)
                    .contains("call archive again with start_token", "\"onward\":\"t100\",\"n\":5000")
                    .contains("\"collect\":true");
            Matcher cursor = CURSOR.matcher(first);
            assertThat(cursor.find()).isTrue();
            run.request(
                    4,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group()
                            + "\",\"collect\":true,\"query\":\"[.payload.entries[].amount] | add\"}}");
            assertThat(text(run.response()))
                    .contains("All 50 pages of archive joined: 5,000 records")
                    .contains("\"results\":[" + (4_999L * 5_000 / 2 + 2_500));
            run.request(
                    5,
                    "tools/call",
                    "{\"name\":\"plimsoll_run\",\"arguments\":{\"program\":\"[pages(\\\"archive\\\"; {}).payload.entries[].id] | add\"}}");
            assertThat(text(run.response())).contains("12502500");
            // the program reads pages of 500 records, and collect reads pages of 100 records like the first call
            assertThat(Files.readAllLines(calls())).hasSize(50 + 10);
        }
    }

    @Test
    void aRuleThatDoesNotMatchTheResultIsReported() throws Exception {
        String wrongRule =
                ARCHIVE.replace("payload.entries", "payload.rows").replace("paging:", "collect: 20, paging:");
        try (RunFixture run = start("programs: read\npolicy: { tokenBudgetThreshold: 600 }\n" + wrongRule)) {
            initialize(run);
            assertThat(text(run.call(2, "archive").response()))
                    .contains("Page 2 could not be read, so it and later ones are missing: paging.items: the page has"
                            + " nothing at payload.rows.");
            run.request(
                    3,
                    "tools/call",
                    "{\"name\":\"plimsoll_run\",\"arguments\":{\"program\":\"[pages(\\\"archive\\\"; {})] | length\"}}");
            assertThat(text(run.response())).contains("paging.items: the page has nothing at payload.rows");
        }
    }
}
