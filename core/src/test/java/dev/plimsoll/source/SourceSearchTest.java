package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.source.jdbc.Database;
import dev.plimsoll.source.jdbc.JdbcSource;
import dev.plimsoll.view.ReadArguments;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests searches and queries on a source: those that the source answers itself, those for which the engine reads all
 * rows, and those that are refused.
 */
@NullMarked
class SourceSearchTest {

    private static final int ROWS = 200_000;
    private static final Database DATABASE = new Database().createEntries(ROWS, 5, false);
    private static final Database SMALL = new Database().createEntries(2_000, 6, false);

    private final SourceFixture sourceFixture = new SourceFixture();
    private @Nullable String cursor;

    @AfterAll
    static void close() {
        DATABASE.close();
        SMALL.close();
    }

    private static JdbcSource entries(Database database) {
        return JdbcSource.newestFirst(database.source(), "entry", "created_at", "id")
                .filters("status", "note", "amount");
    }

    @BeforeEach
    void open() {
        cursor = SourceFixture.cursor(sourceFixture.callTool(entries(DATABASE)));
    }

    private static int count(Database database, String condition) {
        return ((Number) String.valueOf(database.firstColumn("select count(*) from entry where " + condition)
                                .get(0))
                        .transform(Long::valueOf))
                .intValue();
    }

    @Test
    void firstAnswerListsTheFilters() {
        assertThat(sourceFixture.callTool(entries(DATABASE)))
                .contains(
                        "\"filters\":\"find = \\\"FIELD:TEXT\\\", or query = ",
                        "with FIELD one of status, note, amount\"");
        assertThat(sourceFixture.callTool(new GeneratedSource(5_000_000))).doesNotContain("\"filters\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 = 1", "status = 'open'", "status = '50% off'", "status = 'it''s' and amount = 1.50"})
    void countsWithoutFetching(String condition) {
        // the same condition as a query: name = 'x' becomes .name? == "x"
        String query = condition.equals("1 = 1")
                ? "length"
                : "[.[] | select("
                        + condition
                                .replace("''", "\u0001")
                                .replace("'", "\\\"")
                                .replace("\u0001", "'")
                                .replaceAll("(\\w+) = ", ".$1? == ")
                        + ")] | length";
        assertThat(sourceFixture.read(cursor, "\"query\":\"" + query + "\""))
                .contains("\"results\":[" + count(DATABASE, condition) + "]");
    }

    @Test
    void pagesFilteredRows() {
        String firstPage = sourceFixture.read(cursor, "\"query\":\".[] | select(.status == \\\"open\\\")\"");
        int open = count(DATABASE, "status = 'open'");
        assertThat(firstPage)
                .contains(
                        "Results 1-",
                        " of " + open + " from list_rows (about ",
                        " tokens), found by its source",
                        "\"totalResults\":" + open);
        List<@Nullable Object> ids = DATABASE.firstColumn(
                "select id from entry where status = 'open' order by created_at desc, id desc limit 120");
        String second = sourceFixture.read(SourceFixture.cursor(firstPage), "");
        List<String> readItems = new java.util.ArrayList<>(SourceFixture.items(firstPage, "results"));
        readItems.addAll(SourceFixture.items(second, "results"));
        for (int i = 0; i < readItems.size(); i++) {
            assertThat(readItems.get(i))
                    .startsWith("{\"id\":" + ids.get(i) + ",")
                    .contains("\"status\":\"open\"");
        }
    }

    @Test
    void returnsFilteredRowsInAnArray() {
        assertThat(sourceFixture.read(cursor, "\"query\":\"map(select(.status == \\\"open\\\"))\""))
                .contains("\"results\":[[{\"id\":");
    }

    @ParameterizedTest
    @CsvSource({
        "note: ENTRY 1, lower(note) like '%entry 1%'",
        "status:50%, status like '50\\%%' escape '\\'",
        "status:it's, status = 'it''s'"
    })
    void findsTextInAField(String find, String condition) {
        String found = sourceFixture.read(cursor, "\"find\":\"" + find + "\",\"fields\":\"id,status,note\"");
        assertThat(found)
                .contains("\"totalMatches\":" + count(DATABASE, condition) + ",", "\"matches\":[{\"item\":{\"id\":")
                .doesNotContain("amount");
    }

    @Test
    void treatsWildcardsAndQuotesAsText() {
        assertThat(sourceFixture.read(cursor, "\"find\":\"status:%\""))
                .contains("\"totalMatches\":" + count(DATABASE, "status = '50% off'") + ",");
        assertThat(sourceFixture.read(cursor, "\"find\":\"status:_\"")).contains("No matches");
        assertThat(sourceFixture.read(cursor, "\"find\":\"note:' or 1=1 --\"")).contains("\"totalMatches\":0");
    }

