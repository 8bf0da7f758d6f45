package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 002, context window protection: preset {@code hardening}. */
class HardeningSeedTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}";

    private final Seed seed = Seed.of(Preset.HARDENING);

    @Test
    void aListOfFiveHundredGivesTheFirstFiftyTheTotalAndACursor() {
        Reply first = seed.text(numbers(500));

        assertThat(first.json().path("items").size()).isEqualTo(50);
        assertThat(first.json().path("totalCount").asInt()).isEqualTo(500);
        assertThat(first.json().path("nextCursor").asString()).hasSize(48);
        Reply second = seed.read(first.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        assertThat(second.json().path("items").path(0).asInt()).isEqualTo(50);
        assertThat(second.json().path("nextCursor").asString())
                .isNotEqualTo(first.json().path("nextCursor").asString());
    }

    @Test
    void tenItemsComeWithoutMetadataAndTheLastPageWithoutACursor() {
        assertThat(seed.text(numbers(10)).text()).isEqualTo(numbers(10));
        String cursor = seed.text(numbers(60)).json().path("nextCursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}").json().has("nextCursor"))
                .isFalse();
    }

    @Test
    void limitIsFiftyByDefaultAndTwoHundredAtMost() {
        String cursor = seed.text(numbers(900)).json().path("nextCursor").asString();
        assertThat(seed.read(cursor, "{\"cursor\":\"$\",\"limit\":200}")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(200);
        assertThat(seed.read(cursor, "{\"cursor\":\"$\",\"limit\":201}").text())
                .contains("limit exceeds maximum of 200");
        assertThat(seed.read("x", "{\"cursor\":\"$\"}").text()).contains("invalid cursor format");
    }

    @Test
    void anObjectWithAListHasTheFieldsAtItsTopAsWell() {
        Reply page = seed.text("{\"city\":\"Bern\",\"bookings\":" + Seed.orders(500) + "}");

        assertThat(page.keys())
                .containsExactly(
                        "_plimsoll",
                        "totalCount",
                        "nextCursor",
                        "estimatedTokens",
                        "budgetUsed",
                        "budgetRemaining",
                        "city",
                        "bookings");
        assertThat(page.json().path("totalCount").asInt()).isEqualTo(500);
        assertThat(page.json().path("nextCursor").asString())
                .isEqualTo(page.json().at("/_plimsoll/nextCursor").asString());
        assertThat(page.json().path("budgetUsed").asInt()
                        + page.json().path("budgetRemaining").asInt())
                .isEqualTo(4000);
        Reply second = seed.read(page.json().path("nextCursor").asString(), "{\"cursor\":\"$\"}");
        assertThat(second.keys()).contains("totalCount", "bookings").doesNotContain("city");
    }

    @Test
    void aFieldWhoseNameIsTakenStaysTheTools() {
        Reply page = seed.text("{\"totalCount\":9,\"bookings\":" + Seed.orders(500) + "}");

        assertThat(page.json().path("totalCount").asInt()).isEqualTo(9);
        assertThat(page.json().at("/_plimsoll/totalCount").asInt()).isEqualTo(500);
        assertThat(page.json().has("nextCursor")).isTrue();
    }

    @Test
    void anObjectAboveTwoThousandTokensIsSummarisedWithItsIdentifyingFieldsAndCosts() {
        StringBuilder booking = new StringBuilder("{\"id\":\"B-7\",\"status\":\"open\"");
        for (int i = 0; i < 12; i++) {
            booking.append(",\"detail")
                    .append(i)
                    .append("\":\"")
                    .append("pool and garden ".repeat(60))
                    .append('"');
        }
        Reply summary = seed.text(booking + "}");

        assertThat(summary.outcome()).isEqualTo("summarized");
        assertThat(summary.json().path("id").asString()).isEqualTo("B-7");
        assertThat(summary.keys()).contains("nextCursor", "estimatedTokens", "budgetUsed", "budgetRemaining");
        assertThat(summary.json().at("/_plimsoll/sections/0/path").asString()).startsWith("/detail");
    }

    @Test
    void textAboveTwoThousandTokensComesInChunksOfAtMostTwoHundredLines() {
        Reply chunk = seed.text("2026-01-15 09:30:00 INFO order packed\n".repeat(10_000));

        assertThat(chunk.page().path("chunkIndex").asInt()).isEqualTo(1);
        assertThat(chunk.page().path("totalLines").asInt()).isEqualTo(10_000);
        assertThat(chunk.page().path("endLine").asInt()).isLessThanOrEqualTo(200);
        assertThat(chunk.page().has("totalChunks") && chunk.page().has("nextCursor"))
                .isTrue();
    }

    @Test
    void cursorsHoldForTenMinutes() {
        String cursor = seed.text(numbers(500)).json().path("nextCursor").asString();
        seed.clock().advance(Duration.ofMinutes(9));
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}").outcome()).isEqualTo("read");
        seed.clock().advance(Duration.ofMinutes(10));
        assertThat(seed.read(cursor, "{\"cursor\":\"$\"}").text()).contains("CURSOR_EXPIRED");
    }

    @Test
    void aHeavyToolTakesTheSeedsArguments() {
        Reply lines = seed.tool("heavy_log")
                .called(SCHEMA, "{\"city\":\"Bern\",\"startLine\":3,\"endLine\":4}", "a\nb\nc\nd\ne\n");

        assertThat(lines.whole().at("/content/1/text").asString()).isEqualTo("c\nd\n");
    }

    @Test
    void noAnswerIsAboveTenThousandBytes() {
        Reply page = seed.text(Seed.orders(5000));

        assertThat(page.text().length()).isLessThanOrEqualTo(10_000);
        assertThat(page.json().path("budgetUsed").asInt()).isLessThanOrEqualTo(4000);
    }

    private static String numbers(int count) {
        StringBuilder list = new StringBuilder("[0");
        for (int i = 1; i < count; i++) {
            list.append(',').append(i);
        }
        return list.append(']').toString();
    }
}
