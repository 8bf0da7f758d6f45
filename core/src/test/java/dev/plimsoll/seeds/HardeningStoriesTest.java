package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import dev.plimsoll.testkit.RealTokens;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Tests the user stories, edge cases, and mitigations of seed 002 (docs/reference/seeds/002.md) that {@code
 * HardeningSeedTest} omits. */
class HardeningStoriesTest {

    /** A log entry of two lines. */
    private static final String ENTRY =
            "2026-01-15 09:30:%02d INFO order %d was packed.%n  at shop.Warehouse.pack(Warehouse.java:40)%n";

    private final Seed seed = Seed.of(Preset.HARDENING);

    private static String booking() {
        return "{\"id\":\"B-7\",\"status\":\"confirmed\",\"guestName\":\"Ada Byron\",\"checkIn\":\"2026-03-01\",\"property\":"
                + Seed.quoted("House by the lake, with a garden. ".repeat(400))
                + ",\"financial\":{\"total\":120.50,\"currency\":\"EUR\",\"lines\":" + Seed.orders(48)
                + "},\"amenities\":" + Seed.orders(120) + "}";
    }

    private static String cursor(Answer answer) {
        return answer.json().at("/nextCursor").asString();
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"BALANCED", "HARDENING"})
    void defaultsAreSafeLimitsOfSeed(Preset preset) {
        Policy policy = preset.applyTo(Policy.defaults());
        assertThat(policy.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(4000);
        assertThat(policy.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(50);
        assertThat(policy.get(Policy.MAX_PAGE_SIZE)).isEqualTo(preset == Preset.HARDENING ? 200 : 1_000);

        Answer page = Seed.of(preset).text(Seed.orders(5000));

        // preset balanced gives a look
        assertThat(page.json().path("items").size())
                .isBetween(preset == Preset.HARDENING ? 50 : 3, preset == Preset.HARDENING ? 50 : 10);
        assertThat(page.page().path("estimatedTokens").asInt()).isBetween(RealTokens.count(page.text()), 4_000);
    }

    @Test
    void readsFinancialSectionInFull() {
        Answer summary = seed.text(booking());
        assertThat(summary.outcome()).isEqualTo("summarized");
        assertThat(summary.json().at("/sections").toString()).contains("/financial");

        Answer section = seed.read(cursor(summary), "{\"cursor\":\"$\",\"section\":\"/financial\"}");

        assertThat(section.text())
                .isEqualTo("{\"total\":120.50,\"currency\":\"EUR\",\"lines\":" + Seed.orders(48) + "}");
        assertThat(section.whole().path("content").size()).isEqualTo(1);
    }

    @Test
    void summaryKeepsIdentifyingFieldsAndReportsItsCost() {
        Answer summary = seed.text(booking());

        assertThat(summary.value().path("id").asString()).isEqualTo("B-7");
        assertThat(summary.value().path("status").asString()).isEqualTo("confirmed");
        assertThat(summary.value().path("guestName").asString()).isEqualTo("Ada Byron");
        assertThat(summary.value().path("checkIn").asString()).isEqualTo("2026-03-01");
        int used = summary.json().path("budgetUsed").asInt();
        assertThat(used)
                .isPositive()
                .isEqualTo(summary.json().path("estimatedTokens").asInt());
        assertThat(summary.json().path("budgetRemaining").asInt()).isEqualTo(4000 - used);
        // four characters per token plus a fifth, with 40 tokens per cursor
        assertThat(used)
                .isBetween(summary.text().length() * 3 / 10, summary.text().length() * 3 / 10 + 80);
        assertThat(summary.json().at("/next").toString()).contains("plimsoll_read");
    }

    @Test
    void longTextInSummaryReportsLengthAndPathToRest() {
        Answer summary = seed.text(booking());
        String property = "House by the lake, with a garden. ".repeat(400);

        String shown = summary.value().path("property").asString();
        assertThat(shown).hasSizeLessThan(property.length()).contains(String.valueOf(property.length()));
        assertThat(shown).contains("/property");
        StringBuilder read = new StringBuilder();
        Answer chunk = seed.read(cursor(summary), "{\"cursor\":\"$\",\"path\":\"/property\"}");
        while (chunk.page().has("nextCursor")) {
            read.append(chunk.chunk());
            chunk = seed.read(chunk.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        }
        read.append(chunk.chunk());
        assertThat(read.toString().replace("\"", "")).isEqualTo(property);
    }

    @Test
    void smallResourcePassesUnchanged() {
        String small = "{\"id\":7,\"notes\":\"" + "quiet room, ".repeat(120) + "\"}";

        assertThat(seed.text(small).outcome()).isEqualTo("passed");
        assertThat(seed.text(small).text()).isEqualTo(small);
    }

    @Test
    void unknownObjectsAreReducedToScalarsAndListOtherFields() {
        StringBuilder nested = new StringBuilder("{\"alpha\":1,\"beta\":\"two\"");
        for (int i = 0; i < 30; i++) {
            nested.append(",\"deep")
                    .append(i)
                    .append("\":{\"a\":{\"b\":{\"c\":")
                    .append(Seed.orders(9))
                    .append("}}}");
        }
        Answer summary = seed.text(nested + "}");

        assertThat(summary.outcome()).isEqualTo("summarized");
        assertThat(summary.value().path("alpha").asInt()).isEqualTo(1);
        assertThat(summary.value().path("beta").asString()).isEqualTo("two");
        assertThat(summary.json().at("/sections/0/path").asString()).startsWith("/deep");
        assertThat(summary.json().at("/sections/0/tokens").asInt()).isPositive();
    }

    @Test
    void fieldsReturnOnlyNamedFields() {
        Answer page = seed.tool("heavy_orders")
                .called(
                        "{\"type\":\"object\",\"properties\":{}}",
                        "{\"fields\":\"id,status,total\"}",
                        Seed.orders(500));

        assertThat(page.text())
                .endsWith(",\"items\":" + Seed.orders(50).replace("\"customer\":\"Ada Byron\",", "") + "}");
    }

    @Test
    void logOfTenThousandLinesBeginsWithTwoHundred() {
        String line = "09:30 order packed\n";

        Answer chunk = seed.text(line.repeat(10_000));

        assertThat(chunk.page().path("startLine").asInt()).isEqualTo(1);
        assertThat(chunk.page().path("endLine").asInt()).isEqualTo(200);
        assertThat(chunk.page().path("totalLines").asInt()).isEqualTo(10_000);
        assertThat(chunk.page().path("totalChunks").asInt()).isLessThan(50);
        assertThat(chunk.chunk()).isEqualTo(line.repeat(200));
        Answer second = seed.read(chunk.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        assertThat(second.page().path("startLine").asInt()).isEqualTo(201);
        int end = second.page().path("endLine").asInt();
        assertThat(end).isGreaterThan(400);
        assertThat(second.chunk()).isEqualTo(line.repeat(end - 200));
    }

    @Test
    void chunksEndBetweenEntriesAndJoinToOriginal() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            log.append(String.format(ENTRY.replace("%n", "\n"), i % 60, i));
        }
        Pattern entries = Pattern.compile("(2026-01-15 [^\\n]+\\n  at [^\\n]+\\n)+");
        List<String> chunks = new ArrayList<>();
        Answer chunk = seed.text(log.toString());
        chunks.add(chunk.chunk());
        while (chunk.page().has("nextCursor")) {
            chunk = seed.read(chunk.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
            chunks.add(chunk.chunk());
        }

        assertThat(chunks)
                .hasSizeGreaterThan(5)
                .allMatch(text -> entries.matcher(text).matches());
        assertThat(String.join("", chunks)).isEqualTo(log.toString());
    }

    @Test
    void proseIsCutAfterSentences() {
        Answer chunk = seed.text("The ship is low in the water tonight. ".repeat(2_000));

        assertThat(chunk.chunk().strip()).endsWith("tonight.");
    }

    @Test
    void lineRangeReturnsOnlyThoseLines() {
        StringBuilder log = new StringBuilder();
        for (int i = 1; i <= 10_000; i++) {
            log.append("line ").append(i).append('\n');
        }
        String cursor = seed.text(log.toString()).page().path("nextCursor").asString();

        Answer range = seed.read(cursor, "{\"cursor\":\"$\",\"startLine\":4100,\"endLine\":4102}");

        assertThat(range.chunk()).isEqualTo("line 4100\nline 4101\nline 4102\n");
    }

    @Test
    void contentBelowThousandTokensPassesUnchanged() {
        String text = "The crane is free again at noon.\n".repeat(100);

        assertThat(seed.text(text).outcome()).isEqualTo("passed");
        assertThat(seed.text(text).text()).isEqualTo(text);
    }

    /** Tests Amharic. The estimate by characters, which the seed prescribes, counts only a fifth of its
     * tokens. */
    @Test
    void byteLimitDecidesIfEstimateIsTooLow() {
        String note = "እንግዶች ከመድረሳቸው አሥራ አራት ቀናት በፊት ያለክፍያ መሰረዝ ይችላሉ። ".repeat(3);
        String bookings = IntStream.range(0, 40)
                .mapToObj(i ->
                        "{\"id\":\"BK-" + i + "\",\"status\":\"confirmed\",\"notes\":" + Seed.quoted(note + i) + "}")
                .collect(Collectors.joining(",", "[", "]"));

        Answer first = seed.text(bookings);

        long estimated = first.guarded().receipt().originalTokens();
        assertThat(estimated).isLessThan(4_000);
        assertThat((long) RealTokens.count(bookings)).isGreaterThan(4 * estimated);
        assertThat(first.outcome()).isEqualTo("paginated");
        StringBuilder read = new StringBuilder();
        Answer page = first;
        while (true) {
            assertThat(Seed.bytes(page.text())).isLessThanOrEqualTo(10_000);
            assertThat(page.json().has("folded")).isFalse();
            String items = page.text()
                    .substring(
                            page.text().indexOf("\"items\":[") + 9, page.text().length() - 2);
            read.append(read.isEmpty() ? "" : ",").append(items);
            if (!page.json().has("nextCursor")) {
                break;
            }
            page = seed.read(page.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        }
        assertThat("[" + read + "]").isEqualTo(bookings);
    }

    /**
     * Compares answers with the results of a booking server for typical requests of one day. An independent tokenizer
     * counts both.
     */
    @Test
    void answersCostSixtyPercentLessThanResults() {
        String log = "2026-07-01 22:30:07 WARN booking BK-2026-100017 waits for a payment of 120.50 EUR\n";
        List<String> results = List.of(
                text(Payloads.bookings(12, 2_000, 4_000)),
                text(Payloads.bookings(1, 3_000, 3_100)),
                text(Payloads.sectionedBooking(900)),
                text(Payloads.sectionedBooking(3_000)),
                Seed.bookings(0, 300),
                Seed.bookings(0, 20),
                "{\"error\":null,\"confirmed\":true}",
                log.repeat(700));
        long totalTokens = 0;
        List<Integer> sent = new ArrayList<>();
        for (String result : results) {
            Answer answer = seed.text(result);
            totalTokens += RealTokens.count(result);
            sent.add(tokens(answer));
            if (answer.page().has("nextCursor")) {
                sent.add(tokens(seed.read(answer.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}")));
            } else {
                assertThat(answer.text()).isEqualTo(result);
            }
        }
        long all = sent.stream().mapToLong(Integer::longValue).sum();
        long average = totalTokens / results.size();
        assertThat(average).isBetween(5_000L, 8_000L);
        assertThat(all / sent.size()).isLessThanOrEqualTo(Math.min(2_400, average * 4 / 10));
    }

    /** Returns the real tokens of the texts of an answer. */
    private static int tokens(Answer answer) {
        return answer.whole()
                .path("content")
                .valueStream()
                .mapToInt(block -> RealTokens.count(block.path("text").asString()))
                .sum();
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Test
    void pagesShowDataOfFirstCallAfterChanges() {
        Answer first = seed.text(Seed.orders(120));
        seed.text(Seed.orders(120).replace("Ada Byron", "somebody else"));

        Answer second = seed.read(first.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");

        assertThat(second.json().path("items").path(0).path("id").asInt()).isEqualTo(50);
        assertThat(second.text()).contains("Ada Byron").doesNotContain("somebody else");
        assertThat(seed.read(first.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}")
                        .text())
                .isEqualTo(second.text());
    }

    @Test
    void budgetMetaHasExactlyFourNumbers() {
        for (Answer answer : List.of(seed.text("hello"), seed.text(Seed.bookings(0, 900)), seed.text(booking()))) {
            JsonNode budget = answer.whole().path("_meta").path("dev.plimsoll/budget");
            assertThat(budget.propertyNames())
                    .containsExactly("estimatedTokens", "budgetUsed", "budgetRemaining", "threshold");
            assertThat(budget.valueStream()).allMatch(JsonNode::isIntegralNumber);
            int used = budget.path("budgetUsed").asInt();
            assertThat(used)
                    .isPositive()
                    .isEqualTo(budget.path("estimatedTokens").asInt());
            assertThat(budget.path("threshold").asInt()).isEqualTo(4_000);
            assertThat(budget.path("budgetRemaining").asInt()).isEqualTo(4_000 - used);
        }
    }
}
