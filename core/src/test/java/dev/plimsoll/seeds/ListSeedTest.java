package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import org.junit.jupiter.api.Test;

/** Tests seed 000 (docs/reference/seeds/000.md), read-path response filtering, with preset {@code list}. */
class ListSeedTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"site\":{\"type\":\"string\"}}}";

    private final Seed seed = Seed.of(Preset.LIST);
    private final Seed heavy = seed.tool("heavy_orders");

    @Test
    void firstAnswerHasCountSizeCursorsAndPage() {
        String all = Seed.bookings(0, 500);

        Answer first = heavy.text(all);

        assertThat(first.text())
                .isEqualTo("{\"count\":500,\"data_size\":" + Seed.bytes(all) + ",\"next\":\""
                        + first.json().path("next").asString() + "\",\"previous\":null,\"results\":"
                        + Seed.bookings(0, 50) + "}");
        assertThat(first.json().path("next").asString()).hasSize(48);
        assertThat(first.outcome()).isEqualTo("paginated");
    }

    @Test
    void fewRecordsGetSameForm() {
        String fiveRecords = Seed.bookings(0, 5);

        assertThat(heavy.text(fiveRecords).text())
                .isEqualTo("{\"count\":5,\"data_size\":" + Seed.bytes(fiveRecords)
                        + ",\"next\":null,\"previous\":null,\"results\":" + fiveRecords + "}");
        assertThat(heavy.text("[]").text())
                .isEqualTo("{\"count\":0,\"data_size\":2,\"next\":null,\"previous\":null,\"results\":[]}");
    }

    @Test
    void listInObjectIsCountedByItems() {
        Answer list = heavy.text("{\"count\":7,\"rows\":" + Seed.orders(60) + "}");

        assertThat(list.json().path("count").asInt()).isEqualTo(60);
        assertThat(list.page().path("path").asString()).isEqualTo("/rows");
        String complete = heavy.read(list.json().path("next").asString(), "{\"next\":\"$\",\"mode\":\"full\"}")
                .text();
        assertThat(complete).startsWith("{\"count\":7,");
    }

    @Test
    void resultsWithoutListAndErrorsPass() {
        assertThat(heavy.text("Good morning.").outcome()).isEqualTo("passed");
        assertThat(heavy.text("{\"detail\":\"nothing here\"}").outcome()).isEqualTo("passed");
        assertThat(heavy.guard("{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}],\"isError\":true}")
                        .outcome())
                .isEqualTo("passed");
    }

    @Test
    void sameToolReturnsFurtherPagesWithNext() {
        Answer first = heavy.called(SCHEMA, "{\"site\":\"hq-1\"}", Seed.bookings(0, 120));
        Answer second = heavy.called(SCHEMA, next(first), "not run");
        Answer third = heavy.called(SCHEMA, next(second), "not run");

        assertThat(second.text())
                .startsWith("{\"count\":120,\"data_size\":" + Seed.bytes(Seed.bookings(0, 120)) + ",")
                .endsWith(",\"results\":" + Seed.bookings(50, 100) + "}");
        assertThat(third.text()).endsWith(",\"results\":" + Seed.bookings(100, 120) + "}");
        assertThat(third.json().path("next").isNull()).isTrue();
        String toSecond = third.json().path("previous").asString();
        assertThat(heavy.called(SCHEMA, "{\"next\":\"" + toSecond + "\"}", "not run")
                        .text())
                .isEqualTo(second.text());
        String toFirst = second.json().path("previous").asString();
        assertThat(heavy.called(SCHEMA, "{\"next\":\"" + toFirst + "\"}", "not run")
                        .text())
                .endsWith(",\"previous\":null,\"results\":" + Seed.bookings(0, 50) + "}");
    }

    @Test
    void limitBoundsPage() {
        assertThat(heavy.called(SCHEMA, "{\"limit\":3}", Seed.orders(9))
                        .json()
                        .path("results")
                        .size())
                .isEqualTo(3);
    }

    @Test
    void resultsOfOtherToolsPassUpToThresholdAndGetListFormAboveIt() {
        String belowThreshold = Seed.bookings(0, 300, 50_000);
        assertThat(seed.text(belowThreshold).outcome()).isEqualTo("passed");
        assertThat(seed.text(belowThreshold).text()).isEqualTo(belowThreshold);
        assertThat(seed.text(Seed.bookings(0, 300, 50_001)).keys())
                .containsExactly("count", "data_size", "next", "previous", "results");
    }

    @Test
    void budgetWinsOverCount() {
        Seed tight = Seed.of(Preset.LIST, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 300))
                .tool("heavy_orders");

        Answer first = tight.text(Seed.orders(100));

        assertThat(first.guarded().receipt().answerTokens()).isLessThanOrEqualTo(300);
        assertThat(first.json().path("results").size()).isBetween(3, 15);
    }

    @Test
    void firstAnswerDoesNotGrowWithNumberOfRecords() {
        long fewTokens = heavy.text(Seed.orders(500)).guarded().receipt().answerTokens();
        Answer manyRecords = heavy.text(Seed.orders(50_000));

        assertThat(manyRecords.json().path("count").asInt()).isEqualTo(50_000);
        assertThat(manyRecords.json().path("results").size()).isEqualTo(50);
        assertThat(manyRecords.guarded().receipt().answerTokens()).isBetween(fewTokens, fewTokens + 20);
    }

    private static String next(Answer answer) {
        return "{\"next\":\"" + answer.json().path("next").asString() + "\"}";
    }
}
