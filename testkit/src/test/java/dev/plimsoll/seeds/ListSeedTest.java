package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Reply;
import org.junit.jupiter.api.Test;

/** 000, read-path response filtering: preset {@code list}. */
class ListSeedTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"site\":{\"type\":\"string\"}}}";

    private final Seed seed = Seed.of(Preset.LIST);
    private final Seed heavy = seed.tool("heavy_orders");

    @Test
    void theFirstAnswerHasTheCountTheSizeTheCursorsAndAPage() {
        Reply first = heavy.text(Seed.orders(500));

        assertThat(first.keys()).containsExactly("count", "data_size", "next", "previous", "results");
        assertThat(first.json().path("count").asInt()).isEqualTo(500);
        assertThat(first.json().path("data_size").asInt())
                .isEqualTo(Seed.orders(500).length());
        assertThat(first.json().path("previous").isNull()).isTrue();
        assertThat(first.json().path("results").size()).isEqualTo(50);
        assertThat(first.outcome()).isEqualTo("paginated");
    }

    @Test
    void aHandfulOfRecordsIsAnsweredInTheSameForm() {
        Reply few = heavy.text(Seed.orders(5));

        assertThat(few.keys()).containsExactly("count", "data_size", "next", "previous", "results");
        assertThat(few.json().path("results").size()).isEqualTo(5);
        assertThat(few.json().path("next").isNull()).isTrue();
        assertThat(heavy.text("[]").json().path("count").asInt(-1)).isZero();
    }

    @Test
    void theListInAnObjectIsTheListAndItsOwnCountIsNotBelieved() {
        Reply list = heavy.text("{\"count\":7,\"rows\":" + Seed.orders(60) + "}");

        assertThat(list.json().path("count").asInt()).isEqualTo(60);
        assertThat(list.page().path("path").asString()).isEqualTo("/rows");
        String whole = heavy.read(list.json().path("next").asString(), "{\"next\":\"$\",\"mode\":\"full\"}")
                .text();
        assertThat(whole).startsWith("{\"count\":7,");
    }

    @Test
    void whatIsNoListAnswersAsItAlwaysDoes() {
        assertThat(heavy.text("Good morning.").outcome()).isEqualTo("passed");
        assertThat(heavy.text("{\"detail\":\"nothing here\"}").outcome()).isEqualTo("passed");
        assertThat(heavy.guard("{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}],\"isError\":true}")
                        .outcome())
                .isEqualTo("passed");
    }

    @Test
    void furtherPagesComeFromTheSameToolWithNext() {
        Reply first = heavy.called(SCHEMA, "{\"site\":\"hq-1\"}", Seed.orders(120));
        Reply second = heavy.called(SCHEMA, next(first), "not run");
        Reply third = heavy.called(SCHEMA, next(second), "not run");

        assertThat(second.json().path("results").path(0).path("id").asInt()).isEqualTo(50);
        assertThat(second.json().path("count").asInt()).isEqualTo(120);
        assertThat(third.json().path("results").size()).isEqualTo(20);
        assertThat(third.json().path("next").isNull()).isTrue();
        String previous = third.json().path("previous").asString();
        assertThat(heavy.called(SCHEMA, "{\"next\":\"" + previous + "\"}", "not run")
                        .text())
                .isEqualTo(second.text());
    }

    @Test
    void limitBoundsThePage() {
        assertThat(heavy.called(SCHEMA, "{\"limit\":3}", Seed.orders(9))
                        .json()
                        .path("results")
                        .size())
                .isEqualTo(3);
    }

    @Test
    void otherToolsPassUpToTheThresholdAndAnswerAsAListAbove() {
        assertThat(seed.text(Seed.orders(600)).outcome()).isEqualTo("passed");
        assertThat(seed.text(Seed.orders(1200)).keys())
                .containsExactly("count", "data_size", "next", "previous", "results");
    }

    @Test
    void theBudgetWinsOverTheCount() {
        Seed tight = Seed.of(Preset.LIST, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 300))
                .tool("heavy_orders");

        Reply first = tight.text(Seed.orders(100));

        assertThat(first.guarded().receipt().answerTokens()).isLessThanOrEqualTo(300);
        assertThat(first.json().path("results").size()).isBetween(3, 15);
    }

    @Test
    void theFirstAnswerDoesNotGrowWithTheNumberOfRecords() {
        long some = heavy.text(Seed.orders(500)).guarded().receipt().answerTokens();
        Reply many = heavy.text(Seed.orders(50_000));

        assertThat(many.json().path("count").asInt()).isEqualTo(50_000);
        assertThat(many.json().path("results").size()).isEqualTo(50);
        assertThat(many.guarded().receipt().answerTokens()).isBetween(some, some + 20);
    }

    private static String next(Reply reply) {
        return "{\"next\":\"" + reply.json().path("next").asString() + "\"}";
    }
}
