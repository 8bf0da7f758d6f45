package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests seed 004 (docs/reference/seeds/004.md), smart response management, with preset {@code guided}. */
class GuideSeedTest {

    private static final String SCHEMA = """
            {"type":"object","properties":{"query":{"type":"string","description":"Search by name"},
            "email":{"type":"string"},"status":{"type":"string","enum":["active","closed"]},
            "created_date":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string"}}}""";
    private static final String ADVICE = """
            When dealing with large result sets, it's better to:
            1. Search for specific items by name or ID
            2. Use filtering parameters
            3. Paginate through results""";

    private static final String[] NOTES = {
        "The guest asked for a late arrival and a cot; \"quiet\" includes the terrace.",
        "Die Wohnungstür schließt nicht von selbst: bitte immer zweimal abschließen.",
        "El huésped pidió una cuna y una llegada después de las once de la noche.",
        "到着の十四日前までは無料でキャンセルできます。",
        "Бесплатная отмена возможна за четырнадцать дней до заезда.",
        "กุญแจอยู่ในกล่องทางซ้ายของประตูสีฟ้า",
        "الهدوء من العاشرة مساءً حتى الثامنة صباحًا.",
        "चाबी नीले दरवाज़े के बाईं ओर डिब्बे में है।",
        "예약은 도착 십사 일 전까지 무료로 취소할 수 있습니다.",
        "Το κλειδί βρίσκεται στο κουτί αριστερά 🔑👨‍👩‍👧."
    };

    private final Seed seed = Seed.of(Preset.GUIDED).tool("users_list");

    @Test
    void upToTwentyFiveItemsPassUnchanged() {
        assertThat(seed.text(Seed.orders(25)).outcome()).isEqualTo("passed");
        assertThat(seed.text(Seed.orders(25)).text()).isEqualTo(Seed.orders(25));
        assertThat(seed.text("Good morning.").outcome()).isEqualTo("passed");
    }

    @ParameterizedTest
    @CsvSource({"26,25", "45,25", "50,25"})
    void upToFiftyItemsShowFirstTwentyFiveAndOmittedCount(int items, int shown) {
        Answer partial = seed.text(Seed.bookings(0, items));

        assertThat(partial.keys()).containsExactly("data", "metadata");
        assertThat(partial.text()).startsWith("{\"data\":" + Seed.bookings(0, shown) + ",\"metadata\":{");
        assertThat(partial.json().path("metadata").propertyNames())
                .containsExactly("originalCount", "displayedCount", "truncated", "paginationHint", "nextCursor");
        assertThat(partial.json().path("metadata").path("originalCount").asInt())
                .isEqualTo(items);
        assertThat(partial.json().path("metadata").path("truncated").asBoolean())
                .isTrue();
        assertThat(partial.json().path("metadata").path("paginationHint").asString())
                .isEqualTo("Showing first 25 of " + items + " items.");
        assertThat(partial.outcome()).isEqualTo("guided");
    }

    @Test
    void cursorReadsRestOfMediumList() {
        String cursor = seed.text(Seed.bookings(0, 45))
                .json()
                .at("/metadata/nextCursor")
                .asString();

        Answer rest = seed.read(cursor, "{\"cursor\":\"$\"}");

        assertThat(rest.text()).startsWith("{\"data\":" + Seed.bookings(25, 45) + ",\"metadata\":{");
        assertThat(rest.json().at("/metadata/paginationHint").asString()).isEqualTo("Showing 26 to 45 of 45 items.");
        assertThat(rest.json().path("metadata").has("nextCursor")).isFalse();
    }

    @Test
    void moreThanFiftyItemsGetGuidanceFromToolSchema() {
        Answer guided = seed.called(SCHEMA, "{}", Seed.bookings(0, 298));

        assertThat(guided.keys())
                .containsExactly(
                        "needsRefinement",
                        "message",
                        "guidance",
                        "suggestions",
                        "searchInstructions",
                        "samples",
                        "nextCursor");
        assertThat(guided.json().path("needsRefinement").asBoolean()).isTrue();
        assertThat(guided.json().path("message").asString())
                .isEqualTo("Found 298 users. This is too many to display effectively.");
        assertThat(guided.json().path("guidance").asString()).isEqualTo(ADVICE);
        assertThat(guided.json().path("suggestions").toString())
                .isEqualTo("[\"Try: users_list with limit parameter (e.g., { limit: 10 })\","
                        + "\"Search for specific users by query or email\",\"Filter by status or created_date\","
                        + "\"Call plimsoll_read with cursor = nextCursor to page through all of them\"]");
        assertThat(guided.json().path("searchInstructions").asString()).isEqualTo("""
                        You can search using:
                        - query (query): Search by name
                        - email (query): Search by email
                        - status (query): Filter by status
                        - created_date (query): Filter by created_date
                        - limit (query): Limit results (e.g., 10)""");
        assertThat(guided.text()).contains(",\"samples\":" + Seed.bookings(0, 2) + ",\"nextCursor\":\"");
        assertThat(guided.outcome()).isEqualTo("guided");
    }

