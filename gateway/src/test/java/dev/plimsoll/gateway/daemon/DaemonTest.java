package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonTest {

    @TempDir
    Path folder;

    /**
     * Returns the shell script of an MCP server. The server reports the output of a command as its name, and
     * runs until its input ends.
     */
    private static String server(String command) {
        return "read a; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                + "\"serverInfo\":{\"name\":\"'$(" + command + ")'\",\"version\":\"1\"}}}'; cat >/dev/null";
    }

    @Test
    void servesSessionsWithVariablesOfTheirClients() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient one = daemon.open(Map.of("WHO", "one"), server("echo $WHO-$PWD; echo live >&2"));
                DaemonClient two = daemon.open(Map.of(), server("echo ${WHO-nobody}"))) {
            assertThat(one.initialize().output()).contains("\"name\":\"one-" + folder + "\"");
            assertThat(two.initialize().output()).contains("\"name\":\"nobody\"");
            assertThat(one.send(Frame.INPUT_END).exitCode()).isEqualTo(ExitCode.SUCCESS);
            assertThat(one.errors()).isEqualTo("live\n");
            assertThat(two.send(Frame.INPUT_END).exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void hidesItsOwnVariablesFromServers() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient client = daemon.request(
                                Map.of("PATH", System.getenv("PATH")),
                                DaemonFixture.PROCESS_ATTRIBUTES,
                                "run",
                                "--data",
                                "data",
                                "--",
                                "sh",
                                "-c",
                                server("env | cut -d= -f1 | sort | tr '\\n' ' '"))
                        .start()) {
            assertThat(client.initialize().output()).contains("\"name\":\"LC_CTYPE PATH PWD SHLVL ");
        }
    }

    @Test
    void reportsServerThatCannotStart() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient client = daemon.request(
                                daemon.environment(Map.of()),
                                DaemonFixture.PROCESS_ATTRIBUTES,
                                "run",
                                "--",
                                "no-such-server")
                        .start()) {
            assertThat(client.initialize().output()).contains("no such program on PATH");
            assertThat(client.exitCode()).isEqualTo(ExitCode.FAILURE);
        }
    }

    @Test
    void endsServerIfItsClientDisconnects() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            DaemonClient client =
                    daemon.open(Map.of(), "trap '' TERM; echo $$ > " + folder + "/pid; while :; do sleep 0.05; done");
            Path file = folder.resolve("pid");
            Await.until("the server runs", () -> Files.exists(file) && Files.size(file) > 0);
            ProcessHandle server = ProcessHandle.of(
                            Long.parseLong(Files.readString(file).strip()))
                    .orElseThrow();
            client.close();
            Await.until("the server ends", () -> !server.isAlive());
        }
    }

    @Test
    void forwardsSignal() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient client = daemon.open(Map.of(), server("echo up"))) {
            assertThat(client.initialize().output()).contains("up");
            assertThat(client.send(Frame.SIGNAL, (byte) 15).exitCode()).isEqualTo(143);
        }
    }

    @Test
    void servesOtherClientsWhileOneDoesNotRead() throws Exception {
        String flood = "while :; do echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                + "{\"level\":\"info\",\"data\":\"0123456789012345678901234567890123456789\"}}'; done";
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient notReading = daemon.open(Map.of(), flood);
                DaemonClient other = daemon.open(Map.of(), server("echo other"))) {
            notReading.initialize();
            assertThat(other.initialize().output()).contains("other");
            int received = 0;
            while (received < Frame.WINDOW_BYTES) {
                received += notReading.next().payload().length;
            }
            assertThat(received)
                    .as("the daemon sends one window of output, and then waits")
                    .isEqualTo(Frame.WINDOW_BYTES);
        }
    }

    @Test
    void declinesRequestsThatNeedAProcessOfTheirOwn() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            Map<String, String> plain = daemon.environment(Map.of());
            String same = DaemonFixture.PROCESS_ATTRIBUTES;
            assertThat(declineReason(daemon.request(plain, "other", "run", "--", "cat")))
                    .contains("limits or namespaces");
            assertThat(declineReason(daemon.request(
                            daemon.environment(Map.of("JAVA_HOME", "/other")),
                            same,
                            "run",
                            "--url",
                            "http://localhost/mcp")))
                    .as("JAVA_HOME determines the certificate authorities that are trusted")
                    .contains("another JAVA_HOME");
            assertThat(declineReason(daemon.request(
                            daemon.environment(Map.of("HOSTALIASES", "/hosts")), same, "run", "--name", "crm")))
                    .as("the configuration may have a URL for this server")
                    .contains("another HOSTALIASES");
            assertThat(declineReason(daemon.request(
                            daemon.environment(Map.of("JAVA_TOOL_OPTIONS", "-Xmx9g")), same, "run", "--", "cat")))
                    .contains("another JAVA_TOOL_OPTIONS");
            assertThat(declineReason(daemon.request(plain, same, "run", "--nonsense")))
                    .contains("only 'run'");
            assertThat(declineReason(daemon.request(plain, same, "serve"))).contains("only 'run'");
            assertThat(declineReason(daemon.request(
                            daemon.environment(Map.of("OTEL_TRACES_EXPORTER", "otlp")), same, "run", "--", "cat")))
                    .contains("spans");
            assertThat(declineReason(daemon.request(
                            daemon.environment(Map.of("PLIMSOLL_JAVA_OPTS", "-Xmx9g")), same, "run", "--", "cat")))
                    .contains("PLIMSOLL_JAVA_OPTS");
            assertThat(declineReason(daemon.request(
                            daemon.environment(Map.of("LC_ALL", "de_DE.ISO-8859-1")), same, "run", "--", "cat")))
                    .contains("locale");
        }
    }

    /** Checks that the daemon declines the request of a client and closes the connection, and returns the reason. */
    private static String declineReason(DaemonClient client) throws Exception {
        try (client) {
            Frame frame = client.next();
            assertThat((char) frame.type()).isEqualTo((char) Frame.DECLINED);
            assertThat(client.read()).isNull();
            return frame.text();
        }
    }

    @Test
    void startsNothingBeforeClientConfirms() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            DaemonClient client = daemon.request(
                    daemon.environment(Map.of()), DaemonFixture.PROCESS_ATTRIBUTES, "run", "--", "touch", "started");
            assertThat(client.next().type()).isEqualTo(Frame.ACCEPTED);
            client.close();
            Await.until(
                    "no session is left",
                    () -> daemon.control().status().get(0).text().contains("sessions  0 now, 0 since"));
            assertThat(folder.resolve("started")).doesNotExist();
        }
    }

    @Test
    void closesConnectionAfterMalformedRequest() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            for (byte[] request : List.of(
                    new byte[] {1, 2, 3},
                    new byte[] {127, 0, 0, 0},
                    DaemonClient.encodeFields(List.of("1", "a", "b", "c", "d", "e", "f", "9", "run")),
                    DaemonClient.encodeFields(List.of("1", "a")))) {
                try (DaemonClient client = daemon.connect()) {
                    client.send(Frame.SESSION_REQUEST, request);
                    assertThat(client.read()).isNull();
                }
            }
            try (DaemonClient client = daemon.connect()) {
                client.send(Frame.SESSION_REQUEST, DaemonClient.encodeFields(List.of("2")));
                assertThat(client.next().text()).isEqualTo("the client has another version");
            }
        }
    }

    @Test
    void describesSessionsWithoutTheirArguments() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient client = daemon.open(Map.of(), server("echo up; : secret"))) {
            assertThat(client.initialize().output()).contains("up");
            String text = daemon.control().status().get(0).text();
            assertThat(text)
                    .contains("sessions  1 now, 1 since the start")
                    .contains("session   process 77, ", "in " + folder)
                    .contains("  server  process ")
                    .doesNotContain("secret");
        }
    }

    @Test
    void statusShowsTokenSavingsOfSessions() throws Exception {
        String rows = "[" + "{\\\"name\\\":\\\"somebody\\\"},".repeat(5_000) + "{}]";
        Path result = folder.resolve("result");
        Files.writeString(
                result,
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + rows
                        + "\"}]}}\n");
        String server = "read a; cat " + result + "; cat >/dev/null";
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient idle = daemon.open(Map.of(), server("echo up"))) {
            assertThat(idle.initialize().output()).contains("up");
            try (DaemonClient client = daemon.open(Map.of(), server)) {
                assertThat(client.call(2, "list", "{}")).contains("nextCursor");
                Await.until(
                        "the result is counted",
                        () -> daemon.control().status().get(0).text().contains("calls     1, of which 1 shaped"));
                assertThat(daemon.control().status().get(0).text())
                        .containsPattern(
                                "\ntokens    results [0-9]{2},[0-9]{3}, answers [0-9,]+, follow-ups 0, listings 0;"
                                        + " net savings: about [0-9]{2},[0-9]{3} tokens \\(9[0-9]\\.[0-9] % of the results\\)\n")
                        .containsOnlyOnce("\n  calls   1, of which 1 shaped; follow-ups 0\n  tokens  results ")
                        .containsOnlyOnce("\n  calls   0, of which 0 shaped; follow-ups 0\n");
            }
            Await.until(
                    "the session ends",
                    () -> daemon.control().status().get(0).text().contains("sessions  1 now"));
            assertThat(daemon.control().status().get(0).text())
                    .as("the calls of an ended session are still counted")
                    .contains("calls     1, of which 1 shaped");
        }
    }

    @Test
    void stopsWithItsSessions() throws Exception {
        DaemonFixture daemon = DaemonFixture.start(folder);
        try (DaemonClient client = daemon.open(Map.of(), server("echo up"))) {
            assertThat(client.initialize().output()).contains("up");
            assertThat(daemon.control().stop())
                    .extracting(ControlResponse::text)
                    .containsExactly("stopped the daemon, which had 1 session");
            assertThat(client.exitCode()).isEqualTo(143);
            assertThat(client.errors()).isEqualTo("plimsoll: the daemon was stopped by 'plimsoll daemon stop'\n");
        }
        assertThat(daemon.exitCode()).isEqualTo(ExitCode.SUCCESS);
        assertThat(daemon.socket()).doesNotExist();
        assertThat(daemon.control().status()).isEmpty();
    }

    @Test
    void refusesFolderThatOtherUsersCanEnter() throws Exception {
        Path sockets = Files.createDirectories(folder.resolve("open"));
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxr-x---"));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int exitCode = Daemon.listen(DaemonFixture.terminal(errors), List.of("--socket=" + sockets.resolve("a.sock")));
        assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
        assertThat(errors.toString(StandardCharsets.UTF_8)).contains("must be a folder that only its owner can enter");
        assertThat(sockets).isEmptyDirectory();
    }

    @Test
    void refusesWrongOptions() {
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(Daemon.listen(DaemonFixture.terminal(errors), List.of("--port=1")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(Daemon.listen(DaemonFixture.terminal(errors), List.of("--socket=relative")))
                .isEqualTo(ExitCode.USAGE);
        assertThat(errors.toString(StandardCharsets.UTF_8))
                .contains("unknown option '--port'", "--socket: needs the absolute path");
    }
}
