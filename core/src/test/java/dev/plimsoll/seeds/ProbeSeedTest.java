package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests seed 001 (docs/reference/seeds/001.md), large-response negotiation, with preset {@code probe}. */
class ProbeSeedTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"warehouse\":{\"type\":\"string\"}}}";

    private final Seed seed = Seed.of(Preset.PROBE);
    private final Seed heavy = seed.tool("heavy_orders");

    @Test
    void firstCallReturnsEnvelopeWithExactlyItsKeys() {
        String all = Seed.bookings(1, 430);

        Answer probe = heavy.text(all);

        assertThat(probe.text())
                .isEqualTo("{\"preview\":" + Seed.quoted(all.substring(0, 200)) + ",\"total_size\":" + Seed.bytes(all)
                        + ",\"available_modes\":[\"summary\",\"paginated\",\"filtered\",\"full\"],"
                        + "\"continuation_token\":\"" + token(probe) + "\"}");
        assertThat(all.substring(0, 200)).contains("佐藤 花子");
        assertThat(token(probe)).matches("[A-Za-z0-9_-]{48}");
        assertThat(probe.outcome()).isEqualTo("probed");
    }

    @Test
    void heavyToolIsProbedAtAnySize() {
        assertThat(heavy.text("[]").outcome()).isEqualTo("probed");
        assertThat(heavy.text("Good morning.").json().path("preview").asString())
                .isEqualTo("Good morning.");
        assertThat(heavy.guard("{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}],\"structuredContent\":{\"a\":1}}")
                        .whole()
                        .path("structuredContent")
                        .path("preview")
                        .asString())
                .isEqualTo("{\"a\":1}");
    }

    @Test
    void errorsAreNeverProbed() {
        String error = "{\"content\":[{\"type\":\"text\",\"text\":\"no such table\"}],\"isError\":true}";

        assertThat(heavy.guard(error).outcome()).isEqualTo("passed");
        assertThat(heavy.guard(error).text()).isEqualTo("no such table");
    }

    @Test
    void incompleteResultsAreNeverProbed() {
        String request = "{\"resultType\":\"input_required\",\"inputRequests\":{}}";

        assertThat(heavy.guard(request).guarded().result().utf8()).isEqualTo(request);
    }

    @Test
    void otherToolsPassUpToThresholdAndAreProbedAbove() {
        String belowThreshold = Seed.bookings(0, 300, 50_000);
        assertThat(seed.text(belowThreshold).outcome()).isEqualTo("passed");
        assertThat(seed.text(belowThreshold).text()).isEqualTo(belowThreshold);
        assertThat(seed.text(Seed.bookings(0, 300, 50_001)).outcome()).isEqualTo("probed");
    }

    @Test
    void paginatedReturnsPageWithExactlyItsKeys() {
        Answer page = fetchFrom(Seed.bookings(0, 430), "\"mode\":\"paginated\",\"page\":3,\"page_size\":25");

        assertThat(page.text())
                .isEqualTo("{\"items\":" + Seed.bookings(50, 75)
                        + ",\"page\":3,\"page_size\":25,\"total\":430,\"has_more\":true,\"nextCursor\":\""
                        + page.json().path("nextCursor").asString() + "\"}");
    }

    @Test
    void pagesHaveTwentyItemsByDefaultAndLastPageSaysSo() {
        assertThat(fetch("\"mode\":\"paginated\"").json().path("items").size()).isEqualTo(20);
        Answer last = fetch("\"mode\":\"paginated\",\"page\":22");
        assertThat(last.json().path("items").size()).isEqualTo(10);
        assertThat(last.json().path("items").path(9).path("id").asInt()).isEqualTo(429);
        assertThat(last.json().path("has_more").asBoolean()).isFalse();
        assertThat(last.keys()).doesNotContain("nextCursor");
    }

    /** Tests that a caller who follows {@code page_size} skips no items if the budget allows fewer than requested. */
    @Test
    void reportsEffectivePageSize() {
        StringBuilder tickets = new StringBuilder("[");
        for (int i = 0; i < 60; i++) {
            tickets.append(i == 0 ? "" : ",")
                    .append("{\"id\":" + i + ",\"title\":\"Export fails for customer " + i + "\",");
            tickets.append(
                    "\"body\":\"" + "The export stops after the first page and says nothing. ".repeat(18) + "\"}");
        }
        String token = token(heavy.text(tickets.append("]").toString()));
        int read = 0;
        for (int page = 1; read < 60; page++) {
            Answer answer =
                    heavy.read(token, "{\"continuation_token\":\"$\",\"mode\":\"paginated\",\"page\":" + page + "}");
            int items = answer.json().path("items").size();
            assertThat(answer.json().at("/items/0/id").asInt(-1)).isEqualTo(read);
            if (answer.json().path("has_more").asBoolean()) {
                assertThat(items).isLessThan(20);
                assertThat(answer.json().path("page_size").asInt()).isEqualTo(items);
            }
            read += items;
        }
        assertThat(read).isEqualTo(60);
    }

    @Test
    void tokenAloneReturnsFirstPage() {
        assertThat(fetch("\"page\":1").json().path("items").path(0).path("id").asInt())
                .isZero();
        assertThat(heavy.read(token(heavy.text(Seed.orders(430))), "{\"continuation_token\":\"$\"}")
                        .json()
                        .path("page")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void nonListIsPagedByDominatingArrayLinesOrMembers() {
        String orders = "{\"site\":\"hq-1\",\"orders\":" + Seed.orders(60) + "}";
        assertThat(fetchFrom(orders, "\"mode\":\"paginated\"")
                        .json()
                        .path("total")
                        .asInt())
                .isEqualTo(60);
        Answer lines = fetchFrom("one\r\ntwo \u00e9\n\nfour", "\"mode\":\"paginated\"");
        assertThat(lines.json().path("items").toString()).isEqualTo("[\"one\\r\",\"two é\",\"\",\"four\"]");
        Answer members = fetchFrom("{\"a\":1.10,\"b\":[true]}", "\"mode\":\"paginated\"");
        assertThat(members.text())
                .startsWith("{\"items\":[{\"key\":\"a\",\"value\":1.10},{\"key\":\"b\",\"value\":[true]}],");
    }

    @Test
    void summaryOfListShowsFirstFiveItemsWithCutValues() {
        String list = "[" + ("{\"id\":1,\"note\":\"" + "x".repeat(150) + "\",\"tags\":[1,2]},").repeat(7) + "0]";

        Answer summary = fetchFrom(list, "\"mode\":\"summary\"");

        assertThat(summary.keys()).containsExactly("items", "nextCursor");
        assertThat(summary.json().path("items").size()).isEqualTo(5);
        assertThat(summary.json().path("items").path(0).toString())
                .isEqualTo("{\"id\":1,\"note\":\"" + "x".repeat(100) + "\",\"tags\":[1,2]}");
    }

    @Test
    void summaryOfObjectShowsFirstTenKeysWithCutValues() {
        StringBuilder object = new StringBuilder("{");
        for (int i = 0; i < 12; i++) {
            object.append("\"k")
                    .append(i)
                    .append("\":\"")
                    .append("\u20ac".repeat(110))
                    .append("\",");
        }
        Answer summary = fetchFrom(object + "\"z\":0}", "\"mode\":\"summary\"");

        assertThat(summary.keys()).hasSize(11).startsWith("k0").endsWith("k9", "nextCursor");
        assertThat(summary.json().path("k3").asString()).isEqualTo("\u20ac".repeat(100));
    }

    @Test
    void filteredKeepsNamedKeys() {
        Answer items = fetch("\"mode\":\"filtered\",\"filter_keys\":[\"id\"]");
        assertThat(items.json().path("items").path(3).toString()).isEqualTo("{\"id\":3}");
        assertThat(items.json().path("total").asInt()).isEqualTo(430);
        assertThat(fetchFrom("{\"a\":1.10,\"b\":2,\"c\":3}", "\"mode\":\"filtered\",\"filter_keys\":\"a,c\"")
                        .text())
                .isEqualTo("{\"a\":1.10,\"c\":3}");
        assertThat(fetch("\"mode\":\"filtered\"").text()).contains("INVALID_REQUEST");
    }

    @Test
    void fullReturnsOriginalOfAnySize() {
        String large = Seed.orders(4000);

        Answer full = fetchFrom(large, "\"mode\":\"full\"");

        assertThat(full.text()).isEqualTo(large);
        assertThat(full.whole()
                        .at("/_meta/dev.plimsoll~1budget/budgetRemaining")
                        .asInt())
                .isNegative();
    }

    @Test
    void toolAcceptsTokenWithoutRunningAgain() {
        String token = token(heavy.called(SCHEMA, "{\"warehouse\":\"WH-01\"}", Seed.orders(430)));

        Answer page =
                heavy.called(SCHEMA, "{\"continuation_token\":\"" + token + "\",\"mode\":\"paginated\"}", "not run");

        assertThat(page.outcome()).isEqualTo("read");
        assertThat(page.json().path("total").asInt()).isEqualTo(430);
    }

    @Test
    void modeInFirstCallShapesResult() {
        Answer page = heavy.called(SCHEMA, "{\"mode\":\"paginated\",\"page\":2,\"page_size\":10}", Seed.orders(30));

        assertThat(page.json().path("items").path(0).path("id").asInt()).isEqualTo(10);
        assertThat(heavy.called(SCHEMA, "{\"page_size\":7}", Seed.orders(30))
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(7);
    }

    @Test
    void expiredTokenGetsMessageOfSeed() {
        String token = token(heavy.text(Seed.orders(430)));
        heavy.clock().advance(Duration.ofMinutes(5).minusMillis(1));
        assertThat(heavy.read(token, "{\"continuation_token\":\"$\"}").outcome())
                .isEqualTo("read");
        heavy.clock().advance(Duration.ofMinutes(5));

        Answer expired = heavy.read(token, "{\"continuation_token\":\"$\"}");

        assertThat(expired.json().at("/error/message").asString())
                .isEqualTo("Continuation token expired or not found. Re-invoke without continuation_token to start a"
                        + " new negotiation.");
        assertThat(expired.json().at("/error/code").asString()).isEqualTo("CURSOR_EXPIRED");
        assertThat(heavy.read("nonsense", "{\"continuation_token\":\"$\"}")
                        .json()
                        .at("/error/message")
                        .asString())
                .startsWith("invalid cursor format");
    }

    @Test
    void budgetWinsOverPreviewAndCounts() {
        Seed tight = Seed.of(Preset.PROBE, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 200))
                .tool("heavy_orders");

        Answer probe = tight.text("\ud83d\ude80\u6f22\u5b57".repeat(500));
        assertThat(probe.outcome()).isEqualTo("probed");
        assertThat(probe.guarded().receipt().answerTokens()).isLessThanOrEqualTo(200);
        String token = token(tight.text(Seed.orders(50)));
        Answer page = tight.read(token, "{\"continuation_token\":\"$\"}");
        assertThat(page.json().path("items").size()).isLessThan(20);
        assertThat(page.guarded().receipt().answerTokens()).isLessThanOrEqualTo(200);
        Answer summary = tight.read(
                token(tight.text("[" + ("\"" + "\u6f22".repeat(300) + "\",").repeat(9) + "1]")),
                "{\"continuation_token\":\"$\",\"mode\":\"summary\"}");
        assertThat(summary.guarded().receipt().answerTokens()).isLessThanOrEqualTo(200);
    }

    @Test
    void headerIsInMeta() {
        Answer probe = heavy.text(Seed.orders(430));

        assertThat(probe.page().path("form").asString()).isEqualTo("probe");
        assertThat(probe.page().path("nextCursor").asString()).isEqualTo(token(probe));
        assertThat(probe.page().path("notice").asString()).contains("plimsoll_read");
    }

    private static String token(Answer probe) {
        return probe.json().path("continuation_token").asString();
    }

    private Answer fetch(String arguments) {
        return fetchFrom(Seed.orders(430), arguments);
    }

    private Answer fetchFrom(String text, String arguments) {
        return heavy.read(token(heavy.text(text)), "{\"continuation_token\":\"$\"," + arguments + "}");
    }
}
