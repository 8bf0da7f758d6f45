package dev.plimsoll.gateway.proxy.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ResourceRule;
import dev.plimsoll.policy.StyleId;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests resources, prompts, and the results of tasks. */
class ResourcesReadTest {

    private static final String TOOLS_CAPABILITY = "{\"tools\":{}}";
    private static final Policies SMALL_BUDGET =
            Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));

    private static final Policies WITH_LINKS = Policies.of(
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500).with(Policy.RESOURCE_LINKS, true));

    @Test
    void declaresResourcesOnlyIfAnswersCanLinkToThem() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            String initializeResult = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}";
            JsonNode first = relay.exchange(1, "initialize", "{}", initializeResult);
            assertThat(first.at("/capabilities/resources").isObject()).isTrue();
            relay.request(2, "resources/list", "{}");
            assertThat(relay.nextResult().get("resources")).isEmpty();
            relay.request(3, "resources/templates/list", "{}");
            assertThat(relay.nextResult().get("resourceTemplates")).isEmpty();
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
        Policies withoutLinks = Policies.of(Policy.defaults().with(Policy.RESOURCE_LINKS, false));
        try (RelayFixture relay = new RelayFixture(withoutLinks)) {
            String unchanged = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}";
            assertThat(relay.exchange(1, "initialize", "{}", unchanged).toString())
                    .isEqualTo(unchanged);
        }
        for (String unchanged : List.of(
                "{\"protocolVersion\":\"2025-03-26\",\"capabilities\":{\"tools\":{}}}",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"prompts\":{}}}",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"resources\":{\"subscribe\":true},\"tools\":{}}}")) {
            try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
                assertThat(relay.exchange(1, "initialize", "{}", unchanged).toString())
                        .isEqualTo(unchanged);
            }
        }
    }

    @Test
    void servesALinkedImage() throws Exception {
        try (RelayFixture relay = new RelayFixture(WITH_LINKS).open("2025-06-18", TOOLS_CAPABILITY)) {
            String data = "A".repeat(400_000);
            JsonNode result = relay.exchange(
                    1,
                    "tools/call",
                    "{\"name\":\"t\"}",
                    "{\"content\":[{\"type\":\"text\",\"text\":\"see\"},{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\""
                            + data + "\"}]}");
            String uri = result.at("/content/2/uri").asString();
            assertThat(uri).startsWith("plimsoll://");
            relay.request(2, "resources/read", "{\"uri\":\"" + uri + "\"}");
            assertThat(relay.nextResult().at("/contents/0/blob").asString()).isEqualTo(data);
            relay.request(3, "resources/read", "{\"uri\":\"plimsoll://blob/nothing\"}");
            assertThat(relay.nextResult().get("code").asInt()).isEqualTo(-32002);
        }
    }

    @Test
    void guardsResourcesPromptsAndTaskResults() throws Exception {
        String longText = "a line of a log that goes on\\n".repeat(2_000);
        try (RelayFixture relay =
                new RelayFixture(SMALL_BUDGET).open("2025-11-25", "{\"resources\":{},\"tools\":{},\"prompts\":{}}")) {
            JsonNode resource = relay.exchange(
                    1,
                    "resources/read",
                    "{\"uri\":\"file:///a\"}",
                    "{\"contents\":[{\"uri\":\"file:///a\",\"text\":\"" + longText + "\"}]}");
            assertThat(resource.toString().length()).isLessThan(6_000);
            assertThat(resource.toString()).contains("plimsoll://");
            JsonNode prompt = relay.exchange(
                    2,
                    "prompts/get",
                    "{\"name\":\"p\"}",
                    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"" + longText
                            + "\"}}]}");
            assertThat(prompt.toString().length()).isLessThan(6_000);
            JsonNode task = relay.exchange(
                    3,
                    "tools/call",
                    "{\"name\":\"t\",\"task\":{}}",
                    "{\"task\":{\"taskId\":\"k\",\"status\":\"working\"}}");
            assertThat(task.toString()).isEqualTo("{\"task\":{\"taskId\":\"k\",\"status\":\"working\"}}");
            JsonNode taskResult = relay.exchange(
                    4, "tasks/result", "{\"taskId\":\"k\"}", RelayFixture.textResult(RelayFixture.records(500)));
            assertThat(RelayFixture.text(taskResult)).contains("nextCursor");
        }
    }

    @Test
    void appliesRulesToResources() throws Exception {
        Policies withResourceRule = SMALL_BUDGET.withResources(
                List.of(new ResourceRule("", "orders://*", policy -> policy.with(Policy.STYLE, StyleId.of("pass")))));
        try (RelayFixture relay = new RelayFixture(withResourceRule).open("2025-11-25", "{\"resources\":{}}")) {
            String records = "{\"contents\":[{\"uri\":\"orders://all\",\"text\":"
                    + RelayFixture.JSON.writeValueAsString(RelayFixture.records(2_000)) + "}]}";
            relay.request(1, "resources/read", "{\"uri\":\"orders://all\"}").nextAtServer();
            relay.result(1, records);
            assertThat(relay.nextAtClient()).contains(records);
            relay.request(2, "resources/read", "{\"uri\":\"other://all\"}").nextAtServer();
            relay.result(2, records);
            assertThat(relay.nextAtClient().length()).isLessThan(10_000);
        }
    }
}
