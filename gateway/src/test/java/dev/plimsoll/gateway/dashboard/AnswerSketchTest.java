package dev.plimsoll.gateway.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.trial.ParsedAnswer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AnswerSketchTest {

    /** A document in which each value contains a word that must not appear in any sketch. */
    private static final String DOCUMENT = IntStream.range(0, 400)
            .mapToObj(i -> "{\"id\":\"zebra" + i + "\",\"deep\":{\"note\":\"zebra\",\"list\":[\"zebra\"]}}")
            .collect(Collectors.joining(",", "{\"title\":\"zebra\",\"rows\":[", "]}"));

    private static final String TEXT = IntStream.range(0, 4_000)
            .mapToObj(i -> "2026-11-21T06:00:00Z INFO zebra " + i)
            .collect(Collectors.joining("\n"));

    private static Slice answer(StyleId style, String text) {
        SnapshotStore store = SnapshotStore.inMemory(
                new StoreLimits(1 << 26, 1 << 26, 10), InstantSource.system(), new SplittableRandom(5));
        Policy policy = Policy.defaults().with(Policy.STYLE, style).with(Policy.HEAVY, true);
        Plimsoll engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(policy)
                .build();
        ByteSink result = new ByteSink()
                .ascii("{\"content\":[{\"type\":\"text\",\"text\":")
                .string(text);
        Outcome outcome = engine.guard(
                ToolCall.of("farm", "animals", "me"),
                RawResult.of(result.ascii("}]}").slice()));
        return outcome.result();
    }

    static List<StyleId> styles() {
        return StyleRegistry.standard().ids();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void sketchContainsNoValues(StyleId style) {
        for (String text : new String[] {DOCUMENT, TEXT}) {
            Slice answer = answer(style, text);
            String sketch = AnswerSketch.toJson(answer).utf8();
            JsonNode parsedSketch = JsonMapper.shared().readTree(sketch);
            assertThat(parsedSketch.at("/blocks").size()).isPositive();
            assertThat(sketch).doesNotContain("zebra");
            String cursor = ParsedAnswer.parse(answer).findText("nextCursor");
            assertThat(cursor == null || !sketch.contains(cursor)).isTrue();
        }
    }

    @Test
    void sketchOfAPageHasItsHeaderAndTheTypesOfItsOutline() {
        JsonNode block = JsonMapper.shared()
                .readTree(AnswerSketch.toJson(answer(StyleId.of("auto"), DOCUMENT))
                        .utf8())
                .at("/blocks/0");
        assertThat(block.get("notice").asString()).startsWith("Items 1-");
        assertThat(block.get("under").asString()).isEqualTo("value");
        assertThat(block.at("/header/totalCount").asInt()).isEqualTo(400);
        assertThat(block.at("/header/outline/fields/id/is").asString()).isEqualTo("string");
        assertThat(block.at("/header/outline/fields/deep/is").asString()).isEqualTo("object");
    }
}
