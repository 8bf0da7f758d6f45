package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonDashboardTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    /** URL of the dashboard that the daemon has printed. It contains a secret that the page exchanges for a token. */
    private record Link(URI base, String secret) {

        static Link parse(String url) {
            assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/#link=[A-Za-z0-9_-]{43}");
            return new Link(URI.create(url.replaceAll("#.*", "")), url.replaceAll(".*=", ""));
        }

        HttpResponse<String> open() throws Exception {
            return HTTP.send(
                    HttpRequest.newBuilder(base.resolve("/api/v1/link"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"link\":\"" + secret + "\"}"))
                            .build(),
                    BodyHandlers.ofString());
        }

        String token() throws Exception {
            HttpResponse<String> response = open();
            assertThat(response.statusCode()).isEqualTo(HttpURLConnection.HTTP_OK);
            return response.body().replaceAll("\\{\"token\":\"([A-Za-z0-9_-]{43})\"\\}", "$1");
        }

        HttpResponse<String> get(String path, String... headers) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
            if (headers.length > 0) {
                request.headers(headers);
            }
            return HTTP.send(request.build(), BodyHandlers.ofString());
        }

        String getWithToken(String token, String path) throws Exception {
            HttpResponse<String> response = get(path, "Authorization", "Bearer " + token);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(HttpURLConnection.HTTP_OK);
            return response.body();
        }

        boolean isClosed() throws Exception {
            try {
                get("/");
                return false;
            } catch (ConnectException e) {
                return true;
            }
        }
    }

    private static Link link(DaemonFixture daemon) throws IOException {
        ControlResponse response = daemon.control().openDashboard().get(0);
        assertThat(response.hasSucceeded()).as(response.text()).isTrue();
        return Link.parse(response.text());
    }

    /** Returns the script of a server that responds to {@code initialize}, and to each call with many rows. */
    private String serverScript() throws IOException {
        String rows = "[" + "{\\\"name\\\":\\\"somebody\\\"},".repeat(5_000) + "{}]";
        Path result = folder.resolve("result");
        Files.writeString(
                result,
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + rows
                        + "\"}]}}\n");
        return "read a; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\","
                + "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}}';"
                + " read b; cat " + result + "; cat >/dev/null; : argument-secret";
    }

    @Test
    void showsRequestsOfOpenSessions() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            Link link = link(daemon);
            String token = link.token();
            try (DaemonClient client = daemon.open(Map.of("SECRET", "variable-secret"), serverScript())) {
                assertThat(client.initialize().line()).contains("\"id\":1");
                assertThat(client.call(2, "list", "{}")).contains("nextCursor");
                Await.until(
                        "the request is shown",
                        () -> link.getWithToken(token, "/api/v1/requests").contains("\"tool\":\"list\""));
                assertThat(link.getWithToken(token, "/api/v1/savings")).contains("\"requests\":1,\"shaped\":1");
                String status = link.getWithToken(token, "/api/v1/status");
                assertThat(status)
                        .contains("\"runs\":[{\"server\":\"main\",\"folder\":\"" + folder + "\",\"process\":\"77\"")
                        .contains("\"calls\":1,\"shaped\":1")
                        .containsPattern("\"programs\":\\[\"\\d+ /[^\"]*\"\\]");
                String id = link.getWithToken(token, "/api/v1/requests")
                        .replaceAll("(?s).*?\"id\":\"([0-9a-f]{16})\".*", "$1");
                Await.until(
                        "the sketch of the answer is stored",
                        () -> link.get("/api/v1/requests/" + id, "Authorization", "Bearer " + token)
                                        .statusCode()
                                == HttpURLConnection.HTTP_OK);
                for (String path : List.of("status", "config", "requests", "pins", "queries", "rollout", "alerts")) {
                    assertThat(link.getWithToken(token, "/api/v1/" + path))
                            .doesNotContain("variable-secret", "argument-secret", DaemonFixture.CONTROL_SECRET);
                }
            }
            Await.until(
                    "the session has ended",
                    () -> link.getWithToken(token, "/api/v1/status").contains("\"runs\":[]"));
        }
    }

    @Test
    void linkWorksOnce() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            Link link = link(daemon);
            assertThat(link.get("/api/v1/status").statusCode()).isEqualTo(HttpURLConnection.HTTP_UNAUTHORIZED);
            assertThat(link.get("/api/v1/status", "Authorization", "Bearer " + link.secret())
                            .statusCode())
                    .as("the secret of a link is no token")
                    .isEqualTo(HttpURLConnection.HTTP_UNAUTHORIZED);
            assertThat(link.get("/").body()).contains("<title>Plimsoll</title>");
            String token = link.token();
            HttpResponse<String> again = link.open();
            assertThat(again.statusCode()).isEqualTo(HttpURLConnection.HTTP_UNAUTHORIZED);
            assertThat(again.body()).contains("each link works once", "plimsoll daemon dashboard");
            Link other = link(daemon);
            assertThat(other.base()).isEqualTo(link.base());
            assertThat(other.token()).isNotEqualTo(token);
            assertThat(link.getWithToken(token, "/api/v1/status")).contains("\"runs\":[]");
        }
    }

    @Test
    void refusesPagesOfOtherSites() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            Link link = link(daemon);
            String bearer = "Bearer " + link.token();
            assertThat(link.get("/api/v1/status", "Authorization", bearer, "Origin", "http://evil.example")
                            .statusCode())
                    .isEqualTo(HttpURLConnection.HTTP_FORBIDDEN);
            try (Socket socket = new Socket(link.base().getHost(), link.base().getPort())) {
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .contains(" 403 ", "this host name is not allowed");
            }
        }
    }

    @Test
    void closesOnRequestAndOpensAgain() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            assertThat(daemon.control().closeDashboard().get(0).text()).contains("was not open");
            Link link = link(daemon);
            String token = link.token();
            assertThat(daemon.control().closeDashboard().get(0).text()).isEqualTo("closed the dashboard");
            assertThat(link.isClosed()).isTrue();
            Link next = link(daemon);
            assertThat(next.getWithToken(next.token(), "/api/v1/status")).contains("\"version\"");
            assertThat(token).isNotEmpty();
        }
    }

    @Test
    void endsWithItsDaemon() throws Exception {
        Link link;
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            link = link(daemon);
            assertThat(link.isClosed()).isFalse();
        }
        assertThat(link.isClosed()).isTrue();
    }

    @Test
    void reportsWrongConfiguration() throws Exception {
        Files.createDirectories(folder.resolve("plimsoll"));
        Files.writeString(folder.resolve("plimsoll/plimsoll.yaml"), "nonsense: 1\n");
        try (DaemonFixture daemon = DaemonFixture.start(folder)) {
            ControlResponse response = daemon.control().openDashboard().get(0);
            assertThat(response.hasSucceeded()).isFalse();
            assertThat(response.text()).contains("nonsense");
        }
    }

    @Test
    void showsRecordedRequestsWithoutDaemon() throws Exception {
        try (DaemonFixture daemon = DaemonFixture.start(folder);
                DaemonClient client = daemon.open(Map.of(), serverScript())) {
            assertThat(client.initialize().line()).contains("\"id\":1");
            assertThat(client.call(2, "list", "{}")).contains("nextCursor");
        }
        HostEnvironment host = new HostEnvironment(
                Map.of(
                        "XDG_CONFIG_HOME",
                        folder.toString(),
                        "PLIMSOLL_DATA",
                        folder.resolve("data").toString()),
                folder,
                folder,
                "Linux");
        CompletableFuture<String> url = new CompletableFuture<>();
        CompletableFuture<Integer> exitCode = CompletableFuture.supplyAsync(() -> StandaloneDashboard.serve(
                DaemonFixture.terminal(new ByteArrayOutputStream()), host, url::complete, Duration.ofSeconds(4)));
        Link link = Link.parse(url.join());
        assertThat(link.getWithToken(link.token(), "/api/v1/requests")).contains("\"tool\":\"list\"");
        assertThat(exitCode.join()).as("it closes if nobody uses it").isZero();
        assertThat(link.isClosed()).isTrue();
    }
}
