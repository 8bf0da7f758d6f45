package dev.plimsoll.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.seeds.Seed.Answer;
import dev.plimsoll.testkit.sample.Payloads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests seed 003 (docs/reference/seeds/003.md), pagination for long tool responses, with preset {@code
 * cursor}. */
class CursorSeedTest {

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"filter\":{\"type\":\"string\"}}}";

    private final Seed seed = Seed.of(Preset.CURSOR);

    @Test
    void firstPageHasExactlyItsKeys() {
        Answer first = seed.withSourceMillis(125).text(Seed.orders(120));

        assertThat(first.keys()).containsExactly("items", "cursor_id", "has_more", "pagination");
        assertThat(first.json().path("items").size()).isEqualTo(50);
        assertThat(first.json().path("has_more").asBoolean()).isTrue();
        assertThat(first.json().path("pagination").toString())
                .isEqualTo("{\"estimated_total\":120,\"total_fetched\":50,\"remaining\":70,\"fetch_time_ms\":125,"
                        + "\"previous\":null}");
    }

    @Test
    void laterPagesReportCursorAgeAndLinkBothDirections() {
        Answer first = seed.text(Seed.orders(120));
        seed.clock().advance(Duration.ofSeconds(90));

        Answer second = seed.read(first.json().path("cursor_id").asString(), "{\"cursor_id\":\"$\"}");
        Answer third = seed.read(second.json().path("cursor_id").asString(), "{\"cursor_id\":\"$\"}");

        JsonNode pagination = second.json().path("pagination");
        assertThat(pagination.path("total_fetched").asInt()).isEqualTo(100);
        assertThat(pagination.path("remaining").asInt()).isEqualTo(20);
        assertThat(pagination.path("cursor_age").asInt()).isEqualTo(90);
        assertThat(pagination.path("fetch_time_ms").asInt(-1)).isZero();
        assertThat(third.json().path("cursor_id").isNull()).isTrue();
        assertThat(third.json().path("has_more").asBoolean()).isFalse();
        String previousToken = third.json().path("pagination").path("previous").asString();
        assertThat(seed.read(previousToken, "{\"cursor_id\":\"$\"}").text()).isEqualTo(second.text());
        String current = second.json().path("cursor_id").asString();
        assertThat(seed.read(current, "{\"cursor_id\":\"$\",\"direction\":\"previous\"}")
                        .json()
                        .path("items"))
                .isEqualTo(first.json().path("items"));
    }

