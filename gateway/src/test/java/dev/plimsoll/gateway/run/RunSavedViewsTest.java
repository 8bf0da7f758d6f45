package dev.plimsoll.gateway.run;

import static dev.plimsoll.gateway.run.SavedViewRunClient.QUERY;
import static dev.plimsoll.gateway.run.SavedViewRunClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests saved views through {@code plimsoll run}, with a real server. */
@NullMarked
class RunSavedViewsTest {

    private static final String SAVED_ON = "policy: { saved: true, tokenBudgetThreshold: 300 }\n";
    private static final String SAVED_OFF = "policy: { tokenBudgetThreshold: 300 }\n";
    private static final String VIEW = "{\"uri\":\"plimsoll://saved/open\"}";
    private static final String MODERN_META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    @TempDir
    Path folder;

    @BeforeEach
    void writeRecords() throws Exception {
        Files.writeString(folder.resolve("file.json"), "[]");
    }

    private SavedViewRunClient start(String settings) throws Exception {
        SavedViewRunClient run = SavedViewRunClient.start(folder, settings);
        run.initialize();
        run.write(200, List.of(3, 50));
        return run;
    }

    private static String value(SavedViewRunClient run) throws Exception {
        return run.request("resources/read", VIEW).at("/result/contents/0/text").asString();
    }

    @Test
    void changesNothingWhileSavedIsOff() throws Exception {
        try (SavedViewRunClient run = SavedViewRunClient.start(folder, SAVED_OFF)) {
            assertThat(run.initialize().get("capabilities").toString()).doesNotContain("subscribe");
            run.write(200, List.of(3));
            assertThat(run.request("tools/list", "{}").toString())
                    .contains("plimsoll_read")
                    .doesNotContain("save");
            assertThat(text(run.save("open", QUERY))).contains("unknown argument save");
            assertThat(run.request("resources/list", "{}").toString()).doesNotContain("saved");
            assertThat(run.request("resources/read", VIEW).toString()).contains("not a resource of this server");
            assertThat(folder.resolve("data").resolve("saved")).doesNotExist();
        }
    }

    @Test
    void savesReadsAndRemoves() throws Exception {
        try (SavedViewRunClient run = SavedViewRunClient.start(folder, SAVED_ON)) {
            assertThat(run.initialize().at("/capabilities/resources/subscribe").asBoolean())
                    .isTrue();
            run.write(200, List.of(3, 50));
            assertThat(run.request("tools/list", "{}").toString()).contains("\"save\"");
            assertThat(text(run.save("open", QUERY)))
                    .startsWith("Saved as plimsoll://saved/open until you remove it: list, now [3,50].");
            assertThat(run.request("resources/list", "{}")
                            .at("/result/resources/0/uri")
                            .asString())
                    .isEqualTo("plimsoll://saved/open");
            run.write(200, List.of(3, 50, 60));
            assertThat(value(run)).isEqualTo("[3,50,60]");
            run.write(200, List.of(60));
            assertThat(text(run.call("plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\"}")))
                    .isEqualTo("[60]");
            // some clients fill in every argument
            assertThat(text(run.call(
                            "plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\",\"save\":\"\",\"query\":\"\"}")))
                    .isEqualTo("[60]");
            assertThat(text(run.call("plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\",\"save\":\"-\"}")))
                    .isEqualTo("Removed plimsoll://saved/open.");
            assertThat(run.request("resources/read", VIEW).at("/error/code").asInt())
                    .isEqualTo(-32002);
        }
    }

