package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks which queries a look suggests, by the fields of the items, and that each of them has a result. */
class SampleQueriesLawTest {

    private static final int COUNT = 2_000;

    private static List<String> queries(String before, String after, IntFunction<String> item) {
        return queriesOf(
                IntStream.range(0, COUNT).mapToObj(item).collect(Collectors.joining(",", before + "[", "]" + after)));
    }

    private static List<String> queriesOf(String document) {
        return queriesOf(document, 1_000);
    }

    private static List<String> queriesOf(String document, int budget) {
        Engine engine = Engine.of(budget, ClientFeatures.current());
        Answered look = engine.guard(SampleResults.text(document.getBytes(StandardCharsets.UTF_8)));
        List<Fields> calls = look.getShown().header().list("next");
        for (Fields call : calls) {
            String arguments = call.get("arguments").utf8();
            Answered answered = engine.readWith(
                    arguments.replace("<nextCursor>", look.getShown().readCursor()));
            assertThat(answered.isError()).as("%s: %s", arguments, answered).isFalse();
        }
        return calls.stream()
                .map(call -> new Fields(call.get("arguments")))
                .filter(arguments -> arguments.has("query"))
                .map(arguments -> arguments.text("query"))
                .toList();
    }

    private static List<String> queries(IntFunction<String> item) {
        return queries("", "", item);
    }

    @Test
    void groupsByTheFieldWithFewValuesAndSumsTheQuantity() {
        assertThat(queries(i -> "{\"id\":" + i + ",\"page\":" + i % 90 + ",\"amount\":" + i * 7 + ",\"state\":\""
                        + (i % 2 == 0 ? "open" : "paid") + "\"}"))
                .containsExactly(
                        "group_by(.state) | map({state: .[0].state, amount: map(.amount) | add})",
                        "sort_by(.amount) | reverse[:5] | map({id, amount})");
    }

    @Test
    void selectsTheRarestValueIfThereIsNoQuantity() {
        assertThat(queries(i -> "{\"id\":" + i + ",\"name\":\"n" + i + "\",\"state\":\""
                        + (i % 3 == 0 ? "open" : "paid") + "\"}"))
                .containsExactly("map(select(.state == \"open\") | {name, id})");
        assertThat(queries(i -> "{\"hash\":\"h" + i + "\",\"isLast\":" + (i % 3 == 0) + "}"))
                .containsExactly("map(select(.isLast == true))");
    }

    @Test
    void addsAndComparesOnlyAmountsOfOneCurrency() {
        assertThat(queries(i ->
                        "{\"id\":" + i + ",\"state\":\"" + (i % 2 == 0 ? "open" : "paid") + "\",\"total\":{\"amount\":"
                                + i * 7 + ",\"currency\":\"" + (i % 3 == 0 ? "USD" : "EUR") + "\"}}"))
                .containsExactly(
                        "group_by([.state, .total.currency]) | map({state: .[0].state, currency: .[0].total.currency, amount: map(.total.amount) | add})",
                        "map(select(.total.currency == \"EUR\")) | sort_by(.total.amount) | reverse[:5] | map({id, amount: .total.amount})");
        assertThat(queries(i -> "{\"id\":" + i + ",\"amount\":" + i * 7 + ",\"currency\":\""
                        + (i % 3 == 0 ? "USD" : "EUR") + "\"}"))
                .as("the currency is the category")
                .containsExactly(
                        "group_by(.currency) | map({currency: .[0].currency, amount: map(.amount) | add})",
                        "map(select(.currency == \"EUR\")) | sort_by(.amount) | reverse[:5] | map({id, amount})");
        assertThat(queries(i -> "{\"id\":" + i + ",\"amount\":" + i * 7 + ",\"currency\":\"EUR\"}"))
                .as("one currency")
                .containsExactly("sort_by(.amount) | reverse[:5] | map({id, amount})");
    }

    @Test
    void sumsNoIdsWhateverTheirSpelling() {
        assertThat(queries(i -> "{\"PID\":" + i + ",\"ORDER_ID\":" + i + ",\"%CPU\":" + i % 90 + ".5}"))
                .containsExactly("sort_by(.\"%CPU\") | reverse[:5] | map({ORDER_ID, \"%CPU\": .\"%CPU\"})");
    }

    @Test
    void parsesStringsOfJson() {
        assertThat(queries(i -> "\"{\\\"id\\\":" + i + ",\\\"total\\\":" + i + "}\""))
                .containsExactly("map(fromjson) | sort_by(.total) | reverse[:5] | map({id, total})");
    }

    @Test
    void selectsTheLatestItemsIfThereIsNoQuantity() {
        assertThat(queries(i -> "{\"orderId\":" + i + ",\"title\":\"t" + i + "\",\"createdAt\":\"2026-0" + (1 + i % 4)
                        + "-15T10:00:00Z\"}"))
                .containsExactly("map(select(.createdAt >= \"2026-04\") | {title, createdAt})");
    }

    @Test
    void selectsTheLastDayOfOneMonth() {
        assertThat(queries(i -> "{\"key\":\"k" + i + "\",\"day\":\"2026-03-1" + i % 7 + "\"}"))
                .containsExactly("map(select(.day >= \"2026-03-16\") | {key, day})");
    }

    @Test
    void startsFromTheListInAnObject() {
        assertThat(queries("{\"data\":{\"orders\":", "}}", i -> "{\"id\":" + i + ",\"total\":" + i + "}"))
                .containsExactly(".data.orders | sort_by(.total) | reverse[:5] | map({id, total})");
    }

