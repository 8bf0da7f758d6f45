package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.shape.style.StyleRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the first answer to a call that returns a source, and follow-up reads. */
@NullMarked
class SourceReadTest {

    private static final long MANY = 5_000_000;

    private final SourceFixture sourceFixture = new SourceFixture();
    private final GeneratedSource source = new GeneratedSource(MANY);

    @Test
    void neverLoadsFiveMillionRows() {
        String firstPage = sourceFixture.callTool(source);
        assertThat(firstPage)
                .startsWith("{\"notice\":\"Items 1-50 of 5000000 from list_rows (about ")
                .contains(" tokens), in the order id, ascending; to read the other 4999950, call"
                        + " plimsoll_read with cursor = nextCursor. The list is live")
                .contains("\"totalCount\":5000000,\"range\":[1,50],\"hasMore\":true");
        String cursor = SourceFixture.cursor(firstPage);
        for (int page = 2; page <= 10; page++) {
            String answer = sourceFixture.read(cursor, "");
            assertThat(SourceFixture.items(answer, "items")).hasSizeGreaterThan(10);
            cursor = SourceFixture.cursor(answer);
        }
        assertThat(source.fetched).isLessThanOrEqualTo(600);
    }

    @Test
    void refusesToCollectPagesOfALiveList() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        assertThatThrownBy(() -> sourceFixture.collect(cursor))
                .isInstanceOf(RefusedException.class)
                .hasMessage(
                        "collect: this result has no further pages that can be read: its cursor already reads all of a"
                                + " live list");
    }

    /**
     * Tests a recommendation of docs/reference/seeds/000.md: the database returns pages, and the answer contains the
     * count, the size, a cursor, and a page.
     */
    @Test
    void presetListReadsPagesFromTheSource() {
        Bookings bookings = new Bookings(MANY);
        SourceFixture list =
                new SourceFixture(policy -> Preset.LIST.applyTo(policy).with(Policy.HEAVY, true));
        String answer = list.callTool(bookings);
        for (int page = 0; page < 6; page++) {
            int from = 50 * page;
            assertThat(answer).startsWith("{\"count\":5000000,\"data_size\":").contains("\"next\":\"");
            assertThat(SourceFixture.items(answer, "results"))
                    .containsExactlyElementsOf(IntStream.range(from, from + 50)
                            .mapToObj(
                                    i -> SourceFixture.toJson(bookings.value(i)).utf8())
                            .toList());
            assertThat(bookings.fetched).isLessThanOrEqualTo(from + 100);
            answer = list.read(answer.replaceAll(".*?\"next\":\"([\\w-]{48})\".*", "$1"), "");
        }
        assertThat(bookings.fetchedAfter)
                .startsWith("", "BK-0000049", "BK-0000099")
                .doesNotHaveDuplicates();
    }

    /** Bookings of a table that is read by key, never by offset. */
    private static final class Bookings extends GeneratedSource {

        private final List<String> fetchedAfter = new ArrayList<>();

        Bookings(long rows) {
            super(rows);
        }

        @Override
        Map<String, Object> value(long i) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", id(i));
            row.put("status", i % 3 == 0 ? "confirmed" : "pending");
            row.put("guestName", i % 2 == 0 ? "Zoë Müller" : "佐藤 花子");
            row.put("checkIn", "2026-07-01");
            row.put("property", "Casa del Mar, \"the old one\"");
            return row;
        }

        private static String id(long i) {
            return String.format("BK-%07d", i);
        }

        @Override
        public List<SourceRow> fetch(FetchPosition fetchPosition, int maxRows) {
            Object key = fetchPosition.afterKey();
            fetchedAfter.add(key == null ? "" : key.toString());
            long start = key == null ? 0 : Long.parseLong(key.toString().substring(3)) + 1;
            List<SourceRow> page = new ArrayList<>();
            for (long i = start; i < start + maxRows; i++) {
                page.add(new SourceRow(value(i), id(i)));
            }
            fetched += page.size();
            return page;
        }

        @Override
        public boolean byOffset() {
            return false;
        }

        @Override
        public Comparator<Object> keyOrder() {
            return Comparator.comparing(Object::toString);
        }
    }

    @Test
    void repeatedReadReturnsTheSameAnswerWithoutFetching() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        String once = sourceFixture.read(cursor, "");
        long fetched = source.fetched;
        assertThat(sourceFixture.read(cursor, "")).isEqualTo(once);
        assertThat(source.fetched).isEqualTo(fetched);
    }

    @Test
    void supportsTheArgumentsForLists() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        String fields = sourceFixture.read(cursor, "\"fields\":\"id\",\"page_size\":3");
        assertThat(SourceFixture.items(fields, "items")).containsExactly("{\"id\":0}", "{\"id\":1}", "{\"id\":2}");
        assertThat(sourceFixture.read(cursor, "\"page_size\":3")).contains("\"range\":[51,53]");
        assertThat(SourceFixture.items(sourceFixture.read(cursor, "\"max_tokens\":600"), "items"))
                .hasSizeBetween(3, 15);
        assertThat(sourceFixture.read(cursor, "\"pages\":\"1-3\",\"max_tokens\":9000"))
                .contains("\"range\":[1,150]");
        assertThat(sourceFixture.read(cursor, "\"page\":1")).isEqualTo(sourceFixture.read(cursor, ""));
        assertThat(sourceFixture.read(cursor, "\"page\":7")).contains("\"range\":[301,350]");
        String toThird = SourceFixture.cursor(sourceFixture.read(cursor, ""));
        assertThat(sourceFixture.read(toThird, "\"direction\":\"previous\"")).contains("\"range\":[1,50]");
        assertThat(sourceFixture.read(cursor, "\"direction\":\"previous\""))
                .contains("INVALID_REQUEST", "before the first");
        assertThat(sourceFixture.read(cursor, "\"path\":\"/3\"")).startsWith("{\"id\":3,");
        assertThat(sourceFixture.read(cursor, "\"path\":\"/3/status\"")).isEqualTo("open");
        assertThat(sourceFixture.read(cursor, "\"path\":\"/03\"")).contains("does not exist");
    }

    @Test
    void refusesPositionsTooFarForOneRequest() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        assertThat(sourceFixture.read(cursor, "\"path\":\"/4000000\"")).contains("QUERY_LIMIT", "20000 items");
        assertThat(sourceFixture.read(cursor, "\"page\":90000")).contains("QUERY_LIMIT");
        assertThat(source.fetched).isLessThan(50_000);
        assertThat(sourceFixture.read(cursor, "")).contains("\"range\":[51,100]");
    }

    @Test
    void returnsShortListAsPlainResultAndClosesTheSource() {
        GeneratedSource few = new GeneratedSource(3);
        assertThat(sourceFixture.callTool(few)).startsWith("[{\"id\":0,").endsWith("}]");
        assertThat(few.closes).isEqualTo(1);
        GeneratedSource none = new GeneratedSource(0);
        assertThat(sourceFixture.callTool(none)).isEqualTo("[]");
        assertThat(none.closes).isEqualTo(1);
    }

    @Test
    void reportsUnknownLengthAsAtLeast() {
        PageSource numbers =
                StreamSource.of("number", () -> IntStream.range(0, 120).boxed());
        String firstPage = sourceFixture.callTool(numbers);
        assertThat(firstPage)
                .contains("Items 1-50 of at least 51", "\"totalAtLeast\":51")
                .doesNotContain("totalCount");
        assertThat(sourceFixture.readAll(firstPage)).hasSize(120);
        assertThat(sourceFixture.read(SourceFixture.cursor(firstPage), "")).contains("of 120", "\"totalCount\":120");
    }

    @Test
    void foldsHugeRowAndReadsItInFull() {
        List<Map<String, String>> rows = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            rows.add(Map.of("id", "row" + i, "text", "x y ".repeat(i == 2 ? 300_000 : 5)));
        }
        String firstPage = sourceFixture.callTool(StreamSource.of("id", rows::stream));
        assertThat(firstPage)
                .contains("\"folded\":[{\"index\":2,\"path\":\"/2\"")
                .hasSizeLessThan(48_000);
        String fullText = sourceFixture.read(SourceFixture.cursor(firstPage), "\"path\":\"/2/text\"");
        assertThat(fullText).contains("Line 1 of 1, chunk 1 of ", "\"path\":\"/2/text\"");
        assertThat(sourceFixture.readAll(firstPage)).hasSize(80);
    }

    static List<StyleId> styles() {
        return StyleRegistry.standard().ids();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void everyStyleReadsALaterPage(StyleId style) {
        SourceFixture styled = new SourceFixture(policy ->
                policy.with(Policy.STYLE, style).with(Policy.HEAVY, true).with(Policy.DEFAULT_PAGE_SIZE, 25));
        String firstPage = styled.callTool(new GeneratedSource(300));
        if (style.name().equals("pass")) {
            assertThat(firstPage).startsWith("[{\"id\":0").contains("\"id\":299");
            return;
        }
        String cursor =
                firstPage.replaceAll(".*\"(?:nextCursor|cursor_id|next|continuation_token)\":\"([\\w-]{48})\".*", "$1");
        String page = styled.read(cursor, "\"mode\":\"paginated\",\"page\":6");
        assertThat(page).contains("\"id\":125,", "\"id\":149,").doesNotContain("\"id\":150,");
    }

    @Test
    void refusesLongSourceWhenNothingIsShaped() {
        SourceFixture off = new SourceFixture(policy -> policy.with(Policy.ENABLED, false));
        assertThat(off.callTool(source)).contains("RESULT_TOO_LARGE");
        assertThat(off.callTool(new GeneratedSource(300)))
                .startsWith("[{\"id\":0")
                .contains("\"id\":299");
        assertThat(source.closes).isEqualTo(1);
    }

    @Test
    void closesTheSourceWhenTheResultExpires() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        sourceFixture.advance(Duration.ofMinutes(14));
        assertThat(sourceFixture.read(cursor, "")).contains("\"items\"");
        sourceFixture.advance(Duration.ofMinutes(14));
        assertThat(sourceFixture.read(cursor, "")).contains("\"items\"");
        assertThat(source.closes).isZero();
        sourceFixture.advance(Duration.ofMinutes(15));
        assertThat(sourceFixture.read(cursor, "")).contains("CURSOR_EXPIRED");
        assertThat(source.closes).isEqualTo(1);
    }

    @Test
    void cursorsOfClosedSourcesAreExpired() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        sourceFixture.engine.closeSources();
        assertThat(source.closes).isEqualTo(1);
        assertThat(sourceFixture.read(cursor, "")).contains("CURSOR_EXPIRED");
    }

    @Test
    void rejectsCursorOfAnotherCaller() {
        String cursor = SourceFixture.cursor(sourceFixture.callTool(source));
        assertThat(sourceFixture.readByCaller("bob", "{\"cursor\":\"" + cursor + "\"}"))
                .contains("CURSOR_INVALID");
    }

    @Test
    void checksTheTierForEachRead() {
        SourceFixture strict = new SourceFixture(policy -> policy.with(Policy.TIER, Tier.ADMIN));
        String cursor = SourceFixture.cursor(strict.callTool(source));
        ToolCall reader =
                SourceFixture.call("ann").withTool("").withSettings(CallerSettings.DEFAULT.withTier(Tier.READ));
        Outcome refused = strict.engine.read(reader, Slice.of("{\"cursor\":\"" + cursor + "\"}"));
        assertThat(SourceFixture.text(refused)).contains("FORBIDDEN");
    }

    @Test
    void limitsTheNumberOfOpenSources() {
        for (int i = 0; i < 64; i++) {
            assertThat(sourceFixture.callTool(new GeneratedSource(MANY))).contains("\"nextCursor\"");
        }
        GeneratedSource oneMore = new GeneratedSource(MANY);
        assertThat(sourceFixture.callTool(oneMore)).contains("RATE_LIMITED");
        assertThat(oneMore.fetches).isZero();
        assertThat(oneMore.closes).isEqualTo(1);
        sourceFixture.advance(Duration.ofMinutes(10));
        assertThat(sourceFixture.callTool(source)).contains("\"nextCursor\"");
    }

    @Test
    void opensAStreamOnceToReadItFromStartToEnd() {
        List<Stream<Integer>> opened = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        PageSource numbers = StreamSource.of("number", () -> {
            Stream<Integer> stream = IntStream.range(0, 400).boxed().onClose(() -> closed.add("closed"));
            opened.add(stream);
            return stream;
        });
        assertThat(sourceFixture.readAll(sourceFixture.callTool(numbers))).hasSize(400);
        assertThat(opened).hasSize(1);
        sourceFixture.engine.closeSources();
        assertThat(closed).hasSize(1);
    }
}
