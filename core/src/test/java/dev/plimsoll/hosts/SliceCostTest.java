package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.call.CallDecision;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.schema.ListedTool;
import dev.plimsoll.testkit.ParsedJson;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Checks that {@code outputSchema: slice} counts both the page in the text and the cut structured content. */
class SliceCostTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},"
            + "\"about\":{\"type\":\"string\"},\"bookings\":{\"type\":\"array\"}},"
            + "\"required\":[\"city\",\"about\",\"bookings\"]}";

    private static byte[] result(int minBytes, int maxBytes) {
        String bookings = new String(Payloads.bookings(40, minBytes, maxBytes), StandardCharsets.UTF_8);
        return SampleResults.withTextCopy(SampleResults.members(
                "\"city\":\"Zürich\"",
                "\"about\":\"" + "all bookings of the summer ".repeat(12) + "\"",
                "\"bookings\":" + bookings));
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 2_500, 4_000, 9_000})
    void declaresTheTokensOfBothForms(int budget) {
        Policy policy = Policy.defaults()
                .with(Policy.TOKEN_BUDGET_THRESHOLD, budget)
                .with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE);
        ListedTool tool = ListedTool.of(Slice.of(
                "{\"name\":\"list_orders\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":" + SCHEMA + "}"));
        EngineHost engineHost = EngineHost.of(policy, "{}");
        CallDecision.Forward forward =
                (CallDecision.Forward) engineHost.plimsoll.classify(engineHost.call, tool, Slice.of("{}"));

        Outcome outcome =
                engineHost.plimsoll.guard(forward.call(), RawResult.of(Slice.of(result(budget / 4, budget / 2))));
        for (int page = 0; page < 3; page++) {
            JsonNode answer = ParsedJson.tree(outcome.result().toByteArray());
            String text = answer.at("/content/0/text").asString();
            assertThat(answer.path("structuredContent").has("bookings"))
                    .as("page %s: %s", page + 1, answer)
                    .isTrue();
            int real = RealTokens.count(text)
                    + RealTokens.count(answer.path("structuredContent").toString());
            int declared =
                    answer.at("/_meta/dev.plimsoll~1budget/estimatedTokens").asInt();
            assertThat(declared).as("%s", answer).isLessThanOrEqualTo(budget).isBetween(real * 9 / 10, real * 5 / 4);
            String next = answer.at("/_meta/dev.plimsoll~1page/nextCursor").asString();
            outcome = ((CallDecision.Answer) engineHost.plimsoll.classify(
                            engineHost.call, tool, Slice.of("{\"cursor\":\"" + next + "\"}")))
                    .outcome();
        }
    }
}
