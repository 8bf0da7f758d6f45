package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests sessions of the daemon with an HTTP server. In each response, the server returns the path and the credential
 * of the request as its own name.
 */
class DaemonUrlTest {

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer http;

    @BeforeEach
    void listen() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", this::respond);
        http.start();
    }

    @AfterEach
    void stop() {
        hanging.countDown();
        http.stop(0);
        threads.shutdownNow();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String credential = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getRequestBody().readAllBytes();
            requests.add(exchange.getRequestMethod() + path);
            if (path.equals("/hang")) {
                hanging.await();
            }
            byte[] body =
                    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                    + "\"serverInfo\":{\"name\":\"" + path + " " + credential
                                    + "\",\"version\":\"1\"}}}")
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Mcp-Session-Id", "s");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String url(String path) {
        return "http://127.0.0.1:" + http.getAddress().getPort() + path;
    }

    private DaemonClient open(DaemonFixture daemon, Map<String, String> additional, String... options)
            throws IOException {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "run";
        arguments[1] = "--data";
        arguments[2] = "data";
        System.arraycopy(options, 0, arguments, 3, options.length);
        return daemon.request(daemon.environment(additional), DaemonFixture.PROCESS_ATTRIBUTES, arguments)
                .start();
    }

    @Test
    void sessionsHaveVariablesOfTheirOwn() throws Exception {
        String[] options = {"--url-env", "CRM_URL", "--bearer-env", "CRM_TOKEN"};
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient one = open(daemon, Map.of("CRM_URL", url("/one"), "CRM_TOKEN", "first"), options);
                DaemonClient two = open(daemon, Map.of("CRM_URL", url("/two"), "CRM_TOKEN", "second"), options);
                DaemonClient withoutToken = open(daemon, Map.of("CRM_URL", url("/three")), options)) {
            assertThat(one.initialize().output()).contains("\"name\":\"/one Bearer first\"");
            assertThat(two.initialize().output()).contains("\"name\":\"/two Bearer second\"");
            assertThat(withoutToken.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(withoutToken.errors()).contains("CRM_TOKEN").doesNotContain("first", "second");
            assertThat(one.send(Frame.INPUT_END).exitCode()).isEqualTo(ExitCode.SUCCESS);
            assertThat(requests).contains("DELETE/one").doesNotContain("DELETE/two");
            assertThat(two.send(Frame.INPUT_END).exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void sessionsHaveConfigurationsOfTheirOwn() throws Exception {
        for (String user : List.of("ada", "bob")) {
            Path file = Files.createDirectories(folder.resolve(user).resolve("plimsoll"))
                    .resolve("plimsoll.yaml");
            Files.writeString(
                    file,
                    "servers:\n  crm:\n    url: " + url("/" + user)
                            + "\n    headers:\n      Authorization: ${CRM_KEY}\n");
        }
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient ada =
                        open(daemon, Map.of("XDG_CONFIG_HOME", folder + "/ada", "CRM_KEY", "a"), "--name=crm");
                DaemonClient bob =
                        open(daemon, Map.of("XDG_CONFIG_HOME", folder + "/bob", "CRM_KEY", "b"), "--name=crm");
                DaemonClient other = open(daemon, Map.of("XDG_CONFIG_HOME", folder + "/ada"), "--name=crm")) {
            assertThat(ada.initialize().output()).contains("\"name\":\"/ada a\"");
            assertThat(bob.initialize().output()).contains("\"name\":\"/bob b\"");
            assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(other.errors()).contains("CRM_KEY");
        }
    }

    @Test
    void requestsEndIfTheClientDisconnects() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            DaemonClient client = open(daemon, Map.of(), "--url", url("/hang"));
            client.initialize();
            // the session reads its next message only after the notification is sent, so the session hangs as well
            client.sendLine("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            Await.until("both requests hang", () -> requests.size() == 2);
            client.close();
            Await.until(
                    "no session is left",
                    () -> daemon.control().status().get(0).text().contains("sessions  0 now, 1 since"));
        }
    }

    @Test
    void reportsServerThatRefusesConnections() throws Exception {
        http.stop(0);
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient client = open(daemon, Map.of(), "--url", url("/gone"))) {
            assertThat(client.initialize().output()).contains("connection refused");
            assertThat(client.send(Frame.SIGNAL, (byte) 15).exitCode()).isEqualTo(143);
        }
    }
}
