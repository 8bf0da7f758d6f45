package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the calls named in an answer work. */
@Execution(ExecutionMode.CONCURRENT)
class AdvertisedCallsLawTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int PAGES = 3;
    private static final int MAX_PATHS = 12;

    private static final String LIST = IntStream.range(0, 1_500)
            .mapToObj(i -> "{\"id\":" + i + ",\"name\":\"Order " + i + "\",\"state\":\""
                    + (i % 3 == 0 ? "open" : "paid") + "\",\"total\":" + i * 7_919 % 10_007 + "}")
            .collect(Collectors.joining(",", "[", "]"));

    static Stream<Sample> samples() {
        return Samples.halfFor(AdvertisedCallsLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void callsInAnswersAboutSamplesWork(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        checkAllPages(sample.bytes(), 300, Engine.CLIENTS.get(number));
        checkAllPages(sample.bytes(), 1_000, Engine.CLIENTS.get((number + 1) % 3));
    }

    /** Checks the queries that the first page of a list names: groups with sums, and the largest items. */
    @Test
    void callsOfFirstPageCanGroupAndSortTheList() {
        JsonNode all = MAPPER.readTree(LIST);
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        JsonNode first = json(engine.guard(SampleResults.text(LIST.getBytes(StandardCharsets.UTF_8))));
        List<JsonNode> answers = new ArrayList<>();
        for (JsonNode next : first.path("next")) {
            assertThat(next.path("tool").asString()).isEqualTo("plimsoll_read");
            String arguments = next.path("arguments").toString();
            answers.add(json(engine.readWith(
                    arguments.replace("<nextCursor>", first.path("nextCursor").asString()))));
        }

        assertThat(answers).hasSize(2);
        for (JsonNode group : answers.get(0).at("/results/0")) {
            List<JsonNode> members = all.valueStream()
                    .filter(order -> order.path("state").equals(group.path("state")))
                    .toList();
            assertThat(group.path("total").asInt())
                    .isEqualTo(members.stream()
                            .mapToInt(order -> order.path("total").asInt())
                            .sum());
        }
        JsonNode largest = answers.get(1).at("/results/0");
        assertThat(largest.size()).isEqualTo(5);
        int max = all.valueStream()
                .mapToInt(order -> order.path("total").asInt())
                .max()
                .orElseThrow();
        assertThat(largest.at("/0/total").asInt()).isEqualTo(max);
        assertThat(largest.path(0).propertyNames()).containsExactly("name", "id", "total");
    }

    private static JsonNode json(Answered answered) {
        return MAPPER.readTree(
                MAPPER.readTree(answered.bytes()).at("/content/0/text").asString());
    }

    @Test
    void callsInAnswersAboutRandomResultsWork() {
        PropertyCases.check(150, 7, SampleResults.any(), result -> {
            checkAllPages(result.bytes(), 300, ClientFeatures.current());
            checkAllPages(result.bytes(), 1_000, ClientFeatures.old());
        });
    }

    private static void checkAllPages(byte[] result, int budget, ClientFeatures clientFeatures) {
        Engine engine = Engine.of(budget, clientFeatures);
        Answered answered = engine.guard(result);
        for (int i = 0; i < PAGES; i++) {
            checkCalls(engine, answered);
            String next = answered.nextCursor();
            if (next == null) {
                return;
            }
            answered = engine.read(next);
        }
    }

    private static void checkCalls(Engine engine, Answered answered) {
        for (String cursor : answered.replacementCursors()) {
            assertWorks(engine.read(cursor), "a block's cursor");
        }
        Shown shown = answered.shown();
        if (shown == null) {
            return;
        }
        Fields header = shown.header();
        for (String name : new String[] {"nextCursor", "previousCursor", "cursor"}) {
            if (header.has(name)) {
                assertWorks(engine.read(header.text(name)), name);
            }
        }
        for (Fields next : header.list("next")) {
            assertThat(next.text("tool")).isEqualTo(engine.call.client().readTool());
            assertWorks(
                    engine.readWith(withCursor(next.get("arguments").utf8(), header)),
                    next.object().utf8());
        }
        for (String list : new String[] {"folded", "sections", "trimmed"}) {
            header.list(list).stream()
                    .filter(entry -> entry.has("path"))
                    .limit(MAX_PATHS)
                    .forEach(entry -> {
                        String path = entry.text("path");
                        assertWorks(engine.readPath(shown.readCursor(), path), list + " " + path);
                    });
        }
    }

    /** Returns the arguments with the named cursor filled in. */
    private static String withCursor(String arguments, Fields header) {
        for (String name : new String[] {"nextCursor", "cursor"}) {
            if (arguments.contains("<" + name + ">")) {
                return arguments.replace("<" + name + ">", header.text(name));
            }
        }
        throw new AssertionError("no cursor in " + arguments);
    }

    private static void assertWorks(Answered answered, String call) {
        assertThat(answered.isError()).as("%s: %s", call, answered).isFalse();
    }
}