    @Test
    void refusesAStatementIfSqlIsOff() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            String refused = text(run.call(
                    "plimsoll_read",
                    "{\"cursor\":\"" + run.cursor("list")
                            + "\",\"sql\":\"SELECT count(*) AS n FROM data\",\"save\":\"open\"}"));
            assertThat(refused).contains("sql").contains("\"error\"");
        }
    }

    /** Checks that there is a notification for each change of the value, and none without a change. */
    @Test
    void reportsEachChangeOfTheValueAndNothingElse() throws Exception {
        Random random = new Random(42);
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
            run.request("resources/subscribe", VIEW);
            List<Integer> open = new ArrayList<>(List.of(3, 50));
            int changes = 0;
            for (int step = 0; step < 40; step++) {
                List<Integer> before = List.copyOf(open);
                if (random.nextInt(3) == 0) {
                    int id = random.nextInt(100);
                    if (!open.remove(Integer.valueOf(id))) {
                        open.add(id);
                    }
                }
                run.write(200, open, random.nextInt(5));
                run.call("list", "{}");
                changes += List.copyOf(open).equals(before) ? 0 : 1;
                assertThat(run.updates(changes)).as("step %d", step).hasSize(changes);
            }
            assertThat(changes).isPositive();
            assertThat(run.updates(changes).getFirst().at("/params/uri").asString())
                    .isEqualTo("plimsoll://saved/open");
        }
    }

    @Test
    void clientWithoutSubscriptionGetsNothing() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
            run.write(200, List.of(1));
            run.call("list", "{}");
            run.request("resources/subscribe", VIEW);
            run.request("resources/unsubscribe", VIEW);
            run.write(200, List.of(2));
            run.call("list", "{}");
            assertThat(run.updates(0)).isEmpty();
        }
    }

    @Test
    void otherArgumentsAndErrorsAreNoResultsOfTheView() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
            run.request("resources/subscribe", VIEW);
            run.write(200, List.of(1));
            run.call("list", "{\"page\":2}");
            run.call("replace", "{}");
            Files.delete(run.file());
            run.call("list", "{}");
            assertThat(run.updates(0)).isEmpty();
            assertThat(run.request("resources/read", VIEW).at("/error/message").asString())
                    .contains("list failed", "no such file");
        }
    }

    @Test
    void queryThatFailsIsReportedOnce() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
            run.request("resources/subscribe", VIEW);
            run.writeText("[1, 2]");
            run.call("list", "{}");
            run.writeText("[1, 2, 3]");
            run.call("list", "{}");
            assertThat(run.updates(1)).hasSize(1);
            assertThat(run.request("resources/read", VIEW)
                            .at("/error/data/error/code")
                            .asString())
                    .isEqualTo("QUERY_INVALID");
        }
    }

    @Test
    void toolThatIsNoLongerListedIsAnError() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
        }
        Files.writeString(folder.resolve("file.json"), "");
        try (SavedViewRunClient run = SavedViewRunClient.start(folder, SAVED_ON)) {
            run.initialize();
            assertThat(run.request("resources/read", VIEW)
                            .at("/error/data/error/code")
                            .asString())
                    .isEqualTo("ACTION_NOT_FOUND");
        }
    }

    @Test
    void viewsSurviveARestartAndOtherProcessesReportChanges() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
        }
        try (SavedViewRunClient subscriber = SavedViewRunClient.start(folder, SAVED_ON);
                SavedViewRunClient other = SavedViewRunClient.start(folder, SAVED_ON)) {
            subscriber.initialize();
            other.initialize();
            subscriber.request("resources/subscribe", VIEW);
            other.write(200, List.of(3, 50, 70));
            other.call("list", "{}");
            assertThat(subscriber.updates(1)).hasSize(1);
            assertThat(other.updates(0)).isEmpty();
            other.call("plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\",\"save\":\"-\"}");
            assertThat(subscriber.updates(2)).hasSize(2);
        }
    }

    @Test
    void removalOfTheFileIsReported() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", QUERY);
            run.request("resources/subscribe", VIEW);
            try (var files = Files.walk(folder.resolve("data").resolve("saved"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
            assertThat(run.updates(1)).hasSize(1);
            assertThat(run.request("resources/read", VIEW).at("/error/message").asString())
                    .isEqualTo("you have no saved view 'open' here");
        }
    }

    @Test
    void statementCanBeSaved() throws Exception {
        try (SavedViewRunClient run = start("policy: { saved: true, sql: true, tokenBudgetThreshold: 300 }\n")) {
            String arguments = "{\"cursor\":\"" + run.cursor("list") + "\",\"save\":\"open\",\"sql\":";
            assertThat(text(run.call(
                            "plimsoll_read", arguments + "\"SELECT count(*) n FROM data WHERE open = true\"}")))
                    .startsWith("Saved as plimsoll://saved/open until you remove it: list, now [{\"n\":2}].");
            assertThat(value(run)).isEqualTo("[{\"n\":2}]");
            run.write(200, List.of(3, 50, 60));
            assertThat(value(run)).isEqualTo("[{\"n\":3}]");
            assertThat(text(run.call("plimsoll_read", arguments + "\"SELECT nothing FROM data\"}")))
                    .contains("QUERY_INVALID", "Column \\\"nothing\\\" not found");
            assertThat(text(run.call("plimsoll_read", arguments + "{\"a\":\"SELECT 1 AS n\"}}")))
                    .as("named statements")
                    .startsWith("Saved as plimsoll://saved/open until you remove it: list, now {\"a\":[{\"n\":1}]}.");
            assertThat(text(run.call("plimsoll_read", arguments + "\"SELECT 1\",\"query\":\".\"}")))
                    .contains("sql cannot be used with query");
        }
    }

    @Test
    void cursorOfAProgramOrOfAnExpiredResultCannotBeSaved() throws Exception {
        String settings = """
                policy: { saved: true, tokenBudgetThreshold: 300 }
                store: { type: memory }
                programs: { mode: read, stored: { all_of_it: { program: 'call("list")', expose: true } } }
                """;
        String expiredCursor;
        try (SavedViewRunClient run = start(settings)) {
            expiredCursor = run.cursor("list");
            Map<String, String> programs =
                    Map.of("plimsoll_run", "{\"program\":\"call(\\\"list\\\")\"}", "all_of_it", "{}");
            for (Map.Entry<String, String> program : programs.entrySet()) {
                String answer = run.call(program.getKey(), program.getValue()).toString();
                Matcher cursor = Pattern.compile("nextCursor[\\\\\":]+([A-Za-z0-9_-]{48})")
                        .matcher(answer);
                assertThat(cursor.find()).as(answer).isTrue();
                assertThat(text(run.call(
                                "plimsoll_read",
                                "{\"cursor\":\"" + cursor.group(1) + "\",\"query\":\"length\",\"save\":\"x\"}")))
                        .contains("a result of " + program.getKey() + " cannot be saved");
            }
        }
        try (SavedViewRunClient run = start(settings)) {
            assertThat(text(run.call(
                            "plimsoll_read",
                            "{\"cursor\":\"" + expiredCursor + "\",\"query\":\"length\",\"save\":\"x\"}")))
                    .contains("CURSOR_EXPIRED");
        }
    }

    @Test
    void answerToASaveContainsANumber() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            assertThat(text(run.save("open", "map(select(.open)) | length")))
                    .startsWith("Saved as plimsoll://saved/open until you remove it: list, now 2. ");
        }
    }

    @Test
    void refusesWhatCannotBeSaved() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            for (String name : List.of("../open", "Open", "a b", "ä", "a".repeat(64), "con.json", "a/b", "\\u0000")) {
                assertThat(text(run.save(name, QUERY)))
                        .contains("cannot be the name of a view", "1 to 63 characters of a-z");
            }
            assertThat(text(run.save("open", ".a["))).as("an invalid query").contains("QUERY_INVALID");
            String cursor = run.cursor("list");
            assertThat(text(run.call("plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"save\":\"x\"}")))
                    .contains("save needs query, sql, or path");
            assertThat(text(run.call("plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"find\":\"a\",\"save\":\"x\"}")))
                    .contains("save cannot be used with find", "query, sql, args, path, as");
            assertThat(text(run.call("plimsoll_read", "{\"cursor\":\"abc\",\"query\":\".\",\"save\":\"x\"}")))
                    .contains("CURSOR_INVALID");
            assertThat(text(run.call("plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"save\":\"-\"}")))
                    .contains("removes a view, and the cursor is not the URI of one", "plimsoll://saved/NAME");
            assertThat(text(run.call("plimsoll_read", "{\"save\":\"-\"}"))).contains("INVALID_REQUEST");
            String cursorOfWritingTool = run.cursor("replace");
            assertThat(text(run.call(
                            "plimsoll_read",
                            "{\"cursor\":\"" + cursorOfWritingTool + "\",\"query\":\".\",\"save\":\"x\"}")))
                    .contains("FORBIDDEN", "readOnlyHint");
            assertThat(run.request("resources/subscribe", VIEW)
                            .at("/error/message")
                            .asString())
                    .isEqualTo("you have no saved view 'open' here");
        }
    }

    @Test
    void rulesDecideByTool() throws Exception {
        try (SavedViewRunClient run =
                start("policy: { tokenBudgetThreshold: 300 }\ntools: { other: { saved: true } }\n")) {
            assertThat(text(run.save("open", QUERY))).contains("FORBIDDEN", "views of list are not allowed");
        }
    }

    @Test
    void limitsTheNumberOfViews() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            String cursor = run.cursor("list");
            for (int i = 0; i <= 100; i++) {
                String answer = text(run.call(
                        "plimsoll_read",
                        "{\"cursor\":\"" + cursor + "\",\"query\":\"length\",\"save\":\"v" + i + "\"}"));
                assertThat(answer).contains(i < 100 ? "Saved as" : "you have 100 views");
            }
            assertThat(text(run.save("v7", QUERY))).contains("Saved as");
        }
    }

    @Test
    void operatorsIntervalReportsChangesWithoutCalls() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON + "tools: { list: { savedEvery: 1s } }\n")) {
            run.save("open", QUERY);
            run.request("resources/subscribe", VIEW);
            run.write(200, List.of(9));
            assertThat(run.updates(1)).hasSize(1);
        }
    }

    @Test
    void aLongValueIsWithinTheBudget() throws Exception {
        try (SavedViewRunClient run = start(SAVED_ON)) {
            run.save("open", ".");
            JsonNode read = run.call("plimsoll_read", "{\"cursor\":\"plimsoll://saved/open\"}");
            assertThat(read.at("/_meta/dev.plimsoll~1budget/estimatedTokens").asInt())
                    .isLessThanOrEqualTo(300);
            assertThat(text(read)).contains("nextCursor");
            assertThat(run.request("resources/read", VIEW).toString()).contains("plimsoll://page/");
        }
    }

    @Test
    void modernClientListens() throws Exception {
        try (SavedViewRunClient legacy = start(SAVED_ON)) {
            legacy.save("open", QUERY);
        }
        try (SavedViewRunClient run = SavedViewRunClient.start(folder, SAVED_ON, "--bridge")) {
            assertThat(run.request("server/discover", "{" + MODERN_META + "}")
                            .at("/result/capabilities/resources/subscribe")
                            .asBoolean())
                    .isTrue();
            int listenId = run.sendRequest(
                    "subscriptions/listen",
                    "{\"notifications\":{\"resourceSubscriptions\":[\"plimsoll://saved/open\",\"plimsoll://saved/nope\"],"
                            + "\"toolsListChanged\":true}," + MODERN_META + "}");
            awaitAcknowledgment(run);
            assertThat(run.notifications("notifications/subscriptions/acknowledged")
                            .getFirst()
                            .at("/params/notifications/resourceSubscriptions")
                            .toString())
                    .isEqualTo("[\"plimsoll://saved/open\"]");
            run.write(200, List.of(7));
            run.request("tools/call", "{\"name\":\"list\",\"arguments\":{}," + MODERN_META + "}");
            JsonNode update = run.updates(1).getFirst();
            assertThat(update.at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                            .asInt())
                    .isEqualTo(listenId);
            run.sendNotification("notifications/cancelled", "{\"requestId\":" + listenId + "}");
            run.request("tools/list", "{" + MODERN_META + "}");
            run.write(200, List.of(8));
            run.request("tools/call", "{\"name\":\"list\",\"arguments\":{}," + MODERN_META + "}");
            assertThat(run.updates(1)).hasSize(1);
        }
    }

    @Test
    void modernClientListensToViewsAlone() throws Exception {
        try (SavedViewRunClient legacy = start(SAVED_ON)) {
            legacy.save("open", QUERY);
        }
        try (SavedViewRunClient run = SavedViewRunClient.start(folder, SAVED_ON, "--bridge")) {
            run.sendRequest(
                    "subscriptions/listen",
                    "{\"notifications\":{\"resourceSubscriptions\":[\"plimsoll://saved/open\"]}," + MODERN_META + "}");
            awaitAcknowledgment(run);
            run.write(200, List.of(7));
            run.request("tools/call", "{\"name\":\"list\",\"arguments\":{}," + MODERN_META + "}");
            assertThat(run.updates(1)).hasSize(1);
            JsonNode read = run.request(
                            "resources/read", VIEW.substring(0, VIEW.length() - 1) + "," + MODERN_META + "}")
                    .get("result");
            assertThat(read.get("cacheScope").asString()).isEqualTo("private");
            assertThat(read.get("ttlMs").asInt()).isZero();
        }
    }

    private static void awaitAcknowledgment(SavedViewRunClient run) throws InterruptedException {
        for (int i = 0;
                i < 500
                        && run.notifications("notifications/subscriptions/acknowledged")
                                .isEmpty();
                i++) {
            Thread.sleep(20);
        }
        assertThat(run.notifications("notifications/subscriptions/acknowledged"))
                .as(run.log())
                .hasSize(1);
    }
}
