package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests {@code plimsoll run} with servers and clients that misbehave. */
class RunFailuresTest {

    private static final String OK = "{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}";

    @TempDir
    Path folder;

    private static String printf(String message) {
        return "printf '%s\\n' '" + message + "'; ";
    }

    private static String printResponse(String id, String result) {
        return printf("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    @Test
    void reportsServerThatDoesNotStart() throws Exception {
        try (RunFixture run = RunFixture.start(folder, java.util.List.of("no-such-server", "--secret=hidden"))) {
            run.request(1, "initialize", "{}");
            JsonNode error = run.response().get("error");
            assertThat(error.get("message").asString())
                    .isEqualTo("cannot start no-such-server: no such program on PATH");
            assertThat(error.at("/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(run.log()).contains("cannot start no-such-server").doesNotContain("hidden");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--name shop, fix servers.shop.command in the configuration and start again",
        "--name shop -- no-such-command, fix the command after -- and start again"
    })
    void suggestsWhereToFixTheCommand(String arguments, String suggestion) throws Exception {
        Files.writeString(
                folder.resolve("plimsoll.json"), "{\"servers\":{\"shop\":{\"command\":[\"no-such-server\"]}}}");
        try (RunFixture run = RunFixture.startWithArguments(
                folder, ("--config plimsoll.json --data data " + arguments).split(" ", -1))) {
            run.request(1, "initialize", "{}");
            assertThat(run.response().at("/error/data/error/details/suggestion").asString())
                    .isEqualTo(suggestion);
        }
    }

    @Test
    void reportsTheLastOutputOfAServerThatEndsImmediately() throws Exception {
        String script = "echo 'npm error 404 Not Found - GET https://me:pw@registry/x' >&2; read a; exit 1";
        try (RunFixture run = RunFixture.startScript(folder, script)) {
            run.call(1, "one");
            assertThat(RunFixture.toolError(run.response()).get("message").asString())
                    .contains("it ended with exit code 1; its last output: "
                            + "npm error 404 Not Found - GET https://***@registry/x");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Starting server…", "{\\\"level\\\":30,\\\"msg\\\":\\\"starting\\\"}"})
    void reportsTheLastOutputOfAServerThatHasSentOnlyOtherLines(String line) throws Exception {
        String script = "echo \"" + line + "\"; echo 'no database' >&2; read a; exit 1";
        try (RunFixture run = RunFixture.startScript(folder, script)) {
            run.call(1, "one");
            JsonNode message = run.response();
            while (!message.has("id")) {
                message = run.response();
            }
            assertThat(RunFixture.toolError(message).get("message").asString())
                    .contains("it ended with exit code 1; its last output: no database");
        }
    }

    @Test
    void failsPendingRequestsWhenServerDies() throws Exception {
        String script = "read a; read b; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"resu'; exit 3";
        try (RunFixture run = RunFixture.startScript(folder, script)) {
            run.call(1, "one").request(2, "prompts/list", "{}");
            JsonNode first = run.response();
            JsonNode second = run.response();
            JsonNode toolResponse = first.get("id").asInt() == 1 ? first : second;
            JsonNode promptList = first.get("id").asInt() == 1 ? second : first;
            assertThat(RunFixture.toolError(toolResponse).get("code").asString())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(RunFixture.toolError(toolResponse).get("message").asString())
                    .contains("it ended with exit code 3");
            assertThat(promptList.at("/error/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        }
    }

    @Test
    void skipsBannersBrokenUtf8AndBlankLines() throws Exception {
        String noiseScript = "echo 'Server listening'; echo; printf '\\303\\n'; printf '{\"a\":\"\\303\"}\\n'; ";
        try (RunFixture run = RunFixture.startScript(
                folder, noiseScript + "read a; " + noiseScript + printResponse("1", OK) + "cat >/dev/null")) {
            JsonNode response = run.call(1, "t").response();
            assertThat(response.at("/result/content/0/text").asString()).isEqualTo("ok");
            assertThat(run.log())
                    .contains("skipped output of the server that is not a message")
                    .doesNotContain("listening");
        }
    }

    @Test
    void dropsDuplicateAndUnknownResponses() throws Exception {
        String script = "read a; " + printResponse("1", OK) + printResponse("1", "{\"twice\":true}")
                + printResponse("99", "{\"stray\":true}")
                + printf("{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":{\"quoted\":true}}") + "cat >/dev/null";
        try (RunFixture run = RunFixture.startScript(folder, script)) {
            run.call(1, "t");
            assertThat(run.response().at("/result/content/0/text").asString()).isEqualTo("ok");
            run.endInput();
            assertThat(run.nextLine()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void respondsWithOriginalId() throws Exception {
        try (RunFixture run =
                RunFixture.startScript(folder, "read a; " + printResponse("\"1\"", OK) + "cat >/dev/null")) {
            JsonNode response = run.call(1, "t").response();
            assertThat(response.get("id").isInt()).isTrue();
        }
    }

    @Test
    void endsDespiteProcessesThatIgnoreSignals() throws Exception {
        Path pids = folder.resolve("pids");
        String signalIgnoringScript = "trap '' TERM HUP; echo $$ >> " + pids + "; while :; do sleep 1; done";
        String script = "sh -c \"" + signalIgnoringScript.replace("$", "\\$") + "\" & " + signalIgnoringScript;
        try (RunFixture run = RunFixture.startScript(folder, script)) {
            Await.until(
                    "both processes run",
                    () -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
            run.endInput();
            assertThat(run.endsWithin(Duration.ofSeconds(20))).isTrue();
            for (String pid : Files.readAllLines(pids)) {
                Await.until(pid + " has ended", () -> hasEnded(Long.parseLong(pid)));
            }
        }
    }

    @Test
    void writesNothingAfterClientLeftButLogsTermination() throws Exception {
        try (RunFixture run = RunFixture.startScript(folder, "read a; read b; exec sleep 30")) {
            run.call(1, "slow").request(2, "prompts/list", "{}").endInput();
            assertThat(run.nextLine()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
            assertThat(run.log())
                    .contains("a request was not answered")
                    .contains("its input was closed, and it was terminated because it was still running 1000 ms later");
        }
    }

    @Test
    void writesNothingAfterClientLeftWhileACallWaitsForTheTools() throws Exception {
        // the call waits for tools/list, to which the server responds with an error when its input ends
        String script =
                "read a; id=$(echo \"$a\" | sed 's/.*\"id\":\\(\"[^\"]*\"\\).*/\\1/'); echo \"$a\" > lists; read b;"
                        + " echo '{\"jsonrpc\":\"2.0\",\"id\":'\"$id\"',\"error\":{\"code\":-1,\"message\":\"no\"}}'; sleep 0.5";
        Files.writeString(folder.resolve("plimsoll.yaml"), "catalog: dispatch\n");
        try (RunFixture run =
                RunFixture.startScript(folder, "cd '" + folder + "'; " + script, "--config", "plimsoll.yaml")) {
            run.request(1, "tools/call", "{\"name\":\"plimsoll_tools\",\"arguments\":{\"name\":\"slow\",\"call\":{}}}");
            Await.until("the server has got tools/list", () -> Files.exists(folder.resolve("lists")));
            run.endInput();
            assertThat(run.nextLine()).isEmpty();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void passesAnswerThatArrivesAfterClientLeft() throws Exception {
        try (RunFixture run = RunFixture.startScript(folder, "read a; sleep 0.3; " + printResponse("1", OK))) {
            run.call(1, "slow").endInput();
            assertThat(run.response().at("/result/content/0/text").asString()).isEqualTo("ok");
        }
    }

    @Test
    void endsIfChildHoldsOutputAfterClientLeft() throws Exception {
        try (RunFixture run = RunFixture.startScript(folder, "read a; sleep 30 & echo gone > " + folder + "/gone")) {
            run.call(1, "slow");
            Await.until("the server has ended", () -> Files.exists(folder.resolve("gone")));
            run.endInput();
            assertThat(run.nextLine()).isEmpty();
            assertThat(run.endsWithin(Duration.ofSeconds(5))).isTrue();
        }
    }

    /** Returns whether the process has ended. A process that its parent has not reaped yet counts as ended, too. */
    private static boolean hasEnded(long pid) {
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
            return true;
        }
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            // the process has just ended, or this system has no such file
            return false;
        }
    }

    @Test
    void answersThousandPipelinedRequests() throws Exception {
        String script =
                "while read line; do id=${line#*\\\"id\\\":}; id=${id%%,*}; printf '{\"jsonrpc\":\"2.0\",\"id\":%s,"
                        + "\"result\":{\"content\":[]}}\\n' \"$id\"; done";
        try (RunFixture run = RunFixture.startScript(folder, script, "--log-level=warn")) {
            Thread clientThread = new Thread(() -> {
                try {
                    for (int i = 1; i <= 1000; i++) {
                        // every tenth call is answered by the gateway itself
                        run.call(i, i % 10 == 0 ? "plimsoll_read" : "t");
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            clientThread.start();
            clientThread.join(2_000);
            Set<Integer> ids = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                ids.add(run.response().get("id").asInt());
            }
            assertThat(ids).hasSize(1000);
            clientThread.join();
        }
    }

    @Test
    void appliesBackpressureToFloodingServer() throws Exception {
        String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\""
                + "x".repeat(900) + "\"}}";
        Path doneFile = folder.resolve("count");
        // the script writes this file when all its output has been read, or when the reader has closed the pipe
        String script = "yes '" + notification + "' | head -n 200000; echo done > " + doneFile + "; cat >/dev/null";
        try (RunFixture run = RunFixture.startScript(folder, script)) {
            assertThat(run.nextLine()).isEqualTo(notification);
            // if a buffer read the output in advance, it would have read all 200 MB by now
            Thread.sleep(500);
            assertThat(Files.exists(doneFile)).isFalse();
            for (int i = 0; i < 1_000; i++) {
                assertThat(run.nextLine()).isEqualTo(notification);
            }
            run.endInput();
            assertThat(run.endsWithin(Duration.ofSeconds(20))).isTrue();
        }
    }

    @Test
    void timesOutSilentServer() throws Exception {
        Files.writeString(folder.resolve("p.yaml"), """
                servers:
                  main: { command: [sh], timeouts: { request: 300ms } }
                """);
        Path receivedFile = folder.resolve("seen");
        try (RunFixture run = RunFixture.startScript(folder, "cat > " + receivedFile, "--config", "p.yaml")) {
            JsonNode response = run.call(7, "t").response();
            assertThat(RunFixture.toolError(response).get("code").asString()).isEqualTo("UPSTREAM_TIMEOUT");
            Await.until(
                    "the server has received the cancellation",
                    () -> Files.readString(receivedFile).contains("notifications/cancelled"));
        }
    }

    @Test
    void refusesDuplicateRequestId() throws Exception {
        try (RunFixture run =
                RunFixture.startScript(folder, "read a; read b; " + printResponse("1", OK) + "cat >/dev/null")) {
            run.call(1, "t").call(1, "t").request(2, "x", "{}");
            JsonNode first = run.response();
            JsonNode second = run.response();
            assertThat(first.has("error") != second.has("error")).isTrue();
        }
    }

    @Test
    void reportsMessageAboveLimit() throws Exception {
        Files.writeString(folder.resolve("p.yaml"), "maxMessageBytes: 100KB\n");
        String big = "head -c 200000 /dev/zero | tr '\\0' x";
        String script = "read a; printf '{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"'; " + big
                + "; printf '\"}]},\"jsonrpc\":\"2.0\",\"id\":1}\\n'; cat >/dev/null";
        try (RunFixture run = RunFixture.startScript(folder, script, "--config", "p.yaml")) {
            JsonNode response = run.call(1, "t").response();
            assertThat(RunFixture.toolError(response).get("code").asString()).isEqualTo("RESULT_TOO_LARGE");
            run.send("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"x\",\"params\":\"" + "y".repeat(200_000) + "\"}");
            JsonNode refused = run.response();
            assertThat(refused.get("id").asString()).isEqualTo("a");
            assertThat(refused.at("/error/data/error/details/allowed").asString())
                    .isEqualTo("102400");
        }
    }

    @Test
    void respondsToInvalidMessages() throws Exception {
        try (RunFixture run = RunFixture.startScript(folder, "cat >/dev/null")) {
            assertThat(run.send("hello").response().at("/error/code").asInt()).isEqualTo(-32700);
            assertThat(run.send("[]").response().at("/error/code").asInt()).isEqualTo(-32600);
        }
    }

    /**
     * Checks that all arguments after the server's command belong to it, even if they look like options of {@code run} or are
     * {@code --}.
     */
    @Test
    void commandNeedsNoSeparator() throws Exception {
        String script =
                "read a; printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
                        + "\"%s\"}]}}\\n' \"$*\"; cat >/dev/null";
        String[] arguments = {"--name", "files", "sh", "-c", script, "sh", "--budget", "5", "--", "-y"};
        try (RunFixture run = RunFixture.startWithArguments(folder, arguments)) {
            JsonNode response = run.call(1, "t").response();
            assertThat(response.at("/result/content/0/text").asString()).isEqualTo("--budget 5 -- -y");
        }
    }

    @Test
    void reportsCommandLineErrors() throws Exception {
        for (String[] arguments : new String[][] {
            {},
            {"--"},
            {"--url", "http://127.0.0.1:1/mcp", "node", "server.js"},
            {"--nmae", "x", "--", "y"},
            {"--name", "A B", "--", "y"},
            {"--budget", "--"}
        }) {
            try (RunFixture run = RunFixture.startWithArguments(folder, arguments)) {
                assertThat(run.exitCode()).as("%s", (Object) arguments).isEqualTo(ExitCode.USAGE);
                assertThat(run.log()).startsWith("plimsoll: ").hasLineCount(2);
            }
        }
        try (RunFixture run = RunFixture.startWithArguments(folder, "--nmae=x", "--", "y")) {
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.log()).contains("did you mean --name?");
        }
    }
}