    @Test
    void findsNumbersByValue() {
        assertThat(sourceFixture.read(cursor, "\"find\":\"amount: 12.34\""))
                .contains("\"totalMatches\":" + count(DATABASE, "amount = 12.34") + ",");
        assertThat(sourceFixture.read(cursor, "\"find\":\"amount: abc\"")).contains("INVALID_REQUEST", "amount");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"find\":\"entry\"", "\"find\":\"unknown: x\"", "\"query\":\"map(.amount) | add\"",
                        "\"mode\":\"outline\"",
                "\"mode\":\"full\"", "\"mode\":\"summary\"", "\"mode\":\"lines\"",
                        "\"query\":\".[] | select(.id == 3)\"",
                "\"query\":\".[] | select(.status == 3)\""
            })
    void refusesFullReadsOfLongListsWithASuggestion(String arguments) {
        assertThat(sourceFixture.read(cursor, arguments))
                .contains("QUERY_LIMIT", "limited to 20000 items", "status, note, amount");
    }

    @Test
    void refusesInvalidQueries() {
        assertThat(sourceFixture.read(cursor, "\"query\":\".[\"")).contains("QUERY_INVALID");
        assertThat(sourceFixture.read(cursor, "\"find\":\"/(/\"")).contains("INVALID_REQUEST", "missing closing )");
    }

    @Test
    void readsShortListsInFullForExactAnswers() {
        String smallCursor = SourceFixture.cursor(sourceFixture.callTool(entries(SMALL)));
        Object sum = SMALL.firstColumn("select sum(amount) from entry").get(0);
        assertThat(sourceFixture.read(smallCursor, "\"query\":\"map(.amount) | add\""))
                .contains("\"results\":[" + sum + "]");
        String found = sourceFixture.read(smallCursor, "\"find\":\"entry\"");
        assertThat(found).contains("\"totalMatches\":2000,", "\"matches\":[{\"index\":0,\"path\":\"/0/note\"");
        assertThat(sourceFixture.read(SourceFixture.cursor(found), "")).contains("\"matches\":[{\"index\":");
        assertThat(sourceFixture.read(smallCursor, "\"mode\":\"outline\"")).contains("\"items\":2000");
        assertThat(sourceFixture.read(smallCursor, "")).contains("The list is live");
    }

    @Test
    void fullReadStopsAtItsLimits() {
        JdbcSource source = entries(SMALL);
        PageSource bytes = source.fullReadLimits(new FullReadLimits(100_000, 50_000, Duration.ofMinutes(1)));
        assertThat(sourceFixture.read(
                        SourceFixture.cursor(sourceFixture.callTool(bytes)), "\"query\":\"map(.id)|add\""))
                .contains("QUERY_LIMIT", "50000 bytes");
        PageSource time = source.fullReadLimits(new FullReadLimits(100_000, 1 << 20, Duration.ZERO));
        assertThat(sourceFixture.read(SourceFixture.cursor(sourceFixture.callTool(time)), "\"query\":\"map(.id)|add\""))
                .contains("QUERY_LIMIT", " 0 s");
        PageSource rows = source.uncounted().fullReadLimits(new FullReadLimits(1_000, 1 << 20, Duration.ofMinutes(1)));
        assertThat(sourceFixture.read(SourceFixture.cursor(sourceFixture.callTool(rows)), "\"query\":\"map(.id)|add\""))
                .contains("QUERY_LIMIT", "1000 items");
    }

    @Test
    void firstCallAcceptsReadArguments() {
        SourceFixture heavy = new SourceFixture(policy -> policy.with(Policy.HEAVY, true));
        ReadArguments readArguments = dev.plimsoll.view.ReadArgumentsParser.parse(
                dev.plimsoll.json.Slice.of("{\"find\":\"status:open\",\"page_size\":2}"));
        assertThat(heavy.callTool(entries(DATABASE), readArguments))
                .contains("Matches 1-2 of " + count(DATABASE, "status = 'open'"));
        ReadArguments full =
                dev.plimsoll.view.ReadArgumentsParser.parse(dev.plimsoll.json.Slice.of("{\"mode\":\"full\"}"));
        PageSource source =
                StreamSource.of("number", () -> IntStream.range(0, 200).boxed());
        assertThat(heavy.callTool(source, full)).startsWith("[0,1,").endsWith("198,199]");
    }

    @Test
    void resolvesPathsAndSearchesPartsOfRows() {
        assertThat(sourceFixture.read(cursor, "\"path\":\"/1/status\"")).isNotEmpty();
        assertThat(sourceFixture.read(cursor, "\"path\":\"/1\",\"find\":\"entry\""))
                .contains("\"totalMatches\":1");
        assertThat(sourceFixture.read(cursor, "\"path\":\"/1\",\"query\":\"keys\""))
                .contains("created_at");
    }
}
