package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.RolloutMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Tests that settings of one tool leave all others unchanged, byte for byte. */
class FlagsTest {

    private static final int TOOLS = 20;
    private static final String FLAGGED_TOOL = "tool_7";
    private static final Policy OFF = Policy.defaults().with(Policy.ROLLOUT_MODE, RolloutMode.OFF);
    private static final Policy ON = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 600);

    /** Creates a tool in unusual spelling. */
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
                                .limit(TOOLS)
                                .map(FlagsTest::tool)
                                .toList()) + "] ,\"ttlMs\":5.0 }";
    }

    /** Creates a large result in unusual spelling. */
    private static String result(int i) {
        return "{ \"content\":[{\"type\":\"text\",\"text\":"
                + RelayFixture.JSON.writeValueAsString(RelayFixture.records(400)) + "}] ,\"tool\":" + i + ".0}";
    }

    /**
     * A setting of one tool.
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

    private static Flag flag(String name, Policy base, PolicyRule policyRule, boolean was, boolean is, boolean listed) {
        return new Flag(name, Policies.of(base), new Policies(base, List.of(policyRule)), was, is, listed);
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

    private static List<String> lines(Policies policies) throws Exception {
        try (RelayFixture relay = new RelayFixture(policies).open("2025-11-25", "{\"tools\":{}}")) {
            List<String> lines = new ArrayList<>();
            relay.request(1, "tools/list", "{}").toServer();
            lines.add(relay.result(1, listing()).toClient());
            for (int i = 0; i < TOOLS; i++) {
                relay.request(2 + i, "tools/call", "{\"name\":\"tool_" + i + "\",\"arguments\":{\"q\":1}}")
                        .toServer();
                lines.add(relay.result(2 + i, result(i)).toClient().replaceAll("[A-Za-z0-9_-]{48}", "CURSOR"));
            }
            return lines;
        }
    }

    @ParameterizedTest
    @MethodSource("flags")
    void changesOnlyTheFlaggedTool(Flag flag) throws Exception {
        List<String> before = lines(flag.before);
        List<String> after = lines(flag.after);
        int one = Integer.parseInt(FLAGGED_TOOL.substring(FLAGGED_TOOL.indexOf('_') + 1));
        for (int i = 0; i < TOOLS; i++) {
            if (i != one) {
                assertThat(withoutDates(after.get(1 + i))).isEqualTo(withoutDates(before.get(1 + i)));
                assertThat(entry(after.get(0), i)).isEqualTo(entry(before.get(0), i));
            }
        }
        assertGuarded(before.get(1 + one), one, flag.guardedBefore);
        assertGuarded(after.get(1 + one), one, flag.guardedAfter);
        assertThat(entry(after.get(0), one).equals(entry(before.get(0), one))).isEqualTo(!flag.changesListing);
    }

    /** Checks that a result is a page within its budget, or the server's own, byte for byte. */
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
            List<String> lines = lines(Policies.of(Policy.defaults().with(Policy.ROLLOUT_MODE, mode)));
            assertThat(lines.get(0)).contains(listing());
            for (int i = 0; i < TOOLS; i++) {
                assertThat(lines.get(1 + i)).contains(result(i));
            }
        }
    }
}
