package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.laws.Samples.Sample;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.testkit.PropertyCases;
import dev.plimsoll.testkit.sample.Payloads;
import dev.plimsoll.testkit.sample.SampleResults;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the outputs of a query are complete, in pages that fit, and equal those of the evaluator. */
@Execution(ExecutionMode.CONCURRENT)
class QueryLawTest {

    private static final int PAGES = 4;
    private static final int MAX_BYTES = 400_000;
    private static final List<String> QUERIES = List.of(
            ".",
            ".[]?",
            "length?",
            "[.[]?]",
            "[limit(40; .. | scalars)]",
            "[limit(99; .. | scalars) | tostring] | join(\"\\n\")");

    static Stream<Sample> samples() {
        return Samples.halfFor(QueryLawTest.class);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everySampleCanBeQueried(Sample sample) {
        int number = Math.floorMod(sample.toString().hashCode(), 3);
        query(sample.bytes(), Engine.BUDGETS[number], Engine.CLIENTS.get(number));
    }

    @Test
    void randomResultsCanBeQueried() {
        PropertyCases.check(
                80, 41, SampleResults.any(), result -> query(result.bytes(), 300, ClientFeatures.current()));
    }

    private static void query(byte[] result, int budget, ClientFeatures clientFeatures) {
        Original original = Original.of(result);
        if (original.isBinary()
                || !original.result().isCompleteFor(ClientFeatures.current())
                || result.length > MAX_BYTES) {
            return;
        }
        for (String query : QUERIES) {
            Slice document = original.document().bytes();
            boolean text = !original.document().isJson();
            QueryOutputs expected =
                    Query.parse(query).run(new QueryInput(document, text, Instant.EPOCH), QueryLimits.DEFAULT);
            Engine engine = Engine.of(budget, clientFeatures);
            Answered page = engine.guardWithView(result, "{\"query\":" + JsonStrings.of(query) + "}");
            checkAllPages(engine, page, expected, budget);
        }
    }

    private static void checkAllPages(Engine engine, Answered first, QueryOutputs expected, int budget) {
        Answered page = first;
        int at = 0;
        for (int i = 0; i < PAGES; i++) {
            assertThat(page.isShaped()).as("%s", page).isTrue();
            ModelInput.within(budget, page);
            Shown shown = page.getShown();
            assertThat(i > 0 || shown.header().has("cursor") || page.nextCursor() != null)
                    .as("%s", page)
                    .isTrue();
            if (shown.isChunk()) {
                return;
            }
            List<Slice> all = allResults(shown, expected);
            ItemIndex results = results(shown);
            List<Integer> folded = shown.header().list("folded").stream()
                    .map(fold -> fold.number("index"))
                    .toList();
            for (int k = 0; k < results.count(); k++, at++) {
                boolean same = results.item(k).contentEquals(compact(all.get(at)));
                assertThat(same || folded.contains(at)).as("%d: %s", at, page).isTrue();
            }
            String next = page.nextCursor();
            if (next == null) {
                assertThat(at).as("%s", page).isEqualTo(all.size());
                return;
            }
            page = engine.read(next);
        }
    }

    /** Returns the value without the white space between its tokens, as answers carry it. */
    private static Slice compact(Slice value) {
        return new ByteSink().json(value).slice();
    }

    /** Returns what the page shows: some of the outputs, or some of the items or members of the only
     * output. */
    private static ItemIndex results(Shown shown) {
        Slice results = Objects.requireNonNull(Members.get(shown.main(), "results"));
        return ItemIndex.of(
                shown.header().has("totalResults")
                        ? results
                        : ItemIndex.of(results).item(0));
    }

    /** Returns what all pages together must show: the outputs, or the items or members of the only
     * output. */
    private static List<Slice> allResults(Shown shown, QueryOutputs expected) {
        List<Slice> all = new ArrayList<>();
        if (shown.header().has("totalResults")) {
            assertThat(shown.header().number("totalResults")).isEqualTo(expected.count());
            for (int i = 0; i < expected.count(); i++) {
                all.add(expected.get(i));
            }
            return all;
        }
        assertThat(expected.count()).isEqualTo(1);
        Slice only = expected.get(0);
        if (Json.type(only) == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(only);
            for (int i = 0; i < items.count(); i++) {
                all.add(items.item(i));
            }
        } else {
            Members members = Members.of(only);
            while (members.next()) {
                ByteSink entry = new ByteSink(64).ascii("{\"key\":").rawString(members.key());
                all.add(entry.ascii(",\"value\":")
                        .raw(members.value())
                        .ascii("}")
                        .slice());
            }
        }
        assertThat(shown.header().number("totalCount")).isEqualTo(all.size());
        return all;
    }

    @Test
    void pageIsSameAfterOutputsAreComputedAgain() {
        Engine engine = Engine.of(400, ClientFeatures.current());
        byte[] result = SampleResults.text(Payloads.orders(300));
        String cursor = String.valueOf(engine.guard(result).nextCursor());
        Answered first = engine.read(cursor, "\"query\":\"map({id, n: (.id * 1.5)})\"");
        String next = String.valueOf(first.nextCursor());
        byte[] second = engine.read(next).bytes();
        for (int i = 0; i < 5; i++) {
            assertThat(engine.read(cursor, "\"query\":\"map(.id + " + i + ")\"").isError())
                    .isFalse();
        }
        assertThat(engine.read(next).bytes()).isEqualTo(second);
        assertThat(engine.read(cursor, "\"query\":\"map({id, n: (.id * 1.5)})\"")
                        .bytes())
                .isEqualTo(first.bytes());
    }

    @Test
    void shortAnswerContainsOnlyResults() {
        Engine engine = Engine.of(400, ClientFeatures.current());
        String cursor = String.valueOf(
                engine.guard(SampleResults.text(Payloads.orders(300))).nextCursor());
        Answered length = engine.read(cursor, "\"query\":\"length, .[0].id\"");
        assertThat(length.texts().get(0).utf8()).isEqualTo("{\"results\":[300,1]}");
        Answered part = engine.read(cursor, "\"query\":\"keys | length\"", "\"path\":\"/0\"");
        assertThat(part.texts().get(0).utf8()).startsWith("{\"results\":[");
        assertThat(engine.read(cursor, "\"query\":\"empty\"").texts().get(0).utf8())
                .isEqualTo("{\"results\":[]}");
    }

    @Test
    void linesOfTextAreStrings() {
        Engine engine = Engine.of(400, ClientFeatures.current());
        byte[] log = "a ERROR\nb INFO\nc ERROR\n".repeat(200).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        String cursor = String.valueOf(engine.guard(SampleResults.text(log)).nextCursor());
        Answered errors = engine.read(cursor, "\"query\":\"map(select(test(\\\"ERROR\\\"))) | length\"");
        assertThat(errors.texts().get(0).utf8()).isEqualTo("{\"results\":[400]}");
    }
}