    /**
     * Reads to the end and back over pages of different lengths: with the cursors of the pages, then with
     * {@code direction}.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pagingBackReturnsSamePages(boolean brief) {
        String bookings =
                brief ? Seed.bookings(0, 230) : new String(Payloads.bookings(24, 2_000, 5_000), StandardCharsets.UTF_8);
        List<Answer> pages = new ArrayList<>(List.of(seed.text(bookings)));
        while (!last(pages).json().path("cursor_id").isNull()) {
            pages.add(seed.read(last(pages).json().path("cursor_id").asString(), "{\"cursor_id\":\"$\"}"));
        }
        assertThat(pages).hasSizeGreaterThan(4);
        assertThat(pages.stream()
                        .flatMap(page -> page.json().path("items").valueStream().map(CursorSeedTest::id)))
                .containsExactlyElementsOf(JsonMapper.shared()
                        .readTree(bookings)
                        .valueStream()
                        .map(CursorSeedTest::id)
                        .toList());
        if (brief) {
            assertThat(pages.stream().map(CursorSeedTest::items).collect(Collectors.joining(",", "[", "]")))
                    .isEqualTo(bookings);
        }
        for (int i = pages.size() - 1; i > 0; i--) {
            String previousToken =
                    pages.get(i).json().at("/pagination/previous").asString();
            assertThat(items(seed.read(previousToken, "{\"cursor_id\":\"$\"}"))).isEqualTo(items(pages.get(i - 1)));
        }
        assertThat(pages.get(0).json().at("/pagination/previous").isNull()).isTrue();
        for (int i = pages.size() - 2; i > 0; i--) {
            String nextToken = pages.get(i).json().path("cursor_id").asString();
            assertThat(items(seed.read(nextToken, "{\"cursor_id\":\"$\",\"direction\":\"previous\"}")))
                    .isEqualTo(items(pages.get(i - 1)));
        }
    }

    private static String id(JsonNode booking) {
        return booking.get("id").asString();
    }

    private static Answer last(List<Answer> pages) {
        return pages.get(pages.size() - 1);
    }

    /** Returns the items unchanged, without brackets. */
    private static String items(Answer page) {
        assertThat(page.text()).startsWith("{\"items\":[");
        return page.text().substring(10, page.text().lastIndexOf("],\"cursor_id\":"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 45, 50, 51})
    void heavyToolAlwaysUsesForm(int count) {
        Answer list = seed.tool("heavy_orders").text(Seed.orders(count));

        assertThat(list.keys()).containsExactly("items", "cursor_id", "has_more", "pagination");
        assertThat(list.json().path("items").size()).isEqualTo(Math.min(count, 50));
        assertThat(list.json().at("/pagination/estimated_total").asInt(-1)).isEqualTo(count);
        assertThat(list.json().path("has_more").asBoolean()).isEqualTo(count > 50);
    }

    @ParameterizedTest
    @CsvSource({"0,50", "500,50", "1000,50", "4000,15", "60000,5"})
    void slowSourceMakesSmallerPages(long millis, int items) {
        assertThat(seed.withSourceMillis(millis)
                        .text(Seed.orders(120))
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(items);
    }

    @Test
    void explicitLimitWins() {
        Answer page = seed.withSourceMillis(60_000).called(SCHEMA, "{\"filter\":\"errors\"}", Seed.orders(120));
        Seed heavy = seed.tool("heavy_orders").withSourceMillis(60_000);

        assertThat(page.json().path("items").size()).isEqualTo(5);
        assertThat(heavy.called(SCHEMA, "{\"limit\":30}", Seed.orders(120))
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(30);
    }

    @Test
    void changedArgumentsRestart() {
        Seed heavy = Seed.of(Preset.CURSOR, policy -> policy.with(Policy.READ_ONLY, true))
                .tool("heavy_orders");
        Answer first = heavy.called(SCHEMA, "{\"filter\":\"errors\"}", Seed.orders(120));
        String cursor = first.json().path("cursor_id").asString();

        Answer same = heavy.called(SCHEMA, "{\"filter\":\"errors\",\"cursor_id\":\"" + cursor + "\"}", "not run");
        Answer other = heavy.called(SCHEMA, "{\"filter\":\"all\",\"cursor_id\":\"" + cursor + "\"}", Seed.orders(80));

        assertThat(same.json().path("items").path(0).path("id").asInt()).isEqualTo(50);
        assertThat(other.json().path("pagination").path("estimated_total").asInt())
                .isEqualTo(80);
    }

    /** Tests a rule that gives the cursors of a tool with volatile data a shorter lifetime. */
    @Test
    void toolCanHaveShorterCursorTtl() {
        PolicyRule volatileTool =
                new PolicyRule("get_requests", policy -> policy.with(Policy.TTL, Duration.ofMinutes(2)));
        Seed requests = Seed.of(Preset.CURSOR, List.of(volatileTool)).tool("get_requests");
        String shortLived =
                requests.text(Seed.bookings(0, 120)).json().path("cursor_id").asString();
        String longLived = requests.tool("get_report")
                .text(Seed.bookings(0, 120))
                .json()
                .path("cursor_id")
                .asString();
        requests.clock().advance(Duration.ofMinutes(2).minusMillis(1));
        assertThat(items(requests.read(shortLived, "{\"cursor_id\":\"$\"}"))).startsWith("{\"id\":\"BK-2026-100050\"");

        requests.clock().advance(Duration.ofMinutes(2));

        assertThat(requests.read(shortLived, "{\"cursor_id\":\"$\"}")
                        .json()
                        .at("/error/code")
                        .asString())
                .isEqualTo("CURSOR_EXPIRED");
        assertThat(items(requests.read(longLived, "{\"cursor_id\":\"$\"}"))).startsWith("{\"id\":\"BK-2026-100050\"");
    }

    @Test
    void cursorsLiveForOneDayAndShortResultsPass() {
        String cursor = seed.text(Seed.orders(120)).json().path("cursor_id").asString();
        seed.clock().advance(Duration.ofHours(23));
        assertThat(seed.read(cursor, "{\"cursor_id\":\"$\"}").outcome()).isEqualTo("read");
        seed.clock().advance(Duration.ofHours(24));
        assertThat(seed.read(cursor, "{\"cursor_id\":\"$\"}")
                        .json()
                        .at("/error/code")
                        .asString())
                .isEqualTo("CURSOR_EXPIRED");
        assertThat(seed.text(Seed.orders(50)).outcome()).isEqualTo("passed");
        assertThat(seed.text(Seed.orders(51)).outcome()).isEqualTo("paginated");
    }
}
