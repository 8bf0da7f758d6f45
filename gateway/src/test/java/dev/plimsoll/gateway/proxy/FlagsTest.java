package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.option.RolloutMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Tests that a setting of one tool does not change a byte in the listings and results of all other tools. */
class FlagsTest {

    private static final int TOOL_COUNT = 20;
    private static final String FLAGGED_TOOL = "tool_7";
    private static final Policy OFF = Policy.defaults().with(Policy.ROLLOUT_MODE, RolloutMode.OFF);
    private static final Policy ON = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 600);

    /** Creates a tool whose JSON is spelled unusually, so that a test notices if it is parsed and rewritten. */
    private static String tool(int i) {
        return "{ \"name\" : \"tool_" + i
                + "\",\"x\":1.10,\"description\":\"d\\u0065\",\"inputSchema\":{\"type\":\"object\","
                + "\"properties\":{\"q\":{}} },\"outputSchema\":{\"type\":\"object\", \"n\":" + i + "e0}}";
    }

    private static String listing() {
        return "{ \"tools\":["
                + String.join(
                        " ,\t",
                        Stream.iterate(0, i -> i + 1)
                                .limit(TOOL_COUNT)
                                .map(FlagsTest::tool)
                                .toList()) + "] ,\"ttlMs\":5.0 }";
    }

    /** Creates a large result whose JSON is spelled unusually. */
    private static String result(int i) {
        return "{ \"content\":[{\"type\":\"text\",\"text\":"
                + RelayFixture.JSON.writeValueAsString(RelayFixture.records(400)) + "}] ,\"tool\":" + i + ".0}";
    }

    /**
     * A change of a setting of one tool.
     *
     * @param guardedBefore whether the tool was guarded before
     * @param guardedAfter whether it is guarded afterwards
     * @param changesListing whether its entry in the listing changes
     */
    record Flag(
            String name,
            Policies before,
            Policies after,
            boolean guardedBefore,
            boolean guardedAfter,
            boolean changesListing) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Flag flag(
            String name,
            Policy base,
            PolicyRule policyRule,
            boolean guardedBefore,
            boolean guardedAfter,
            boolean changesListing) {
        return new Flag(
                name,
                Policies.of(base),
                new Policies(base, List.of(policyRule)),
                guardedBefore,
                guardedAfter,
                changesListing);
    }

    static Stream<Flag> flags() {
        return Stream.of(
                flag("enforce", OFF, rule(Policy.ROLLOUT_MODE, RolloutMode.ENFORCE), false, true, true),
                flag("shadow", OFF, rule(Policy.ROLLOUT_MODE, RolloutMode.SHADOW), false, false, false),
                flag("back", ON, rule(Policy.ROLLOUT_MODE, RolloutMode.OFF), true, false, true),
                flag("back to shadow", ON, rule(Policy.ROLLOUT_MODE, RolloutMode.SHADOW), true, false, true),
                flag("heavy", ON, rule(Policy.HEAVY, true), true, true, true),
                flag("nobody", ON, rule(Policy.ROLLOUT_PERCENT, 0), true, false, false));
    }

    private static <T> PolicyRule rule(PolicyKey<T> key, T value) {
        return new PolicyRule(FLAGGED_TOOL, policy -> policy.with(key, value));
    }

    private static List<String> exchangeMessages(Policies policies) throws Exception {
        try (RelayFixture relay = new RelayFixture(policies).open("2025-11-25", "{\"tools\":{}}")) {
            List<String> messages = new ArrayList<>();
            relay.request(1, "tools/list", "{}").nextAtServer();
            messages.add(relay.result(1, listing()).nextAtClient());
            for (int i = 0; i < TOOL_COUNT; i++) {
                relay.request(2 + i, "tools/call", "{\"name\":\"tool_" + i + "\",\"arguments\":{\"q\":1}}")
                        .nextAtServer();
                messages.add(relay.result(2 + i, result(i)).nextAtClient().replaceAll("[A-Za-z0-9_-]{48}", "CURSOR"));
            }
            return messages;
        }
    }

    @ParameterizedTest
    @MethodSource("flags")
    void changesOnlyTheFlaggedTool(Flag flag) throws Exception {
        List<String> messagesBefore = exchangeMessages(flag.before);
        List<String> messagesAfter = exchangeMessages(flag.after);
        int flaggedTool = Integer.parseInt(FLAGGED_TOOL.substring(FLAGGED_TOOL.indexOf('_') + 1));
        for (int i = 0; i < TOOL_COUNT; i++) {
            if (i != flaggedTool) {
                assertThat(withoutDates(messagesAfter.get(1 + i))).isEqualTo(withoutDates(messagesBefore.get(1 + i)));
                assertThat(entry(messagesAfter.get(0), i)).isEqualTo(entry(messagesBefore.get(0), i));
            }
        }
        assertGuarded(messagesBefore.get(1 + flaggedTool), flaggedTool, flag.guardedBefore);
        assertGuarded(messagesAfter.get(1 + flaggedTool), flaggedTool, flag.guardedAfter);
        assertThat(entry(messagesAfter.get(0), flaggedTool).equals(entry(messagesBefore.get(0), flaggedTool)))
                .isEqualTo(!flag.changesListing);
    }

    /** Checks that a result is a page within its budget, or if the tool is not guarded, the unchanged result of the server. */
    private static void assertGuarded(String line, int tool, boolean guarded) {
        if (!guarded) {
            assertThat(line).contains(result(tool).substring(1, result(tool).length() - 1));
            return;
        }
        JsonNode page = RelayFixture.JSON.readTree(
                RelayFixture.text(RelayFixture.JSON.readTree(line).get("result")));
        assertThat(page.path("totalCount").toString()).isEqualTo("400");
        assertThat(page.path("items").size()).isBetween(4, 50);
        assertThat(page.path("nextCursor").asString()).isEqualTo("CURSOR");
        assertThat(line.getBytes(StandardCharsets.UTF_8).length).isLessThan(600 * 12);
    }

    private static String withoutDates(String line) {
        return line.replaceAll("\"snapshotAt\":\"[^\"]*\"", "\"snapshotAt\":0");
    }

    /** Returns the text of the entry of a tool in a listing, exactly as it is spelled there. */
    private static String entry(String listing, int i) {
        int start = listing.indexOf("{ \"name\" : \"tool_" + i + "\"") < 0
                ? listing.indexOf("{\"name\" : \"tool_" + i + "\"")
                : listing.indexOf("{ \"name\" : \"tool_" + i + "\"");
        int end = listing.indexOf("\"name\"", Math.max(start, 0) + 12);
        String entry = listing.substring(Math.max(start, 0), end < 0 ? listing.length() : end);
        return entry.substring(0, entry.lastIndexOf('}', entry.length() - 3) + 1);
    }

    @Test
    void passesTheListingUnchangedIfNoPolicyIsActive() throws Exception {
        for (RolloutMode mode : List.of(RolloutMode.OFF, RolloutMode.SHADOW)) {
            List<String> messages =
                    exchangeMessages(Policies.of(Policy.defaults().with(Policy.ROLLOUT_MODE, mode)));
            assertThat(messages.get(0)).contains(listing());
            for (int i = 0; i < TOOL_COUNT; i++) {
                assertThat(messages.get(1 + i)).contains(result(i));
            }
        }
    }
}
