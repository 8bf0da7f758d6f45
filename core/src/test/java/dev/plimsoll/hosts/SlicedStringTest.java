package dev.plimsoll.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that under {@code outputSchema: slice} a string with records stays a string of complete records. */
class SlicedStringTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Plimsoll engine = Plimsoll.builder()
            .store(SnapshotStore.inMemory(new StoreLimits(1L << 30, 1L << 30, 1_000), new FakeClock(), new Random(7)))
            .keys(KeyRing.of(new byte[32]))
            .policies(new Policies(Policy.defaults().with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE), List.of()))
            .build();
    private final ToolCall call = ToolCall.of("files", "read_text_file", "ada").withClient(ClientFeatures.current());

    private static JsonNode bookings(int count, int minBytes, int maxBytes) {
        return MAPPER.readTree(new String(Payloads.bookings(count, minBytes, maxBytes), StandardCharsets.UTF_8));
    }

    private static String pretty(JsonNode value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    /** Creates the guests of bookings like a database export: one cell of each row is an object. */
    private static String csv(JsonNode bookings) {
        StringBuilder text = new StringBuilder("id,guestName,guest,nights\n");
        bookings.forEach(booking -> text.append(booking.path("id").asString())
                .append(",\"")
                .append(booking.path("guestName").asString())
                .append("\",\"")
                .append(booking.path("guest").toString().replace("\"", "\"\""))
                .append("\",4\n"));
        return text.toString();
    }

    private static String lines(JsonNode bookings) {
        StringBuilder text = new StringBuilder();
        bookings.forEach(booking -> text.append(booking).append('\n'));
        return text.toString();
    }

    private static String text(String form, JsonNode bookings) {
        return switch (form) {
            case "csv" -> csv(bookings);
            case "lines" -> lines(bookings);
            case "pretty" -> pretty(bookings);
            default -> bookings.toString();
        };
    }

    private static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }

    /** Creates a result with this object in both forms; {@code $} stands for the text in it. */
    private static String result(String structured, String text) {
        String object = structured.replace("$", quoted(text));
        return "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(object) + "}],\"structuredContent\":" + object
                + "}";
    }

    /** Returns the answer for the client, after checking that both forms fit the budget. */
    private JsonNode guarded(String result) {
        JsonNode answer = MAPPER.readTree(
                engine.guard(call, RawResult.of(Slice.of(result))).result().toByteArray());
        assertThat(answer.path("isError").asBoolean(false)).as("%s", answer).isFalse();
        assertThat(answer.at("/_meta/dev.plimsoll~1page/hasMore").asBoolean(false))
                .as("%s", answer)
                .isTrue();
        int tokens = RealTokens.count(answer.path("structuredContent").toString());
        for (JsonNode block : answer.path("content")) {
            tokens += RealTokens.count(block.path("text").asString());
        }
        assertThat(tokens).isLessThanOrEqualTo(4_400);
        return answer;
    }

    @ParameterizedTest
    @CsvSource({
        "csv, 2000, 4000", "lines, 2000, 4000", "pretty, 2000, 4000", "json, 2000, 4000",
        "csv, 6000, 12000", "lines, 6000, 12000", "pretty, 6000, 12000", "json, 6000, 12000"
    })
    void cutsAStringOfRecordsToItsFirstRecords(String form, int minBytes, int maxBytes) {
        JsonNode all = bookings(300, minBytes, maxBytes);
        String text = text(form, all);

        JsonNode answer = guarded(result("{\"content\":$,\"truncated\":null}", text));

        JsonNode structured = answer.path("structuredContent");
        assertThat(structured.propertyNames()).containsExactly("content", "truncated");
        assertThat(structured.path("content").isString()).isTrue();
        String shown = structured.path("content").asString();
        if (form.equals("csv") || form.equals("lines")) {
            assertThat(text).startsWith(shown);
            assertThat(text.charAt(shown.length())).isEqualTo('\n');
        } else {
            JsonNode records = MAPPER.readTree(shown);
            List<JsonNode> first = new ArrayList<>();
            all.values().stream().limit(records.size()).forEach(first::add);
            assertThat(records).isEqualTo(MAPPER.valueToTree(first));
        }
        int range = answer.at("/_meta/dev.plimsoll~1page/range/1").asInt();
        assertThat(range).isGreaterThanOrEqualTo(1);
    }

    @Test
    void showsCompleteRowsWithObjectsInCells() {
        JsonNode all = bookings(300, 2_000, 4_000);

        JsonNode answer = guarded(result("{\"content\":$}", csv(all)));

        String shown = answer.at("/structuredContent/content").asString();
        assertThat(shown.lines().count() - 1)
                .isEqualTo(answer.at("/_meta/dev.plimsoll~1page/range/1").asLong())
                .isGreaterThanOrEqualTo(4);
        JsonNode items =
                MAPPER.readTree(answer.at("/content/0/text").asString()).at("/value/content");
        assertThat(MAPPER.readTree(items.path(0).path("guest").asString()))
                .isEqualTo(all.path(0).path("guest"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"file\":{\"path\":\"/b.json\",\"content\":$}}",
                "{\"result\":{\"data\":{\"text\":$}},\"ok\":true}"
            })
    void cutsANestedString(String structured) {
        String text = pretty(bookings(100, 2_000, 4_000));

        JsonNode answer = guarded(result(structured, text));

        JsonNode original = MAPPER.readTree(structured.replace("$", quoted(text)));
        JsonNode shown = answer.path("structuredContent");
        assertThat(shown.propertyNames()).isEqualTo(original.propertyNames());
        assertThat(shown.findParents(structured.contains("/b.json") ? "path" : "text"))
                .hasSize(1);
        String key = structured.contains("/b.json") ? "content" : "text";
        assertThat(MAPPER.readTree(shown.findPath(key).asString()).isArray()).isTrue();
    }

    @Test
    void cutsTheListOfAnObjectInAString() {
        JsonNode all = bookings(200, 2_000, 4_000);
        String text = pretty(MAPPER.createObjectNode()
                .put("total", 200)
                .put("error", (String) null)
                .set("bookings", all));

        JsonNode answer = guarded(result("{\"content\":$}", text));

        assertThat(answer.at("/structuredContent/content").isString()).isTrue();
        JsonNode shown = MAPPER.readTree(answer.at("/structuredContent/content").asString());
        assertThat(shown.propertyNames()).containsExactly("total", "error", "bookings");
        assertThat(shown.path("error").isNull()).isTrue();
        assertThat(shown.path("bookings").path(0).path("id"))
                .isEqualTo(all.path(0).path("id"));
    }

    @Test
    void summarizesAnObjectOfManySectionsInAString() {
        String text = pretty(MAPPER.readTree(new String(Payloads.sectionedBooking(3_000), StandardCharsets.UTF_8)));

        JsonNode answer = guarded(result("{\"content\":$}", text));

        assertThat(answer.at("/structuredContent/content").isString()).isTrue();
        JsonNode shown = MAPPER.readTree(answer.at("/structuredContent/content").asString());
        assertThat(shown.path("id").asString()).isEqualTo("BK-2026-100007");
        assertThat(shown.path("guestName").asString()).isEqualTo("Zoë Müller");
        assertThat(shown.at("/property/id").asString()).isEqualTo("P-17");
    }

    @Test
    void cutsALongTextOfAnObjectInAString() {
        String report =
                "Бесплатная отмена возможна за четырнадцать дней до заезда. \"Тихий час\" с десяти.\n".repeat(900);
        String text = pretty(MAPPER.createObjectNode().put("id", "R-7").put("report", report));

        JsonNode answer = guarded(result("{\"content\":$}", text));

        assertThat(answer.at("/structuredContent/content").isString()).isTrue();
        JsonNode shown = MAPPER.readTree(answer.at("/structuredContent/content").asString());
        assertThat(shown.path("id").asString()).isEqualTo("R-7");
        assertThat(report).startsWith(shown.path("report").asString());
        assertThat(shown.path("report").asString()).hasSizeGreaterThan(500);
    }

    @Test
    void cutsTheTextOfAWrappedBlock() {
        String structured = "{\"result\":[{\"type\":\"text\",\"text\":$}]}";
        String text = csv(bookings(300, 2_000, 4_000));

        JsonNode answer = guarded(result(structured, text));

        assertThat(answer.at("/structuredContent/result/0/type").asString()).isEqualTo("text");
        assertThat(text)
                .startsWith(answer.at("/structuredContent/result/0/text").asString());
        assertThat(answer.at("/structuredContent/result/0/text").asString()).contains("BK-2026-100001");
    }
}
