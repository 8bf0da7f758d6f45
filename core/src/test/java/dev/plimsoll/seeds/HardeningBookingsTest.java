package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests seed 002 (docs/reference/seeds/002.md) with its own examples: 500 bookings of 2 KB to 12 KB each, and one
 * booking with many sections.
 */
class HardeningBookingsTest {

    private static final int BYTES = 10_000;

    private final Seed seed = Seed.of(Preset.HARDENING);

    private static String bookings(int count, int min, int max) {
        return new String(Payloads.bookings(count, min, max), StandardCharsets.UTF_8);
    }

    private static String sections(int bytes) {
        return new String(Payloads.sectionedBooking(bytes), StandardCharsets.UTF_8);
    }

    /** Creates bookings as in a list view: seven scalars. */
    private static String brief(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":\"BK-" + i + "\",\"status\":\"confirmed\",\"guestName\":\"Zoë Müller\","
                        + "\"checkIn\":\"2026-07-01\",\"checkOut\":\"2026-07-05\",\"nights\":4,\"property\":\"P-"
                        + i % 9
                        + "\"}")
                .reduce((single, other) -> single + "," + other)
                .map(all -> "[" + all + "]")
                .orElseThrow();
    }

    private static int bytes(Answer answer) {
        return answer.text().getBytes(StandardCharsets.UTF_8).length;
    }

    private static String next(Answer answer) {
        return answer.page().path("nextCursor").asString();
    }

    @ParameterizedTest
    @CsvSource({"2000,12000", "2000,2200", "6000,9500", "8000,10000", "25000,35000"})
    void everyPageShowsAtLeastFourBookings(int min, int max) {
        Answer page = seed.text(bookings(60, min, max));

        for (int i = 0; i < 4; i++) {
            assertThat(page.json().path("items").size()).as("page %s", i + 1).isGreaterThanOrEqualTo(4);
            assertThat(page.json().path("items")).allSatisfy(HardeningBookingsTest::assertIdentified);
            assertThat(bytes(page)).isLessThanOrEqualTo(BYTES);
            page = seed.read(next(page), "{\"cursor\":\"$\"}");
        }
    }

    /** Checks the fields that the seed lists: ID, status, guest name, dates, and property. */
    private static void assertIdentified(JsonNode booking) {
        assertThat(booking.path("id").asString()).startsWith("BK-2026-1");
        assertThat(booking.path("status").asString()).isNotEmpty();
        assertThat(booking.path("guestName").asString()).isNotEmpty();
        assertThat(booking.path("checkIn").asString()).startsWith("2026-");
        assertThat(booking.path("checkOut").asString()).startsWith("2026-");
        assertThat(booking.has("property")).isTrue();
    }

    @Test
    void singleRequestedBookingIsComplete() {
        String list = bookings(60, 7_000, 7_500);
        Answer first = seed.text(list);

        Answer single = seed.read(next(first), "{\"cursor\":\"$\",\"limit\":1}");

        assertThat(single.json().path("items").size()).isEqualTo(1);
        assertThat(single.json().has("folded")).isFalse();
        assertThat(single.json().at("/items/0/notes/0/text").asString()).isNotEmpty();
    }

    @Test
    void pathReturnsCompleteFoldedBooking() {
        Answer first = seed.text(bookings(60, 6_000, 7_500));
        JsonNode folded = first.json().path("folded").path(2);

        assertThat(folded.path("path").asString()).isEqualTo("/2");
        Answer complete = seed.read(next(first), "{\"cursor\":\"$\",\"path\":\"/2\",\"max_tokens\":8000}");
        assertThat(first.json().at("/items/2/id").asString())
                .isEqualTo(complete.json().path("id").asString());
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 1_500, 3_000, 12_000})
    void summaryOfTwentySectionsKeepsRequiredFields(int sectionBytes) {
        Answer summary = seed.text(sections(sectionBytes));

        assertThat(summary.outcome()).isEqualTo("summarized");
        assertIdentified(summary.value());
        assertThat(summary.value().at("/property/id").asString()).isEqualTo("P-17");
        assertThat(summary.value().path("nights").asInt()).isEqualTo(14);
        assertThat(summary.text()).contains("\"rate\":1.10");
    }

    @Test
    void summaryUsesItsBudget() {
        Answer summary = seed.text(sections(3_000));

        assertThat(bytes(summary)).isBetween(BYTES * 85 / 100, BYTES);
        // 20 sections, each with a part of its contents or a placeholder
        assertThat(summary.value().propertyNames()).contains("guest", "pricing", "houseRules", "audit");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 1_500, 2_000})
    void summaryInSmallBudgetStillListsSections(int tokens) {
        Seed small = Seed.of(Preset.HARDENING, policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, tokens));

        Answer summary = small.text(sections(1_500));

        JsonNode header = summary.json();
        assertThat(header.path("sections").size()).isGreaterThanOrEqualTo(2);
        assertThat(header.path("next").isMissingNode()).isFalse();
    }

    @Test
    void longTextsUseRemainingBudget() {
        String notes = "The guest asks for a cot and a late arrival. ".repeat(150);
        String booking = "{\"id\":\"BK-1\",\"status\":\"confirmed\",\"notes\":\"" + notes + "\",\"history\":\"" + notes
                + "\",\"terms\":\"" + notes + "\"}";

        Answer summary = seed.text(booking);

        assertThat(summary.outcome()).isEqualTo("summarized");
        assertThat(bytes(summary)).isBetween(BYTES * 3 / 4, BYTES);
    }

    @Test
    void limitOfTwoHundredReturnsTwoHundredIfTheyFit() {
        Seed roomy = Seed.of(
                Preset.HARDENING,
                policy -> policy.with(Policy.TOKEN_BUDGET_THRESHOLD, 25_000).with(Policy.BYTES_PER_TOKEN, 4.0));

        Answer page = roomy.tool("heavy_bookings")
                .called("{\"type\":\"object\",\"properties\":{}}", "{\"limit\":200}", brief(500));

        assertThat(page.json().path("items").size()).isEqualTo(200);
        assertThat(page.json().path("notice").asString()).doesNotContain("asked for");
        Answer next = roomy.read(next(page), "{\"cursor\":\"$\",\"limit\":200}");
        assertThat(next.json().path("items").size()).isEqualTo(200);
    }

    @Test
    void limitThatDoesNotFitReportsHowManyDo() {
        Answer first = seed.text(brief(500));

        Answer page = seed.read(next(first), "{\"cursor\":\"$\",\"limit\":200}");

        int shown = page.json().path("items").size();
        assertThat(shown).isBetween(20, 199);
        assertThat(page.json().path("notice").asString()).contains("Of the 200 requested, " + shown + " fit.");
    }
}
