package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests {@code /metrics} of a gateway with a real process, and that the documentation, alert rules, and dashboard use the same
 * metrics.
 */
class MetricsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern NAME = Pattern.compile("\\bplimsoll_[a-z_]+\\b");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(plimsoll_[a-z_]+)` \\| (\\w+) \\|([^|]*)\\|");
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) (\\w+)$");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private HttpResponse<String> get(ServeFixture gateway, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path));
        return http.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /** Makes some calls, and returns the metrics. The request for the records waits until all calls are recorded. */
    private String metrics(ServeFixture gateway) throws Exception {
        for (String tool : List.of("list", "list", "error", "nosuch")) {
            http.send(
                    HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/tools/fixture/" + tool))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"count\":3000}"))
                            .build(),
                    BodyHandlers.discarding());
        }
        assertThat(get(gateway, "/api/v1/requests").statusCode()).isEqualTo(200);
        return get(gateway, "/metrics").body();
    }

    private static Set<String> findAll(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(matcher.groupCount() == 0 ? 0 : 1));
        }
        return found;
    }

    private static String familyName(String name) {
        return name.replaceAll("_(bucket|sum|count)$", "");
    }

    @Test
    void countsRequests() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            String metrics = metrics(gateway);
            // the script .ci/metrics checks this file
            Files.writeString(Files.createDirectories(Path.of("target")).resolve("metrics.txt"), metrics);
            assertThat(metrics)
                    .contains("plimsoll_requests_total{server=\"fixture\",tool=\"list\",outcome=\"paginated\"} 2\n")
                    .contains("plimsoll_upstream_errors_total{server=\"fixture\",reason=\"answered\"} 2\n")
                    .contains("plimsoll_upstream_errors_total{server=\"fixture\",reason=\"timeout\"} 0\n")
                    .contains("plimsoll_oversized_results_total{server=\"fixture\",tool=\"list\"} 2\n")
                    .contains("plimsoll_cursors_total{server=\"fixture\",event=\"created\"} 2\n")
                    .contains("plimsoll_upstream_state{server=\"fixture\",state=\"up\"} 1\n")
                    .contains("plimsoll_store_snapshots 2\n")
                    .contains("plimsoll_server_processes 1\n")
                    .contains("plimsoll_sessions 0\n")
                    .contains("plimsoll_telemetry_lost_total 0\n")
                    .contains("plimsoll_request_duration_seconds_count{server=\"fixture\",tool=\"list\"} 2\n")
                    .containsPattern("plimsoll_net_saved_tokens\\{server=\"fixture\"} [1-9]")
                    .containsPattern("plimsoll_jvm_heap_used_bytes [1-9]");
            HttpResponse<String> openMetrics =
                    get(gateway, "/metrics", "Accept", "application/openmetrics-text; version=1.0.0");
            assertThat(openMetrics.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/openmetrics-text; version=1.0.0");
            assertThat(openMetrics.body())
                    .contains("# TYPE plimsoll_requests counter\n")
                    .endsWith("# EOF\n");
        }
    }

    @Test
    void documentationListsAllMetrics() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/reference/metrics.md"));
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            String metrics = metrics(gateway);
            assertThat(findAll(ROW, page)).isEqualTo(findAll(TYPE, metrics));
            Matcher row = ROW.matcher(page);
            while (row.find()) {
                assertThat(metrics).contains("# TYPE " + row.group(1) + " " + row.group(2) + "\n");
                Matcher sample = Pattern.compile("(?m)^" + row.group(1) + "(_count)?(\\{[^\n]*?})? ")
                        .matcher(metrics);
                if (sample.find()) {
                    String labels = sample.group(2) == null ? "" : sample.group(2);
                    assertThat(findAll(Pattern.compile("([a-z_]+)=\""), labels))
                            .as(row.group(1))
                            .isEqualTo(findAll(Pattern.compile("`([a-z]+)`"), row.group(3)));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deploy/prometheus/alerts.yml",
                "deploy/prometheus/alerts_test.yml",
                "deploy/grafana/plimsoll.json"
            })
    void queriesUseOnlyExistingMetrics(String file) throws IOException {
        Set<String> known = findAll(ROW, Files.readString(ROOT.resolve("docs/reference/metrics.md")));
        Set<String> used = new TreeSet<>();
        findAll(NAME, Files.readString(ROOT.resolve(file))).forEach(name -> used.add(familyName(name)));
        assertThat(used).isNotEmpty();
        assertThat(known).containsAll(used);
    }

    @Test
    void metricsRequireTierAdmin() throws Exception {
        NewToken admin = NewToken.from(new SplittableRandom(1));
        NewToken reader = NewToken.from(new SplittableRandom(2));
        AccessConfig accessConfig = ServeFixture.access(admin, reader);
        try (ServeFixture gateway =
                ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, accessConfig)
                        .with(ServerConfig.of("fixture", FixtureServer.command())))) {
            HttpResponse<String> anonymousResponse = get(gateway, "/metrics");
            assertThat(anonymousResponse.statusCode()).isEqualTo(401);
            assertThat(anonymousResponse.body()).startsWith("{\"error\":{\"code\":\"UNAUTHORIZED\"");
            assertThat(get(gateway, "/metrics", "Authorization", "Bearer " + reader.text())
                            .statusCode())
                    .isEqualTo(403);
            HttpResponse<String> adminResponse = get(gateway, "/metrics", "Authorization", "Bearer " + admin.text());
            assertThat(adminResponse.statusCode()).isEqualTo(200);
            assertThat(adminResponse.headers().firstValue("Content-Type").orElseThrow())
                    .isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        }
    }
}
