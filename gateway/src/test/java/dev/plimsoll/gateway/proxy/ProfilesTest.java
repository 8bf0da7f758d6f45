package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Profiles;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ProfilesTest {

    private static final Policies POLICIES = new Policies(
            Policy.defaults(),
            List.of(new PolicyRule("list_*", policy -> policy.with(Policy.HEAVY, true))),
            Profiles.builtIn());
    private static final List<String> CLIENTS = List.of(
            "claude-code",
            "claude-ai",
            "Visual Studio Code",
            "cursor-vscode",
            "github-copilot-developer",
            "gemini-cli-mcp-client",
            "codex-mcp-client",
            "somebody else");
    private static final String TEXT = "twelve bytes ".repeat(1_000);
    private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"" + TEXT + "\"}]}";

    private static RelayFixture openSession(String client) throws Exception {
        RelayFixture relay = new RelayFixture(POLICIES);
        relay.exchange(
                0,
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"clientInfo\":{\"name\":\"" + client + "\",\"version\":\"1\"}}",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}");
        return relay;
    }

    @Test
    void limitsThePagesOfASmallClient() throws Exception {
        try (RelayFixture relay = openSession("Visual Studio Code")) {
            JsonNode result = relay.exchange(1, "tools/call", "{\"name\":\"t\"}", RESULT);
            assertThat(result.toString()).contains("nextCursor");
            assertThat(result.get("content")
                            .valueStream()
                            .mapToInt(block -> block.get("text").asString().length())
                            .sum())
                    .isLessThan(8_192);
        }
        try (RelayFixture relay = openSession("somebody else")) {
            JsonNode result = relay.exchange(1, "tools/call", "{\"name\":\"t\"}", RESULT);
            assertThat(RelayFixture.text(result)).isEqualTo(TEXT);
        }
    }

    @Test
    void readsTheClientNameOfEachModernRequest() throws Exception {
        try (RelayFixture relay = new RelayFixture(POLICIES)) {
            for (boolean hasSmallLimit : List.of(true, false)) {
                String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\""
                        + (hasSmallLimit ? "visual studio code" : "x") + "\"}}";
                JsonNode result =
                        relay.exchange(hasSmallLimit ? 1 : 2, "tools/call", "{\"name\":\"t\"," + meta + "}", RESULT);
                assertThat(result.toString().contains("nextCursor")).isEqualTo(hasSmallLimit);
            }
        }
    }

    @Test
    void ignoresInvalidClientNames() throws Exception {
        for (String invalidClientInfo :
                List.of("null", "7", "{}", "{\"name\":7}", "{\"name\":\"" + "v".repeat(100_000) + "\"}")) {
            try (RelayFixture relay = new RelayFixture(POLICIES)) {
                relay.exchange(
                        0,
                        "initialize",
                        "{\"clientInfo\":" + invalidClientInfo + "}",
                        "{\"protocolVersion\":\"2025-06-18\"}");
                JsonNode result = relay.exchange(1, "tools/call", "{\"name\":\"t\"}", RESULT);
                assertThat(RelayFixture.text(result)).isEqualTo(TEXT);
            }
        }
    }

    @Test
    void listsTheSameToolsForAllClients() throws Exception {
        String tools = "{\"tools\":[{\"name\":\"list_x\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}},"
                + "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\"}}]}";
        Set<String> listings = new HashSet<>();
        for (String client : CLIENTS) {
            try (RelayFixture relay = openSession(client)) {
                listings.add(relay.exchange(1, "tools/list", "{\"_meta\":{\"dev.plimsoll/maxTokens\":900}}", tools)
                        .toString());
            }
        }
        assertThat(listings).hasSize(1);
    }
}
