package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.SlimMode;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.sample.SampleResults;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests what happens to the blocks beside the part of a result that is cut. */
class SurroundingBlocksTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String INDENTED = "{\n  \"server\": \"db1\",\n  \"city\": \"K\\u00f6ln\"\n}";
    private static final String SLIM = "{\"server\":\"db1\",\"city\":\"Köln\"}";

    private static Outcome guard(Policy policy, byte[] result) {
        ToolCall call = ToolCall.of("shop", "list_orders", "ada").withClient(ClientFeatures.current());
        return Plimsoll.builder().policy(policy).build().guard(call, RawResult.of(Slice.of(result)));
    }

    private static byte[] logWithStatus() {
        ObjectNode result = MAPPER.createObjectNode();
        ArrayNode content = result.putArray("content");
        content.addObject().put("type", "text").put("text", INDENTED);
        content.addObject().put("type", "text").put("text", "2026-01-02 03:04:05 INFO started\n".repeat(3_000));
        return MAPPER.writeValueAsBytes(result);
    }

    @ParameterizedTest
    @EnumSource(SlimMode.class)
    void slimsJsonInBlocksBesideTheCutBlock(SlimMode slim) {
        Outcome outcome = guard(Policy.defaults().with(Policy.SLIM, slim), logWithStatus());
        JsonNode content = MAPPER.readTree(outcome.result().utf8()).get("content");
        assertThat(content.get(0).get("text").asString()).isEqualTo(slim == SlimMode.NEVER ? INDENTED : SLIM);
        assertThat(content.get(1).get("text").asString()).contains("Lines 1-");
    }

    @ParameterizedTest
    @EnumSource(SlimMode.class)
    void slimsJsonBesideLinksToImages(SlimMode slim) {
        ObjectNode result = MAPPER.createObjectNode();
        ArrayNode content = result.putArray("content");
        content.addObject().put("type", "text").put("text", INDENTED);
        content.addObject()
                .put("type", "image")
                .put("data", "iVBO".repeat(200_000))
                .put("mimeType", "image/png");
        Outcome outcome = guard(Policy.defaults().with(Policy.SLIM, slim), MAPPER.writeValueAsBytes(result));
        JsonNode shown = MAPPER.readTree(outcome.result().utf8()).get("content");
        assertThat(shown.get(0).get("text").asString()).isEqualTo(slim == SlimMode.NEVER ? INDENTED : SLIM);
        assertThat(shown.get(1).has("data")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 450})
    void showsARepeatedListOnce(int count) {
        Outcome outcome = guard(Policy.defaults(), SampleResults.models(count));
        JsonNode result = MAPPER.readTree(outcome.result().utf8());
        if (outcome.receipt().outcome() == OutcomeKind.PASSED) {
            assertThat(result.get("content")).hasSize(count);
            return;
        }
        assertThat(result.get("content")).hasSize(1);
        assertThat(result.at("/structuredContent/notice").asString())
                .startsWith("Items 1-")
                .contains(" of " + count + " ");
    }
}
