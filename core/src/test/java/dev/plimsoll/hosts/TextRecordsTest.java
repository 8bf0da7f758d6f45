package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.view.ReadArgumentsParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tests texts with records in the formats that servers use. */
class TextRecordsTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String[] PRODUCT_NAMES = {
        "Oak table, extendable",
        "Schreibtisch \"Björn\"",
        "折りたたみ椅子",
        "стул кухонный",
        "كرسي مكتب",
        "कुर्सी",
        "Lampe à pied\nen laiton",
        "의자, 접이식",
        "โต๊ะไม้",
        "τραπέζι"
    };

    private Plimsoll engine = engine(Policy.defaults());
    private ToolCall call = ToolCall.of("files", "read_text_file", "ada").withClient(ClientFeatures.current());

    private static Plimsoll engine(Policy policy) {
        Policies policies =
                new Policies(policy, List.of(new PolicyRule("heavy_*", heavy -> heavy.with(Policy.HEAVY, true))));
        StoreLimits largeLimits = new StoreLimits(1L << 30, 1L << 30, 1_000);
        return Plimsoll.builder()
                .store(SnapshotStore.inMemory(largeLimits, new FakeClock(), new Random(7)))
                .keys(KeyRing.of(new byte[32]))
                .policies(policies)
                .build();
    }

    /** Creates lines of a price list, like a shop's export. */
    private static String csv(int rows) {
        StringBuilder text = new StringBuilder("sku,name,price,stock,ean\r\n");
        for (int i = 0; i < rows; i++) {
            text.append(sku(i))
                    .append(",\"")
                    .append(PRODUCT_NAMES[i % PRODUCT_NAMES.length].replace("\"", "\"\""))
                    .append("\",");
            text.append(i + 1)
                    .append(".50,")
                    .append(i % 7 == 0 ? "" : i % 40)
                    .append(",00")
                    .append(4_006_381L + i);
            text.append("\r\n");
        }
        return text.toString();
    }

    private static JsonNode csvRecords(int rows) {
        List<JsonNode> records = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            ObjectNode item = MAPPER.createObjectNode();
            item.put("sku", sku(i)).put("name", PRODUCT_NAMES[i % PRODUCT_NAMES.length]);
            item.set("price", MAPPER.readTree(i + 1 + ".50"));
            item.set("stock", MAPPER.readTree(i % 7 == 0 ? "null" : "" + i % 40));
            records.add(item.put("ean", "00" + (4_006_381L + i)));
        }
        return MAPPER.valueToTree(records);
    }

    private static String sku(int i) {
        return "SKU-" + (10_000 + i);
    }

    /** Creates a service log with one object per line. */
    private static String jsonLines(int rows) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            text.append("{\"time\":\"2026-03-01T10:")
                    .append(String.format("%02d:%02d", i / 60 % 60, i % 60))
                    .append("Z\",\"level\":\"")
                    .append(i % 50 == 3 ? "ERROR" : "INFO")
                    .append("\",\"request\":{\"method\":\"GET\",\"path\":\"/orders/")
                    .append(i)
                    .append("\"},\"message\":\"served in ")
                    .append(i % 90)
                    .append(" ms\"}\n");
        }
        return text.toString();
    }

    private static String text(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(text) + "}]}";
    }

    /** Creates a result like that of the reference file server. */
    private static String file(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(text) + "}],\"structuredContent\":{\"content\":"
                + quoted(text) + "}}";
    }

    private static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }

    /** An answer, with access to its texts, its page, and its next cursor. */
    private record Answer(Outcome guarded) {

        /** Returns the text of a chunk, after its header. */
        String chunk() {
            return text(0).substring(text(0).indexOf("\n\n") + 2);
        }

        JsonNode all() {
            return MAPPER.readTree(guarded.result().toByteArray());
        }

        String text(int block) {
            return all().path("content").path(block).path("text").asString();
        }

        JsonNode json() {
            return MAPPER.readTree(text(0));
        }

        JsonNode page() {
            return all().path("_meta").path("dev.plimsoll/page");
        }

        String notice() {
            return MAPPER.readTree(text(0)).findPath("notice").asString();
        }

        @Nullable String cursor() {
            JsonNode next = page().path("nextCursor");
            return next.isString() ? next.asString() : null;
        }
    }

    private Answer guard(String result) {
        return new Answer(engine.guard(call, RawResult.of(Slice.of(result))));
    }

    private Answer read(Answer previous, String arguments) {
        String cursor = Objects.requireNonNull(previous.cursor(), "no cursor in " + previous.text(0));
        return new Answer(engine.read(call, Slice.of("{\"cursor\":\"" + cursor + "\"" + arguments + "}")));
    }

    /** Returns the items of all pages. */
    private JsonNode allItems(Answer first, String... path) {
        List<JsonNode> items = new ArrayList<>();
        Answer answer = first;
        while (true) {
            JsonNode list = answer.json();
            for (String name : path) {
                list = list.has(name) ? list.path(name) : list;
            }
            assertThat(list.isArray()).as(answer.text(0)).isTrue();
            assertThat(RealTokens.count(answer.text(0))).isLessThanOrEqualTo(4_400);
            list.forEach(items::add);
            if (answer.cursor() == null) {
                return MAPPER.valueToTree(items);
            }
            answer = read(answer, "");
        }
    }

    @Test
    void pagesOfCsvJoinToItsRecords() {
        Answer first = guard(text(csv(900)));

        assertThat(first.notice()).contains("of 900", "CSV of 900 records {sku, name, price, stock, ean}");
        assertThat(allItems(first, "items")).isEqualTo(csvRecords(900));
    }

    @Test
    void replacesAStringByItsRecords() {
        Answer first = guard(file(csv(900)));

        assertThat(first.notice()).contains("CSV of 900 records {sku, name, price, stock, ean}");
        assertThat(first.page().path("path").asString()).isEqualTo("/content");
        assertThat(first.all().path("structuredContent")).isEqualTo(first.json());
        assertThat(allItems(first, "value", "content")).isEqualTo(csvRecords(900));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void queriesAndSearchesRecords(boolean inObject) {
        Answer first = guard(inObject ? file(csv(900)) : text(csv(900)));

        assertThat(read(first, ",\"query\":\"[.[] | select(.stock == null)] | length\"")
                        .json()
                        .path("results"))
                .isEqualTo(MAPPER.readTree("[129]"));
        assertThat(read(first, ",\"query\":\".[7].price\"").text(0)).contains("8.50");
        JsonNode found = read(first, ",\"find\":\"SKU-10077\"").json();
        assertThat(found.path("totalMatches").asInt()).isEqualTo(1);
        assertThat(found.path("matches").path(0).path("item"))
                .isEqualTo(csvRecords(78).get(77));
        assertThat(found.path("matches").path(0).path("path").asString()).isEqualTo("/77/sku");
        assertThat(read(first, ",\"path\":\"/77/name\"").text(0)).isEqualTo(PRODUCT_NAMES[7]);
        assertThat(read(first, ",\"path\":\"/77\"").json())
                .isEqualTo(csvRecords(78).get(77));
        JsonNode outline = read(first, ",\"mode\":\"outline\"").json();
        assertThat(outline.toString()).contains("\"items\":900", "\"ean\"");
        assertThat(outline.path("notice").asString()).contains("CSV of 900 records");
        Answer narrow = read(first, ",\"fields\":\"sku,stock\",\"page\":1");
        assertThat(narrow.json().findPath("items").path(0))
                .isEqualTo(MAPPER.readTree("{\"sku\":\"SKU-10000\",\"stock\":null}"));
    }

    @Test
    void resolvesPointersIntoTheOriginalToo() {
        Answer first = guard(file(csv(900)));

        assertThat(read(first, ",\"path\":\"/content/77/name\"").text(0)).isEqualTo(PRODUCT_NAMES[7]);
        assertThat(read(first, ",\"path\":\"/content\"")
                        .json()
                        .findPath("items")
                        .path(0))
                .isEqualTo(csvRecords(1).get(0));
        assertThat(read(first, ",\"path\":\"/contents\"").text(0)).contains("INVALID_REQUEST", "/899");
        assertThat(read(first, ",\"path\":\"/77/nam\"").text(0)).contains("/77/name");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void modesLinesAndFullReturnTheOriginalText(boolean inObject) {
        String original = csv(900);
        String result = inObject ? file(original) : text(original);
        Answer first = guard(result);

        assertThat(read(first, ",\"start_line\":2,\"end_line\":2").chunk())
                .isEqualTo(original.lines().toList().get(1) + "\r\n");
        assertThat(read(first, ",\"mode\":\"full\"").all().path("content"))
                .isEqualTo(MAPPER.readTree(result).path("content"));
        StringBuilder lines = new StringBuilder();
        for (Answer page = read(first, ",\"mode\":\"lines\""); ; page = read(page, "")) {
            JsonNode shown = page.all().path("structuredContent").path("text");
            lines.append(shown.isString() ? shown.asString() : page.chunk());
            if (page.cursor() == null) {
                break;
            }
        }
        assertThat(lines).hasToString(original);
    }

    @Test
    void readsJsonLinesAsRecords() {
        Answer first = guard(file(jsonLines(800)));

        assertThat(first.notice()).contains("JSON Lines of 800 records {time, level, request, message}");
        assertThat(read(first, ",\"query\":\"[.[] | select(.level == \\\"ERROR\\\")] | length\"")
                        .text(0))
                .contains("[16]");
        assertThat(allItems(first, "value", "content")
                        .get(799)
                        .path("request")
                        .path("path")
                        .asString())
                .isEqualTo("/orders/799");
    }

    @Test
    void readsPrettyPrintedJsonInAString() {
        String orders = MAPPER.writerWithDefaultPrettyPrinter()
                .writeValueAsString(MAPPER.createObjectNode().put("total", 700).set("orders", csvRecords(700)));
        Answer first = guard(file(orders));

        assertThat(first.notice()).contains("JSON object {total, orders}");
        assertThat(read(first, ",\"query\":\".orders | length\"").text(0)).contains("[700]");
        assertThat(read(first, ",\"path\":\"/orders/3/sku\"").text(0)).isEqualTo(sku(3));
        assertThat(allItems(first, "value", "content", "orders")).isEqualTo(csvRecords(700));
    }

    @Test
    void aTextWithinItsLimitsPassesUnchanged() {
        for (Preset preset : Preset.values()) {
            engine = engine(preset.applyTo(Policy.defaults()));
            String result = file(csv(preset == Preset.STRICT ? 20 : 55));
            Outcome outcome = engine.guard(call, RawResult.of(Slice.of(result)));
            assertThat(outcome.receipt().outcome()).as(preset.name()).isEqualTo(OutcomeKind.PASSED);
            assertThat(new Answer(outcome).all().path("structuredContent"))
                    .as(preset.name())
                    .isEqualTo(MAPPER.readTree(result).path("structuredContent"));
        }
    }

    @Test
    void treatsErrorsAsText() {
        Answer first = guard(text(csv(900)).replaceFirst("\\{", "{\"isError\":true,"));

        assertThat(first.text(0)).doesNotContain("records");
        assertThat(first.all().toString()).contains("sku,name,price");
    }

    @Test
    void sliceKeepsAStringOfCompleteRows() {
        engine = engine(Policy.defaults().with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE));
        Answer first = guard(file(csv(900)));

        JsonNode structured = first.all().path("structuredContent");
        assertThat(structured.path("content").isString())
                .as(structured.toString())
                .isTrue();
        String rows = structured.path("content").asString();
        int shown = first.page().path("range").path(1).asInt();
        assertThat(csv(900)).startsWith(rows);
        assertThat(csv(shown)).isEqualTo(rows + "\r\n");
    }

    @Test
    void queryErrorsDescribeTheDocument() {
        Answer first = guard(file(csv(900)));

        assertThat(read(first, ",\"query\":\".content | length\"").text(0))
                .contains("QUERY_INVALID", ". is an array of 900 objects {sku, name, price, stock, ean}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".[0].level|each line is a string: [.[] | scan('level')] | length counts",
                "map(.level)|map(select(test('level'; 'i'))) selects lines",
                "map(.[1:].level)|each line is a string",
                ".[|",
                "[.[], nosuch(1)]|",
            })
    void queryErrorsDescribeTheText(String query, @Nullable String suggestion) {
        String code = "def price(item):\n    return item.net * 1.19  # Mehrwertsteuer\n\n".repeat(600);
        String log = "2026-07-01T22:30:07Z WARN 佐藤 花子: booking BK-2026-100017 waits\n".repeat(900);
        String arguments = ",\"query\":" + quoted(query);

        JsonNode ofCode = read(guard(text(code)), arguments).json().path("error");
        JsonNode ofLog = read(guard(text(log)), arguments).json().path("error");
        JsonNode ofCsv = read(guard(text(csv(900))), arguments.replace(".level", ".[0]"))
                .json()
                .path("error");

        assertThat(ofCode.path("code").asString()).isEqualTo("QUERY_INVALID");
        assertThat(ofCode.at("/details/document").asString()).isEqualTo("text of 1,800 lines (code)");
        assertThat(ofCode.at("/details/input").asString()).isEqualTo(". is an array of 1,800 lines of text");
        assertThat(ofLog.at("/details/document").asString()).isEqualTo("text of 900 lines (log)");
        assertThat(ofCsv.at("/details/document").asString())
                .isEqualTo("CSV of 900 records {sku, name, price, stock, ean}");
        assertThat(ofCode.at("/details/suggestion").asString())
                .contains(suggestion == null ? "" : suggestion.replace('\'', '"'));
    }

    @Test
    void suggestedQueriesWorkForAText() {
        String log = "2026-07-01T22:30:07Z WARN 佐藤 花子: booking BK-2026-100017 waits\n".repeat(900);
        Answer first = guard(text(log));
        String suggestion = read(first, ",\"query\":\".[0].level\"")
                .json()
                .at("/error/details/suggestion")
                .asString();

        assertThat(suggestion).contains(".[:5]", "map(select(test(\"level\"; \"i\")))");
        assertThat(read(first, ",\"query\":\".[:5]\"")
                        .json()
                        .path("results")
                        .path(0)
                        .size())
                .isEqualTo(5);
        assertThat(read(first, ",\"query\":\"map(select(test(\\\"warn\\\"; \\\"i\\\"))) | length\"")
                        .json()
                        .path("results")
                        .toString())
                .isEqualTo("[900]");
    }

    @Test
    void readsRecordsInOneOfSeveralBlocks() {
        String block = "{\"type\":\"text\",\"text\":";
        Answer first = guard("{\"content\":[" + block + "\"The price list:\"}," + block + quoted(csv(900)) + "}]}");

        assertThat(first.all().toString()).contains("CSV of 900 records", "The price list:");
        assertThat(read(first, ",\"path\":\"/1/77/name\"").text(0)).isEqualTo(PRODUCT_NAMES[7]);
        assertThat(read(first, ",\"query\":\".[1] | length\"").text(0)).contains("[900]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"uri\":\"file:///p.csv\",\"mimeType\":\"text/csv\",\"text\":$}",
                "{\"uri\":\"file:///p.csv\", \"text\":$,\"mimeType\":\"text/csv\"}"
            })
    void pagesARecordResourceAsJson(String contents) {
        Slice result = Slice.of("{\"contents\":[" + contents.replace("$", quoted(csv(900))) + "]}");
        JsonNode page = MAPPER.readTree(engine.guardResource(call, "file:///p.csv", result)
                        .result()
                        .toByteArray())
                .path("contents")
                .path(0);

        assertThat(page.path("mimeType").asString()).isEqualTo("application/json");
        JsonNode shown = MAPPER.readTree(page.path("text").asString());
        assertThat(shown.path("items").path(0)).isEqualTo(csvRecords(1).get(0));
        assertThat(shown.path("notice").asString()).contains("CSV of 900 records");
    }

    @Test
    void appliesAnExplicitPageSizeToATextThatFits() {
        Answer first = new Answer(engine.guard(
                call.withReadArguments(ReadArgumentsParser.parse(Slice.of("{\"page_size\":10}"))),
                RawResult.of(Slice.of(text(csv(30))))));

        assertThat(first.page().path("range").path(1).asInt()).isEqualTo(10);
        assertThat(allItems(first, "items")).isEqualTo(csvRecords(30));
    }

    @Test
    void readsRecordsInAWrappedBlock() {
        String blocks = "[{\"type\":\"text\",\"text\":" + quoted(csv(900)) + "}]";
        Answer first = guard("{\"content\":" + blocks + ",\"structuredContent\":{\"result\":" + blocks + "}}");

        assertThat(first.all().at("/structuredContent/value/result/0"))
                .isEqualTo(csvRecords(1).get(0));
        assertThat(read(first, ",\"query\":\"length\"").text(0)).contains("[900]");
        assertThat(read(first, ",\"path\":\"/result/77/name\"").text(0)).isEqualTo(PRODUCT_NAMES[7]);
        assertThat(read(first, ",\"path\":\"/result/0/text\"").all().toString()).contains("sku,name,price");
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"PROBE", "LIST", "HARDENING", "CURSOR", "GUIDED"})
    void presetsOfTheSeedsReturnRecordsInPages(Preset preset) {
        engine = engine(preset.applyTo(Policy.defaults()));
        call = call.withTool("heavy_read");
        for (String result : List.of(text(csv(900)), file(csv(900)))) {
            Answer first = guard(result);
            if (preset == Preset.GUIDED) {
                assertThat(first.json().path("samples")).as(first.text(0)).hasSize(2);
                continue;
            }
            if (preset == Preset.PROBE) {
                String token = first.json().path("continuation_token").asString();
                assertThat(first.json().path("preview").asString()).contains("sku,name,price");
                first = new Answer(engine.read(
                        call, Slice.of("{\"continuation_token\":\"" + token + "\",\"mode\":\"paginated\"}")));
                assertThat(first.json().path("total").asInt()).isEqualTo(900);
            }
            assertThat(allItems(first, "items", "results", "value", "content"))
                    .as(preset.name())
                    .isEqualTo(csvRecords(900));
        }
    }
}