    @Test
    void hintsWithoutSchemaNameOnlySupportedCalls() {
        Answer guided = seed.text(Seed.orders(60));

        assertThat(guided.json().path("suggestions").size()).isEqualTo(1);
        assertThat(guided.json().path("suggestions").path(0).asString()).contains("plimsoll_read", "nextCursor");
        String cursor = guided.json().path("nextCursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}").json().path("data").size())
                .isEqualTo(25);
    }

    @ParameterizedTest
    @CsvSource({"list_orders,orders", "getAllInvoices,invoices", "search,items", "crm.contacts.search,contacts"})
    void nounComesFromToolName(String tool, String noun) {
        assertThat(seed.tool(tool).text(Seed.orders(60)).json().path("message").asString())
                .startsWith("Found 60 " + noun + ".");
    }

    @Test
    void namesListInsideObject() {
        Answer guided = seed.tool("search").text("{\"open_tickets\":" + Seed.orders(60) + "}");

        assertThat(guided.json().path("message").asString()).startsWith("Found 60 open tickets.");
        assertThat(guided.page().path("path").asString()).isEqualTo("/open_tickets");
    }

    @Test
    void longValuesInFewItemsAreShortened() {
        String item = "{\"tags\":[" + "1,".repeat(40) + "1],\"note\":\"" + "x".repeat(6000) + "\"}";
        Answer small = seed.text("[" + item + "]");
        assertThat(small.outcome()).isEqualTo("trimmed");
        assertThat(small.json().at("/items/0/tags").size()).isEqualTo(25);

        Answer partial = Seed.of(Preset.GUIDED, policy -> policy.with(Policy.LIMIT_STRING_BYTES, 20))
                .text("[" + ("{\"note\":\"" + "y".repeat(30) + "\"},").repeat(30) + "0]");
        assertThat(partial.json().at("/data/0/note").asString()).isEqualTo("y".repeat(17) + "…");
        assertThat(partial.page().path("folded").size()).isEqualTo(25);
    }

    /** Creates a booking with notes and more members, as in a detail view. */
    private static String booking(int notes, String more) {
        String all = IntStream.range(0, notes)
                .mapToObj(i -> "{\"author\":\"Zoë Müller\",\"at\":\"2026-07-" + (10 + i % 20) + "T22:30:00Z\",\"text\":"
                        + Seed.quoted(NOTES[i % NOTES.length] + " " + i) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"id\":\"BK-2026-100017\",\"status\":\"confirmed\",\"cancelledAt\":null,\"notes\":" + all
                + ",\"rate\":1.10" + more + "}";
    }

    @Test
    void listInBookingIsCutToTwentyFiveItems() {
        String payments = ",\"payments\":"
                + IntStream.range(0, 25)
                        .mapToObj(i -> "{\"line\":" + i + ",\"amount\":120.50,\"paidAt\":null}")
                        .collect(Collectors.joining(",", "[", "]"));

        Answer cut = seed.text("[" + booking(26, payments) + "]");

        String whole = "[" + booking(25, payments) + "]";
        assertThat(cut.outcome()).isEqualTo("trimmed");
        assertThat(cut.text()).endsWith(",\"items\":" + whole + "}");
        assertThat(cut.json().at("/trimmed").toString()).isEqualTo("[{\"path\":\"/0/notes\",\"items\":26}]");
        String cursor = cut.json().at("/nextCursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\",\"path\":\"/0/notes/25/text\"}")
                        .text())
                .isEqualTo(NOTES[25 % NOTES.length] + " 25");
        assertThat(seed.text(whole).outcome()).isEqualTo("passed");
        assertThat(seed.text(whole).text()).isEqualTo(whole);
    }

    /** Tests that 5 KB are 5,120 bytes of UTF-8 in any language. */
    @ParameterizedTest
    @MethodSource("notes")
    void textInBookingIsCutToFiveKilobytesWithEllipsis(String sentence) {
        String text = (sentence + " ").repeat(5_200 / Seed.bytes(sentence) + 1);
        while (Seed.bytes(text) > 5_120) {
            text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
        }
        String fiveKilobytes = text + "x".repeat(5_120 - Seed.bytes(text));
        String above = fiveKilobytes + "é";

        Answer cut = seed.text(booking(2, ",\"policy\":" + Seed.quoted(above)));

        String shown = cut.json().path("policy").asString();
        String prefix = shown.substring(0, shown.length() - 1);
        assertThat(shown).endsWith("…");
        assertThat(above).startsWith(prefix);
        assertThat(Seed.bytes(shown)).isBetween(5_120 - 24, 5_120);
        assertThat(cut.text()).endsWith(",\"policy\":" + Seed.quoted(shown) + "}");
        assertThat(cut.text())
                .contains("}," + booking(2, "").substring(1, booking(2, "").length() - 1));
        assertThat(cut.json().at("/_plimsoll/trimmed").toString())
                .isEqualTo("[{\"path\":\"/policy\",\"characters\":" + above.codePointCount(0, above.length()) + "}]");
        String whole = booking(2, ",\"policy\":" + Seed.quoted(fiveKilobytes));
        assertThat(seed.text(whole).outcome()).isEqualTo("passed");
        assertThat(seed.text(whole).text()).isEqualTo(whole);
    }

    static Stream<String> notes() {
        return Stream.of(NOTES);
    }

    /** Creates a message with nested replies. */
    private static String thread(int from, int to, String end) {
        return IntStream.range(from, to)
                        .mapToObj(i -> "{\"from\":\"佐藤 花子\",\"readAt\":null,\"text\":"
                                + Seed.quoted((NOTES[i % NOTES.length] + " ").repeat(3)) + ",\"reply\":")
                        .collect(Collectors.joining())
                + end
                + "}".repeat(to - from);
    }

    @Test
    void cutsValuesDeeperThanTenLevels() {
        Answer cut = seed.text(thread(0, 14, "null"));

        assertThat(cut.outcome()).isEqualTo("trimmed");
        String placeholder = cut.json().at("/reply".repeat(10)).toString();
        assertThat(placeholder).startsWith("\"").contains("nested deeper than 10 levels");
        assertThat(cut.text()).endsWith("}," + thread(0, 10, placeholder).substring(1));
        assertThat(cut.json().at("/_plimsoll/trimmed").toString())
                .isEqualTo("[{\"path\":\"" + "/reply".repeat(10) + "\",\"depth\":11}]");
        String cursor = cut.json().at("/_plimsoll/nextCursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\",\"path\":\"" + "/reply".repeat(10) + "\"}")
                        .text())
                .isEqualTo(thread(10, 14, "null"));
        String ten = thread(0, 10, "null");
        assertThat(seed.text(ten).outcome()).isEqualTo("passed");
        assertThat(seed.text(ten).text()).isEqualTo(ten);
    }

    @Test
    void byteLimitIncludesEllipsis() {
        for (String character : new String[] {"x", "é", "鍵", "😀", "e\u0301"}) {
            Answer string = seed.text("{\"id\":1,\"note\":\"" + character.repeat(5_200) + "\"}");
            assertThat(string.json().path("note").asString().getBytes(StandardCharsets.UTF_8))
                    .as(character)
                    .hasSizeBetween(5_113, 5_120);
        }
    }

    @Test
    void cuttingDepthNeverEnlargesResult() {
        for (int levels : new int[] {11, 12, 15, 30, 80}) {
            for (int wordCount : new int[] {0, 3, 20, 60, 300}) {
                String note = "\"note\":\"" + "late arrival ".repeat(wordCount) + "\"";
                String deep = ("{" + note + ",\"section\":").repeat(levels) + "{}" + "}".repeat(levels);
                Answer answer = seed.text(deep);

                assertThat(answer.guarded().receipt().answerTokens())
                        .as("%s levels, %s words: %s", levels, wordCount, answer.text())
                        .isLessThanOrEqualTo(answer.guarded().receipt().originalTokens());
            }
        }
    }

    @Test
    void elicitationHasExactlyItsKeys() {
        Seed eliciting = Seed.of(Preset.GUIDED, policy -> policy.with(Policy.ELICIT, true))
                .tool("users_list");

        Answer form = eliciting.called(SCHEMA, "{}", Seed.orders(500));

        assertThat(form.keys())
                .containsExactly("type", "totalItems", "message", "availableFilters", "examples", "nextCursor");
        assertThat(form.json().path("type").asString()).isEqualTo("elicitation");
        assertThat(form.json().path("totalItems").asInt()).isEqualTo(500);
        assertThat(form.json().path("message").asString())
                .isEqualTo("Too many results to display. Please refine your search.");
        assertThat(form.json().path("availableFilters").toString())
                .isEqualTo("[\"query\",\"email\",\"status\",\"created_date\"]");
        assertThat(form.json().path("examples").path(0).asString())
                .isEqualTo("Filter by status: {\"status\": \"active\"}");
        assertThat(form.json().path("examples").path(1).asString()).isEqualTo("Limit results: {\"limit\": 10}");
    }

    @Test
    void budgetWinsOverCounts() {
        for (int budget : new int[] {200, 300, 500}) {
            Seed tight = Seed.of(Preset.GUIDED, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, budget));
            for (int items : new int[] {20, 40, 400}) {
                Answer answer = tight.called(SCHEMA, "{}", Seed.orders(items));
                assertThat(answer.guarded().receipt().answerTokens()).isLessThanOrEqualTo(budget);
                assertThat(answer.outcome().equals("passed") || answer.text().contains("nextCursor"))
                        .isTrue();
            }
        }
    }
}
