package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Tests seed 002 (docs/reference/seeds/002.md), context window protection, with preset {@code hardening}. */
class HardeningSeedTest {

    private static final int BYTES = 10_000;
    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}";

    private final Seed seed = Seed.of(Preset.HARDENING);

    @Test
    void listOfFiveHundredReturnsFirstFiftyTotalAndCursor() {
        Answer page = seed.text(Seed.bookings(0, 500));
        Set<String> cursors = new HashSet<>();
        for (int from = 0; from < 500; from += 50) {
            assertThat(page.text()).endsWith(",\"items\":" + Seed.bookings(from, from + 50) + "}");
            assertThat(page.json().path("totalCount").toString()).isEqualTo("500");
            assertThat(page.json().path("range").toString()).isEqualTo("[" + (from + 1) + "," + (from + 50) + "]");
            assertThat(page.json().has("nextCursor")).isEqualTo(from < 450);
            if (from < 450) {
                String cursor = page.json().path("nextCursor").asString();
                assertThat(cursor).hasSize(48);
                assertThat(cursors.add(cursor)).as("a cursor of its own").isTrue();
                page = seed.read(cursor, "{\"cursor\":\"$\"}");
            }
        }
        assertThat(page.page().has("nextCursor")).isFalse();
    }

    @Test
    void tenItemsHaveNoMetadataAndLastPageNoCursor() {
        Answer ten = seed.text(Seed.bookings(0, 10));
        assertThat(ten.text()).isEqualTo(Seed.bookings(0, 10));
        assertThat(ten.whole().path("content").size()).isEqualTo(1);
        assertThat(ten.page().isMissingNode()).isTrue();
        Answer first = seed.text(Seed.bookings(0, 60));
        Answer last = seed.read(first.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        assertThat(last.text()).endsWith(",\"items\":" + Seed.bookings(50, 60) + "}");
        assertThat(last.keys()).contains("previousCursor").doesNotContain("nextCursor");
        assertThat(last.page().has("nextCursor")).isFalse();
    }

    @Test
    void limitIsFiftyByDefaultAndTwoHundredAtMost() {
        Seed roomy = Seed.of(Preset.HARDENING, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 25_000))
                .tool("heavy_bookings");
        String all = Seed.bookings(0, 900);
        assertThat(roomy.called(SCHEMA, "{}", all).text()).endsWith(",\"items\":" + Seed.bookings(0, 50) + "}");
        Answer twoHundred = roomy.called(SCHEMA, "{\"limit\":200}", all);
        assertThat(twoHundred.text()).endsWith(",\"items\":" + Seed.bookings(0, 200) + "}");
        assertThat(roomy.called(SCHEMA, "{\"limit\":3}", all).text())
                .endsWith(",\"items\":" + Seed.bookings(0, 3) + "}");
        String cursor = twoHundred.json().path("nextCursor").asString();
        assertThat(roomy.read(cursor, "{\"cursor\":\"$\",\"limit\":60}").text())
                .endsWith(",\"items\":" + Seed.bookings(200, 260) + "}");
        Answer refused = roomy.read(cursor, "{\"cursor\":\"$\",\"limit\":201}");
        assertThat(refused.whole().path("isError").asBoolean(false)).isTrue();
        assertThat(refused.json().at("/error/code").asString()).isEqualTo("INVALID_REQUEST");
        assertThat(refused.json().at("/error/message").asString()).isEqualTo("limit exceeds maximum of 200");
        Answer invalid = roomy.read("x", "{\"cursor\":\"$\"}");
        assertThat(invalid.json().at("/error/code").asString()).isEqualTo("CURSOR_INVALID");
        assertThat(invalid.json().at("/error/message").asString()).startsWith("invalid cursor format");
    }

    @Test
    void objectWithListHasFieldsOfSeedAtTopLevel() {
        Answer page = seed.text("{\"city\":\"Bern\",\"bookings\":" + Seed.orders(500) + "}");

        assertThat(page.keys())
                .startsWith("notice")
                .contains("totalCount", "nextCursor", "estimatedTokens", "budgetUsed", "budgetRemaining")
                .endsWith("value")
                .doesNotContain("city", "bookings");
        assertThat(page.value().propertyNames()).containsExactly("city", "bookings");
        assertThat(page.json().path("totalCount").asInt()).isEqualTo(500);
        assertThat(page.json().path("budgetUsed").asInt()
                        + page.json().path("budgetRemaining").asInt())
                .isEqualTo(4000);
        Answer second = seed.read(page.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        assertThat(second.keys()).contains("totalCount");
        assertThat(second.value().propertyNames()).containsExactly("bookings");
    }

    @Test
    void fieldWithConflictingNameKeepsValueOfTool() {
        Answer page = seed.text("{\"totalCount\":9,\"bookings\":" + Seed.orders(500) + "}");

        assertThat(page.value().path("totalCount").asInt()).isEqualTo(9);
        assertThat(page.json().path("totalCount").asInt()).isEqualTo(500);
        assertThat(page.json().has("nextCursor")).isTrue();
    }

    @Test
    void objectAboveTwoThousandTokensIsSummarizedWithPathsToSections() {
        String booking = text(Payloads.sectionedBooking(700));
        JsonNode original = JsonMapper.shared().readTree(booking);
        assertThat(RealTokens.count(booking)).isBetween(2_000, 4_000);

        Answer summary = seed.text(booking);

        assertThat(summary.outcome()).isEqualTo("summarized");
        for (String field : List.of("id", "status", "guestName", "checkIn", "checkOut")) {
            assertThat(summary.value().path(field).toString())
                    .isEqualTo(original.path(field).toString());
        }
        assertThat(summary.value().at("/property/id").asString()).isEqualTo("P-17");
        JsonNode sections = summary.json().at("/sections");
        assertThat(sections.size()).isPositive();
        String cursor = summary.json().at("/nextCursor").asString();
        for (JsonNode section : sections) {
            String path = section.path("path").asString();
            Answer read = seed.read(cursor, "{\"cursor\":\"$\",\"path\":\"" + path + "\"}");
            JsonNode json = original.at(path);
            assertThat(json.isString() ? StringNode.valueOf(read.text()) : read.json())
                    .as(path)
                    .isEqualTo(json);
        }
    }

    @Test
    void objectBelowTwoThousandTokensIsNotSummarized() {
        String list = text(Payloads.bookings(1, 4_500, 4_600));
        String booking = list.substring(1, list.length() - 1);

        assertThat(seed.text(booking).outcome()).isEqualTo("passed");
        assertThat(seed.text(booking).text()).isEqualTo(booking);
    }

    @Test
    void textAboveTwoThousandTokensIsChunkedByTwoHundredLines() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            log.append(
                    "2026-07-01 22:30:07 WARN booking BK-" + i + " of José Núñez waits for a payment of 120.50 EUR\n");
        }
        List<String> lines = log.toString().lines().toList();
        Answer chunk = seed.text(log.toString());
        int total = chunk.page().path("totalChunks").asInt();
        int line = 1;
        for (int number = 1; number <= total; number++) {
            JsonNode page = chunk.page();
            assertThat(page.path("chunkIndex").asInt()).isEqualTo(number);
            assertThat(page.path("totalChunks").asInt()).isEqualTo(total);
            assertThat(page.path("totalLines").asInt()).isEqualTo(1_000);
            assertThat(page.path("startLine").asInt()).isEqualTo(line);
            int end = page.path("endLine").asInt();
            assertThat(end - line + 1).isBetween(1, 200);
            String shown = chunk.chunk();
            assertThat(shown).isEqualTo(String.join("\n", lines.subList(line - 1, end)) + "\n");
            // four characters per token plus a fifth
            assertThat(shown.length() * 3 / 10).isLessThanOrEqualTo(2_000);
            assertThat(page.has("nextCursor")).isEqualTo(number < total);
            line = end + 1;
            chunk = number == total ? chunk : seed.read(page.path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        }
        assertThat(line).isEqualTo(1_001);
        String beginning = log.substring(0, 6_000);
        assertThat(seed.text(beginning).text()).isEqualTo(beginning);
    }

    @Test
    void cursorsLiveForTenMinutes() {
        String cursor =
                seed.text(Seed.bookings(0, 500)).json().path("nextCursor").asString();
        seed.clock().advance(Duration.ofMinutes(9));
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}").text()).endsWith(Seed.bookings(50, 100) + "}");
        seed.clock().advance(Duration.ofMinutes(10));
        Answer expired = seed.read(cursor, "{\"cursor\":\"$\"}");
        assertThat(expired.json().at("/error/code").asString()).isEqualTo("CURSOR_EXPIRED");
        assertThat(expired.json().at("/error/details/suggestion").asString())
                .isEqualTo("call the tool again without a cursor");
    }

    @Test
    void heavyToolAcceptsArgumentsOfSeed() {
        Seed heavy = seed.tool("heavy_bookings");
        String all = Seed.bookings(0, 500);
        Answer first = heavy.called(SCHEMA, "{\"city\":\"Bern\",\"limit\":3}", all);
        assertThat(first.text()).endsWith(",\"items\":" + Seed.bookings(0, 3) + "}");
        String next = "{\"cursor\":\"" + first.json().path("nextCursor").asString() + "\"}";
        assertThat(heavy.called(SCHEMA, next, "not run").text()).endsWith(",\"items\":" + Seed.bookings(3, 6) + "}");
        assertThat(heavy.called(SCHEMA, "{\"fields\":\"id,status\",\"limit\":2}", all)
                        .text())
                .endsWith(",\"items\":[{\"id\":\"BK-2026-100000\",\"status\":\"confirmed\"},"
                        + "{\"id\":\"BK-2026-100001\",\"status\":\"pending\"}]}");

        StringBuilder log = new StringBuilder();
        for (int i = 1; i <= 900; i++) {
            log.append("22:30:07 WARN 佐藤 花子: booking " + i + " waits\n");
        }
        Answer lines = seed.tool("heavy_log")
                .called(SCHEMA, "{\"city\":\"Bern\",\"startLine\":700,\"endLine\":701}", log.toString());

        assertThat(lines.chunk())
                .isEqualTo("22:30:07 WARN 佐藤 花子: booking 700 waits\n22:30:07 WARN 佐藤 花子: booking 701 waits\n");
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void noAnswerExceedsTenThousandBytes(String payload) {
        assertThat(Seed.bytes(payload)).isGreaterThan(2 * BYTES);
        Answer answer = seed.text(payload);
        for (int page = 0; page < 6 && answer.page().has("nextCursor"); page++) {
            assertThat(modelBytes(answer)).as(answer.text()).isBetween(1, BYTES);
            answer = seed.read(answer.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        }
        assertThat(modelBytes(answer)).isBetween(1, BYTES);
    }

    @Test
    void noCopyOfAnswerExceedsTenThousandBytes() {
        String bookings = "{\"city\":\"Zürich\",\"bookings\":" + text(Payloads.bookings(40, 2_000, 12_000)) + "}";

        Answer answer = seed.guard("{\"content\":[{\"type\":\"text\",\"text\":" + Seed.quoted(bookings)
                + "}],\"structuredContent\":" + bookings + "}");

        String json = answer.guarded().result().utf8();
        String structured = answer.whole().path("structuredContent").toString();
        assertThat(modelBytes(answer)).isBetween(1, BYTES);
        assertThat(json).contains("\"structuredContent\":{");
        assertThat(Seed.bytes(structured)).isBetween(1, BYTES);
    }

    static Stream<Named<String>> payloads() {
        return Stream.of(
                Named.of("500 verbose bookings", text(Payloads.bookings(500, 2_000, 12_000))),
                Named.of("bookings of 9 KB", text(Payloads.bookings(30, 8_800, 9_400))),
                Named.of("a booking of 20 sections", text(Payloads.sectionedBooking(3_000))),
                Named.of("a log", "2026-07-01 22:30:07 WARN 佐藤 花子: の鍵は青い扉の左側のボックスにあります。\n".repeat(800)),
                Named.of("prose without a line break", "กุญแจอยู่ในกล่องทางซ้ายของประตูสีฟ้า ".repeat(900)));
    }

    /** Returns the number of UTF-8 bytes of all texts of an answer. */
    private static int modelBytes(Answer answer) {
        return answer.whole()
                .path("content")
                .valueStream()
                .mapToInt(block -> Seed.bytes(block.path("text").asString()))
                .sum();
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
