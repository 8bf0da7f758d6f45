package dev.plimsoll.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlaygroundTest {

    private static final String PAYLOAD = IntStream.range(0, 500)
            .mapToObj(i -> "{\"id\":" + i + ",\"name\":\"secret " + i + "\"}")
            .collect(Collectors.joining(",", "[", "]"));

    private final Playground playground = new Playground();

    private JsonNode runTrial(String members) throws Exception {
        String body =
                new ByteSink().ascii("{\"payload\":").string(PAYLOAD).slice().utf8() + members + "}";
        ServiceRequest serviceRequest = new ServiceRequest("/api/v1/playground", null, null, null, Slice.of(body));
        return JsonMapper.shared()
                .readTree(playground.answer(serviceRequest).body().utf8());
    }

    private static String step(JsonNode call) {
        return ",\"steps\":[" + call + "]";
    }

    @Test
    void followUpCallsReadPages() throws Exception {
        String smallBudget = ",\"settings\":{\"tokenBudgetThreshold\":\"1000\"}";
        JsonNode first = runTrial(smallBudget);
        assertThat(first.at("/trial/after/outcome").asString()).isEqualTo("paginated");
        assertThat(first.at("/trial/after/tokens").asInt()).isLessThanOrEqualTo(1_000);
        JsonNode second = runTrial(smallBudget + step(first.at("/calls/0")));
        JsonNode third =
                runTrial(smallBudget + ",\"steps\":[" + first.at("/calls/0") + "," + second.at("/calls/0") + "]");
        assertThat(second.at("/trial/readings/0/after/outcome").asString()).isEqualTo("read");
        assertThat(third.at("/trial/readings/0/answer/content/0/text").asString())
                .contains("\"items\"")
                .isNotEqualTo(
                        second.at("/trial/readings/0/answer/content/0/text").asString());
    }

    @Test
    void runsAStepWithItsArguments() throws Exception {
        JsonNode first = runTrial("");
        String cursor = first.at("/calls/0/cursor").asString();
        JsonNode found =
                runTrial(",\"steps\":[{\"cursor\":\"" + cursor + "\",\"mode\":\"find\",\"find\":\"secret 4\"}]");
        assertThat(found.at("/trial/readings/0/answer/content/0/text").asString())
                .contains("totalMatches");
    }

    @Test
    void sketchContainsNoValues() throws Exception {
        assertThat(runTrial("").at("/sketch").toString())
                .contains("Items 1-", "\"name\"")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"payload\":7}",
                "{\"payload\":\"\"}",
                "{\"payload\":\"x\",\"client\":\"new\"}",
                "{\"payload\":\"x\",\"settings\":{\"query.timeMs\":\"3600000\"}}",
                "{\"payload\":\"x\",\"settings\":{\"style\":\"nice\"}}",
                "{\"payload\":\"x\",\"steps\":[7]}",
                "{\"payload\":\"x\",\"steps\":[{\"cursor\":\"bm8\"}]}",
                "{\"payload\":\"[1,2]\",\"steps\":[{\"mode\":\"nice\"}]}",
                "{\"payload\":\"x"
            })
    void rejectsInvalidRequests(String body) {
        ServiceRequest serviceRequest = new ServiceRequest("/api/v1/playground", null, null, null, Slice.of(body));
        assertThatThrownBy(() -> playground.answer(serviceRequest)).isInstanceOf(RefusedException.class);
    }

    @Test
    void rejectsLargePayloadsAndManySteps() {
        String steps = IntStream.range(0, 41).mapToObj(i -> "{}").collect(Collectors.joining(",", "[", "]"));
        for (String body : new String[] {
            "{\"payload\":\"" + "x".repeat(Playground.MAX_PAYLOAD_BYTES + 1) + "\"}",
            "{\"payload\":\"x\",\"steps\":" + steps + "}"
        }) {
            ServiceRequest serviceRequest = new ServiceRequest("/api/v1/playground", null, null, null, Slice.of(body));
            assertThatThrownBy(() -> playground.answer(serviceRequest))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageMatching(".*(bytes|steps).*");
        }
    }
}
