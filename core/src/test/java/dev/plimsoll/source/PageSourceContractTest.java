package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.source.jdbc.Database;
import dev.plimsoll.source.jdbc.JdbcSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the contract of every source. */
@NullMarked
class PageSourceContractTest {

    private static final Database COMPLETE = new Database().createEntries(1_500, 11, false);
    private static final Database WITH_NULLS = new Database().createEntries(1_500, 12, true);
    private static final Database SMALL = new Database().createEntries(100, 13, false);

    @AfterAll
    static void close() {
        COMPLETE.close();
        WITH_NULLS.close();
        SMALL.close();
    }

    static Stream<Arguments> sources() {
        Map<String, Supplier<PageSource>> sources = new java.util.TreeMap<>();
        sources.put("generated", () -> new GeneratedSource(1_234));
        sources.put("of a whole number of fetches", () -> new GeneratedSource(PageSource.DEFAULT_FETCH_SIZE * 20L));
        sources.put("a stream", () -> StreamSource.of("number", () -> numbers(777)));
        sources.put(
                "a stream that is counted",
                () -> StreamSource.of("number", () -> numbers(777))
                        .counted(() -> 777)
                        .keyed(Integer.class, number -> number));
        sources.put("newest first", () -> JdbcSource.newestFirst(COMPLETE.source(), "entry", "created_at", "id"));
        sources.put(
                "newest first, times missing",
                () -> JdbcSource.newestFirst(WITH_NULLS.source(), "entry", "created_at", "id"));
        sources.put(
                "oldest first, times missing",
                () -> JdbcSource.ordered(
                                WITH_NULLS.source(),
                                "entry",
                                SourceOrder.ascending("created_at"),
                                SourceOrder.descending("id"))
                        .uncounted());
        sources.put(
                "three columns",
                () -> JdbcSource.ordered(
                        WITH_NULLS.source(),
                        "public.entry",
                        SourceOrder.ascending("status"),
                        SourceOrder.descending("created_at"),
                        SourceOrder.ascending("ID")));
        sources.put(
                "narrowed",
                () -> JdbcSource.newestFirst(COMPLETE.source(), "entry", "created_at", "id")
                        .only(SourceCondition.equal("status", "open"))
                        .only("amount > ?", 20));
        sources.put(
                "few",
                () -> JdbcSource.newestFirst(SMALL.source(), "entry", "created_at", "id")
                        .columns("id", "note"));
        return sources.entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
    }

    private static Stream<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed();
    }

    /** Returns the rows of a source, fetched like the library does. */
    private static List<SourceRow> rows(PageSource source) {
        List<SourceRow> rows = new ArrayList<>();
        List<SourceRow> page;
        do {
            SourceRow last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
            page = source.fetch(new FetchPosition(rows.size(), last == null ? null : last.key()), source.fetchSize());
            rows.addAll(page);
        } while (page.size() == source.fetchSize());
        return rows;
    }

    private static List<String> toJson(List<SourceRow> rows) {
        return rows.stream()
                .map(sourceRow -> SourceFixture.toJson(sourceRow.value()).utf8())
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void pagesJoinedEqualTheOriginal(String name, Supplier<PageSource> source) {
        List<String> original = toJson(rows(source.get()));
        Random random = new Random(name.hashCode());
        for (int round = 0; round < 3; round++) {
            int pageSize = 1 + random.nextInt(120);
            int budget = 600 + random.nextInt(5_000);
            SourceFixture sourceFixture = new SourceFixture(policy ->
                    policy.with(Policy.DEFAULT_PAGE_SIZE, pageSize).with(Policy.TOKEN_BUDGET_THRESHOLD, budget));
            assertThat(sourceFixture.readAll(sourceFixture.callTool(source.get())))
                    .isEqualTo(original);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void countsItsRows(String name, Supplier<PageSource> source) {
        PageSource pageSource = source.get();
        List<SourceRow> rows = rows(pageSource);
        SourceCount sourceCount = pageSource.count();
        assertThat(sourceCount.isExact() ? sourceCount.rows() : rows.size()).isEqualTo(rows.size());
        assertThat(sourceCount.rows()).isLessThanOrEqualTo(rows.size());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void returnsTheSameRowsFromTheMiddle(String name, Supplier<PageSource> source) {
        PageSource pageSource = source.get();
        List<SourceRow> rows = rows(pageSource);
        int size = pageSource.fetchSize();
        int offset = size * (rows.size() / size / 2);
        List<SourceRow> fetchedAgain = pageSource.fetch(
                new FetchPosition(
                        offset, offset == 0 ? null : rows.get(offset - 1).key()),
                size);
        assertThat(toJson(fetchedAgain)).isEqualTo(toJson(rows.subList(offset, offset + fetchedAgain.size())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void keysAreUniqueAndInOrder(String name, Supplier<PageSource> source) {
        PageSource pageSource = source.get();
        List<Object> keys = rows(pageSource).stream()
                .map(SourceRow::key)
                .filter(java.util.Objects::nonNull)
                .map(Object.class::cast)
                .toList();
        assertThat(keys).doesNotHaveDuplicates();
        java.util.Comparator<Object> order = pageSource.keyOrder();
        for (int i = 1; order != null && i < keys.size(); i++) {
            assertThat(order.compare(keys.get(i - 1), keys.get(i))).isLessThanOrEqualTo(0);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void engineReportsNoFaults(String name, Supplier<PageSource> source) {
        SourceFixture sourceFixture = new SourceFixture(
                policy -> policy.with(Policy.DEFAULT_PAGE_SIZE, 200).with(Policy.TOKEN_BUDGET_THRESHOLD, 20_000));
        String answer = sourceFixture.callTool(source.get());
        String cursor = SourceFixture.cursor(answer);
        while (cursor != null) {
            assertThat(answer).doesNotContain("repeated", "out of order", "counted");
            answer = sourceFixture.read(cursor, "");
            cursor = SourceFixture.cursor(answer);
        }
        assertThat(answer).doesNotContain("repeated", "out of order", "counted").contains("; there are no more.");
    }
}
