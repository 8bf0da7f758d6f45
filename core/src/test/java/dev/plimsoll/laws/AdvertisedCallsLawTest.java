package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.ArrayList;
import java.util.List;
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

    static Stream<Sample> samples() {
        return Samples.half(AdvertisedCallsLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void callsInAnswersAboutSamplesWork(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        checkAllPages(sample.bytes(), 300, Engine.CLIENTS.get(number));
        checkAllPages(sample.bytes(), 1_000, Engine.CLIENTS.get((number + 1) % 3));
    }

    /** Checks the calls that the first page of a list names: further pages, fewer fields, and queries over all items. */
    @Test
    void callsForListPageNarrowAndCountIt() {
        JsonNode all = MAPPER.readTree(Payloads.bookings(300, 600, 2_400));
        Engine engine = Engine.of(4_000, ClientFeatures.current());
        JsonNode first = json(engine.guard(SampleResults.text(MAPPER.writeValueAsBytes(all))));
        assertThat(first.path("next").size()).isEqualTo(3);
        List<JsonNode> answers = new ArrayList<>();
        for (JsonNode next : first.path("next")) {
            assertThat(next.path("tool").asString()).isEqualTo("plimsoll_read");
            String arguments = next.path("arguments").toString();
            answers.add(json(engine.readWith(
                    arguments.replace("<nextCursor>", first.path("nextCursor").asString()))));
        }

        int shown = first.path("items").size();
        assertThat(answers.get(0).at("/range/0").asInt()).isEqualTo(shown + 1);
        assertThat(answers.get(0).at("/items/0/id")).isEqualTo(all.path(shown).path("id"));

        List<String> fields =
                List.of(first.at("/next/1/arguments/fields").asString().split(",", -1));
        assertThat(fields).hasSizeGreaterThan(1);
        JsonNode narrow = answers.get(1).path("items");
        assertThat(narrow.size()).isGreaterThan(shown);
        for (int i = 0; i < narrow.size(); i++) {
            assertThat(narrow.path(i).propertyNames()).containsExactlyInAnyOrderElementsOf(fields);
            for (String field : fields) {
                assertThat(narrow.path(i).get(field)).isEqualTo(all.path(i).get(field));
            }
        }

        long matching = all.valueStream()
                .filter(booking -> booking.path("status").equals(all.at("/0/status")))
                .count();
        assertThat(matching).isBetween(10L, 200L);
        assertThat(answers.get(2).path("results").toString()).isEqualTo("[" + matching + "]");
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
        for (String cursor : answered.stubCursors()) {
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