    @Test
    void quotesNamesThatAreNotWords() {
        assertThat(queries(i -> "{\"Order No\":\"n" + i + "\",\"end\":" + i % 500 + ".5,\"Net Price\":" + i + "}"))
                .first()
                .isEqualTo("sort_by(.\"Net Price\") | reverse[:5] | map({\"Net Price\": .\"Net Price\"})");
    }

    @Test
    void describesNumbersAndStrings() {
        assertThat(queries(i -> String.valueOf(i * 1_001))).containsExactly("{sum: add, min: min, max: max}");
        assertThat(queries(i -> "\"word " + i % 700 + "\"")).containsExactly("unique | length");
    }

    @Test
    void suggestsNothingForMixedItems() {
        assertThat(queries(i -> i % 2 == 0 ? "{\"id\":" + i + ",\"total\":5}" : "\"text " + i + "\""))
                .isEmpty();
    }

    @Test
    void ignoresRareFieldsAndConstants() {
        assertThat(queries(i -> "{\"sku\":\"s" + i + "\",\"state\":\"open\",\"weight\":7"
                        + (i % 10 == 0 ? ",\"total\":" + i : "") + "}"))
                .isEmpty();
    }

    @Test
    void looksThroughObjectsAroundTheItems() {
        assertThat(queries(
                        "{\"data\":{\"edges\":",
                        "}}",
                        i -> "{\"node\":{\"name\":\"n" + i + "\",\"stars\":" + i + ",\"state\":\""
                                + (i % 2 == 0 ? "OPEN" : "CLOSED") + "\"}}"))
                .containsExactly(
                        ".data.edges | map(.node) | group_by(.state)"
                                + " | map({state: .[0].state, stars: map(.stars) | add})",
                        ".data.edges | map(.node) | sort_by(.stars) | reverse[:5] | map({name, stars})");
    }

    @Test
    void usesFieldsOfInnerObjectsIfTheItemsHaveNone() {
        assertThat(queries(i -> "{\"metadata\":{\"name\":\"pod " + i + "\",\"created\":\"2026-0" + (1 + i % 4)
                        + "-15\"},\"status\":{\"phase\":\"" + (i % 3 == 0 ? "Running" : "Pending")
                        + "\",\"restarts\":" + i + "}}"))
                .containsExactly(
                        "group_by(.status.phase)"
                                + " | map({phase: .[0].status.phase, restarts: map(.status.restarts) | add})",
                        "sort_by(.status.restarts) | reverse[:5]"
                                + " | map({name: .metadata.name, restarts: .status.restarts})");
        assertThat(queries(i -> "{\"id\":" + i + ",\"total\":" + i + ",\"customer\":{\"id\":" + i * 7 + ",\"name\":\"c"
                        + i + "\",\"score\":" + i % 900 + "}}"))
                .as("fields of the items first")
                .containsExactly("sort_by(.total) | reverse[:5] | map({id, total})");
    }

    @Test
    void readsMapsAsRecordsWithKeys() {
        String map = IntStream.range(0, COUNT)
                .mapToObj(i ->
                        "\"lib/" + i + "\":{\"size\":" + i + ",\"license\":\"" + (i % 5 == 0 ? "ISC" : "MIT") + "\"}")
                .collect(Collectors.joining(",", "{", "}"));
        String grouped = "to_entries | map({key} + .value) | group_by(.license)"
                + " | map({license: .[0].license, size: map(.size) | add})";
        assertThat(queriesOf(map, 4_000)).containsExactly(grouped);
        assertThat(queriesOf("{\"name\":\"shop\",\"packages\":" + map + "}")).containsExactly(".packages | " + grouped);
    }

    @Test
    void listsTheKeysOfObjectsThatAreNotRecords() {
        String texts = IntStream.range(0, COUNT)
                .mapToObj(i -> "\"code " + i + "\":\"a text of some words " + i + "\"")
                .collect(Collectors.joining(",", "{\"texts\":{", "}}"));
        assertThat(queriesOf(texts)).containsExactly(".texts | keys");
    }

    @Test
    void countsTheErrorsOfALog() {
        String log = IntStream.range(0, COUNT)
                .mapToObj(i -> "2026-03-04T05:" + String.format("%02d:%02d", i / 60 % 60, i % 60) + "Z "
                        + (i % 9 == 0 ? "ERROR" : "INFO") + " [worker-" + i % 4 + "] step " + i + "\n")
                .collect(Collectors.joining());
        assertThat(queriesOf(log)).containsExactly("map(fromlog | select(.level == \"ERROR\")) | count_by(.source)");
        String wrapped = "{\"content\":\"" + log.replace("\n", "\\n") + "\"}";
        assertThat(queriesOf(wrapped))
                .containsExactly("map(fromlog | select(.level == \"ERROR\")) | count_by(.source)");
        String requests = IntStream.range(0, COUNT)
                .mapToObj(i -> "10.0.0." + i % 250 + " - - [03/Mar/2026:06:00:01 +0000] \"GET /p" + i + " HTTP/1.1\" "
                        + (i % 9 == 0 ? 503 : 200) + " 99\n")
                .collect(Collectors.joining());
        assertThat(queriesOf(requests)).containsExactly("map(fromlog | select(.status >= 500)) | count_by(.status)");
    }
}
