package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** 002: what its stories, edge cases and mitigations say beyond the rules of {@code HardeningSeedTest}. */
class HardeningStoriesTest {

    /** A log entry of two lines and a blank one behind. */
    private static final String ENTRY =
            "2026-01-15 09:30:%02d INFO order %d was packed.%n  at shop.Warehouse.pack(Warehouse.java:40)%n";

    private final Seed seed = Seed.of(Preset.HARDENING);

    private static String booking() {
        return "{\"id\":\"B-7\",\"status\":\"confirmed\",\"guestName\":\"Ada Byron\",\"checkIn\":\"2026-03-01\",\"property\":"
                + Seed.quoted("House by the lake, with a garden. ".repeat(150))
                + ",\"financial\":{\"total\":120.50,\"currency\":\"EUR\",\"lines\":" + Seed.orders(40)
                + "},\"amenities\":" + Seed.orders(60) + "}";
    }

    private static String cursor(Reply reply) {
        return reply.json().at("/_plimsoll/nextCursor").asString();
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"BALANCED", "HARDENING"})
    void defaultsAreTheSeedsSafeLimits(Preset preset) {
        Policy policy = preset.applied(Policy.defaults());
        assertThat(policy.get(Policy.TOKEN_BUDGET_THRESHOLD)).isEqualTo(4000);
        assertThat(policy.get(Policy.DEFAULT_PAGE_SIZE)).isEqualTo(50);
        assertThat(policy.get(Policy.MAX_PAGE_SIZE)).isEqualTo(200);

        Reply page = Seed.of(preset).text(Seed.orders(5000));

        assertThat(page.json().path("items").size()).isEqualTo(50);
        assertThat(page.json().path("estimatedTokens").asInt()).isLessThanOrEqualTo(4000);
    }

    @Test
    void theFinancialSectionAloneIsGivenInFull() {
        Reply summary = seed.text(booking());
        assertThat(summary.outcome()).isEqualTo("summarized");
        assertThat(summary.json().at("/_plimsoll/sections").toString()).contains("/financial");

        Reply section = seed.read(cursor(summary), "{\"cursor\":\"$\",\"section\":\"/financial\"}");

        assertThat(section.text())
                .contains("\"total\":120.50")
                .contains("\"id\":39,")
                .doesNotContain("garden", "amenities");
    }

    @Test
    void aSummaryKeepsWhatIdentifiesAndCostsWhatItSays() {
        Reply summary = seed.text(booking());

        assertThat(summary.json().path("id").asString()).isEqualTo("B-7");
        assertThat(summary.json().path("status").asString()).isEqualTo("confirmed");
        assertThat(summary.json().path("guestName").asString()).isEqualTo("Ada Byron");
        assertThat(summary.json().path("checkIn").asString()).isEqualTo("2026-03-01");
        int used = summary.json().path("budgetUsed").asInt();
        assertThat(used)
                .isPositive()
                .isEqualTo(summary.json().path("estimatedTokens").asInt());
        assertThat(summary.json().path("budgetRemaining").asInt()).isEqualTo(4000 - used);
        assertThat(summary.json().at("/_plimsoll/next").toString()).contains("plimsoll_read");
    }

    @Test
    void longTextInASummarySaysItsLengthAndLeadsToTheRest() {
        Reply summary = seed.text(booking());
        String property = "House by the lake, with a garden. ".repeat(150);

        String shown = summary.json().path("property").asString();
        assertThat(shown).hasSizeLessThan(property.length()).contains(String.valueOf(property.length()));
        assertThat(shown).contains("/property");
        StringBuilder read = new StringBuilder();
        Reply chunk = seed.read(cursor(summary), "{\"cursor\":\"$\",\"path\":\"/property\"}");
        while (chunk.page().has("nextCursor")) {
            read.append(chunk.whole().at("/content/1/text").asString());
            chunk = seed.read(chunk.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        }
        JsonNode last = chunk.whole().path("content");
        read.append(last.path(last.size() - 1).path("text").asString());
        assertThat(read.toString().replace("\"", "")).isEqualTo(property);
    }

    @Test
    void aSmallResourceIsGivenWhole() {
        String small = "{\"id\":7,\"notes\":\"" + "quiet room, ".repeat(120) + "\"}";

        assertThat(seed.text(small).outcome()).isEqualTo("passed");
        assertThat(seed.text(small).text()).isEqualTo(small);
    }

    @Test
    void whatHasNoKnownFieldsIsProjectedToItsScalarsAndSaysWhatThereIs() {
        StringBuilder nested = new StringBuilder("{\"alpha\":1,\"beta\":\"two\"");
        for (int i = 0; i < 30; i++) {
            nested.append(",\"deep")
                    .append(i)
                    .append("\":{\"a\":{\"b\":{\"c\":")
                    .append(Seed.orders(9))
                    .append("}}}");
        }
        Reply summary = seed.text(nested + "}");

        assertThat(summary.outcome()).isEqualTo("summarized");
        assertThat(summary.json().path("alpha").asInt()).isEqualTo(1);
        assertThat(summary.json().path("beta").asString()).isEqualTo("two");
        assertThat(summary.json().at("/_plimsoll/sections/0/path").asString()).startsWith("/deep");
        assertThat(summary.json().at("/_plimsoll/sections/0/tokens").asInt()).isPositive();
    }

    @Test
    void fieldsGiveThoseAlone() {
        Reply page = seed.tool("heavy_orders")
                .called(
                        "{\"type\":\"object\",\"properties\":{}}",
                        "{\"fields\":\"id,status,total\"}",
                        Seed.orders(500));

        assertThat(page.text())
                .contains("{\"id\":3,\"status\":\"open\",\"total\":3.50}")
                .doesNotContain("customer");
    }

    @Test
    void aLogOfTenThousandLinesBeginsWithTwoHundred() {
        Reply chunk = seed.text("09:30 order packed\n".repeat(10_000));

        assertThat(chunk.page().path("startLine").asInt()).isEqualTo(1);
        assertThat(chunk.page().path("endLine").asInt()).isEqualTo(200);
        assertThat(chunk.page().path("totalLines").asInt()).isEqualTo(10_000);
        assertThat(chunk.page().path("totalChunks").asInt()).isEqualTo(50);
        assertThat(chunk.page().path("nextCursor").asString()).hasSize(48);
    }

    @Test
    void chunksEndWhereEntriesEndAndJoinToTheWhole() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 900; i++) {
            log.append(String.format(ENTRY.replace("%n", "\n"), i % 60, i));
        }
        Pattern entries = Pattern.compile("(2026-01-15 [^\\n]+\\n  at [^\\n]+\\n)+");
        List<String> chunks = new ArrayList<>();
        Reply chunk = seed.text(log.toString());
        chunks.add(chunk.whole().at("/content/1/text").asString());
        while (chunk.page().has("nextCursor")) {
            chunk = seed.read(chunk.page().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
            JsonNode content = chunk.whole().path("content");
            chunks.add(content.path(content.size() - 1).path("text").asString());
        }

        assertThat(chunks)
                .hasSizeGreaterThan(5)
                .allMatch(text -> entries.matcher(text).matches());
        assertThat(String.join("", chunks)).isEqualTo(log.toString());
    }

    @Test
    void proseIsCutBehindSentences() {
        Reply chunk = seed.text("The ship is low in the water tonight. ".repeat(2_000));

        assertThat(chunk.whole().at("/content/1/text").asString().strip()).endsWith("tonight.");
    }

    @Test
    void aRangeOfLinesIsGivenAlone() {
        StringBuilder log = new StringBuilder();
        for (int i = 1; i <= 10_000; i++) {
            log.append("line ").append(i).append('\n');
        }
        String cursor = seed.text(log.toString()).page().path("nextCursor").asString();

        Reply range = seed.read(cursor, "{\"cursor\":\"$\",\"startLine\":4100,\"endLine\":4102}");

        assertThat(range.whole().at("/content/1/text").asString()).isEqualTo("line 4100\nline 4101\nline 4102\n");
    }

    @Test
    void contentOfUnderAThousandTokensComesWhole() {
        String text = "The crane is free again at noon.\n".repeat(100);

        assertThat(seed.text(text).outcome()).isEqualTo("passed");
        assertThat(seed.text(text).text()).isEqualTo(text);
    }

    @Test
    void bytesDecideWhereTheEstimateIsFarTooLow() {
        String text = "\u6f22".repeat(3_600);
        Reply reply = seed.text(text);

        assertThat(reply.guarded().receipt().originalTokens()).isLessThan(2_000);
        assertThat(reply.outcome()).isEqualTo("chunked");
        assertThat(reply.guarded().receipt().answerBytes()).isLessThan(3L * 3_600);
    }

    @Test
    void pagesAreOfTheTimeOfTheFirstCallHoweverItsDataChanges() {
        Reply first = seed.text(Seed.orders(120));
        seed.text(Seed.orders(120).replace("Ada Byron", "somebody else"));

        Reply second = seed.read(first.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");

        assertThat(second.json().path("items").path(0).path("id").asInt()).isEqualTo(50);
        assertThat(second.text()).contains("Ada Byron").doesNotContain("somebody else");
        assertThat(seed.read(first.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}")
                        .text())
                .isEqualTo(second.text());
    }

    @Test
    void theBudgetInMetaIsFourNumbersAndNothingElse() {
        for (Reply reply : List.of(seed.text("hello"), seed.text(Seed.orders(900)), seed.text(booking()))) {
            JsonNode budget = reply.whole().path("_meta").path("dev.plimsoll/budget");
            assertThat(budget.propertyNames())
                    .containsExactly("estimatedTokens", "budgetUsed", "budgetRemaining", "threshold");
            assertThat(budget.valueStream()).allMatch(JsonNode::isIntegralNumber);
        }
    }
}
