package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.spring.app.Item;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;

/** Tests the actuator of a running application: health, metrics, and changed properties. */
class ActuatorTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private static Path folder;

    private static RunningApplication server = noServer();
    private static McpSyncClient client = noClient();

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // set before the first test
    private static RunningApplication noServer() {
        return null;
    }

    @SuppressWarnings("NullAway") // set before the first test
    private static McpSyncClient noClient() {
        return null;
    }

    @BeforeAll
    static void start() throws IOException {
        write("plimsoll.policy.token-budget-threshold: 4000");
        server = RunningApplication.of(
                ServerType.STREAMABLE_SYNC,
                "management.endpoints.web.exposure.include=health,metrics,plimsoll",
                "management.endpoint.health.show-details=always",
                "spring.config.additional-location=" + folder.toUri());
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void write(String yaml) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), yaml);
    }

    private static String get(String path) throws Exception {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(server.address() + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    /** Reloads the properties, and returns the changes. */
    private static String reload() throws Exception {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/actuator/plimsoll"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private static String listOrders() {
        return RunningApplication.allText(RunningApplication.call(client, "list_orders", Map.of()));
    }

    @Test
    void appliesValidChangesAndRejectsInvalidOnes() throws Exception {
        int before = listOrders().length();
        write("plimsoll.policy: { token-budget-threshold: 300, style: page }");
        assertThat(reload())
                .contains("plimsoll.policy.token-budget-threshold: 300, was 4000")
                .contains("\"faults\":[]");
        int shortened = listOrders().length();
        assertThat(shortened).isLessThan(before * 4 / 5);
        write("plimsoll.policy: { token-budget-threshold: many, style: page }");
        assertThat(reload())
                .contains("\"changes\":[]")
                .contains("plimsoll.policy.token-budget-threshold: must be a whole number", "got many");
        write("plimsoll.policy: { token-budget-threshold: 9000, heavy: true }");
        assertThat(reload()).contains("\"changes\":[]").contains("list_orders").contains("needs a restart");
        // a repeated call gets a hint, which makes its answer slightly longer
        assertThat(listOrders().length()).isBetween(shortened, shortened + 200);
        assertThat(get("/actuator/plimsoll")).contains("\"plimsoll.policy.token-budget-threshold\":\"300\"");
        write("plimsoll.policy.token-budget-threshold: 4000");
        server.context().publishEvent(new EnvironmentChangeEvent(server.context()));
        assertThat(listOrders().length()).isBetween(before, before + 200);
    }

    @Test
    void healthReportsTheUsageOfTheStore() throws Exception {
        listOrders();
        assertThat(get("/actuator/health/plimsoll"))
                .contains("\"status\":\"UP\"")
                .contains("\"store\":\"memory, 256 MB\"")
                .contains("\"snapshots\":");
    }

    @Test
    void countsRequestsByToolAndOutcome() throws Exception {
        listOrders();
        assertThat(get("/actuator/metrics/plimsoll.requests?tag=tool:list_orders&tag=outcome:chunked"))
                .contains("\"statistic\":\"COUNT\"");
        assertThat(get("/actuator/metrics/plimsoll.original.tokens?tag=server:main"))
                .contains("list_orders");
        assertThat(get("/actuator/metrics/plimsoll.store.bytes")).contains("\"value\":");
        assertThat(get("/actuator/metrics/plimsoll.own.duration")).contains("TOTAL_TIME");
    }

    @Test
    void guardsToolsAndResourcesThatAreAddedLater() {
        McpSyncServer bean = server.context().getBean(McpSyncServer.class);
        bean.addTool(new SyncToolSpecification(
                Tool.builder("added", Map.of("type", "object")).build(),
                (exchange, request) ->
                        CallToolResult.builder().addTextContent(Item.log(900)).build()));
        bean.addResource(new SyncResourceSpecification(
                Resource.builder("stock://added", "added").build(),
                (exchange, request) -> ReadResourceResult.builder(
                                List.of(new TextResourceContents(request.uri(), "text/plain", Item.log(900), null)))
                        .build()));
        assertThat(RunningApplication.text(RunningApplication.call(client, "added", Map.of())))
                .contains("plimsoll_read")
                .hasSizeLessThan(20_000);
        assertThat(client.readResource(
                                ReadResourceRequest.builder("stock://added").build())
                        .contents()
                        .toString())
                .contains("plimsoll://page/");
        bean.removeTool("added");
        bean.removeResource("stock://added");
    }
}
