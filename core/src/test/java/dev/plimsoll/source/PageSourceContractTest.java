package dev.plimsoll.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policy;
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

    private static final Database SURE = new Database().entries(1_500, 11, false);
    private static final Database MISSING = new Database().entries(1_500, 12, true);
    private static final Database FEW = new Database().entries(100, 13, false);

    @AfterAll
    static void close() {
        SURE.close();
        MISSING.close();
        FEW.close();
    }

    static Stream<Arguments> sources() {
        Map<String, Supplier<PageSource>> sources = new java.util.TreeMap<>();
        sources.put("generated", () -> new Generated(1_234));
        sources.put("of a whole number of fetches", () -> new Generated(PageSource.DEFAULT_FETCH_SIZE * 20L));
        sources.put("a stream", () -> StreamSource.of("number", () -> numbers(777)));
        sources.put(
                "a stream that is counted",
                () -> StreamSource.of("number", () -> numbers(777))
                        .counted(() -> 777)
                        .keyed(Integer.class, number -> number));
        sources.put("newest first", () -> JdbcSource.newestFirst(SURE.source(), "entry", "created_at", "id"));
        sources.put(
                "newest first, times missing",
                () -> JdbcSource.newestFirst(MISSING.source(), "entry", "created_at", "id"));
        sources.put(
                "oldest first, times missing",
                () -> JdbcSource.ordered(
                                MISSING.source(),
                                "entry",
                                SourceOrder.ascending("created_at"),
                                SourceOrder.descending("id"))
                        .uncounted());
        sources.put(
                "three columns",
                () -> JdbcSource.ordered(
                        MISSING.source(),
                        "public.entry",
                        SourceOrder.ascending("status"),
                        SourceOrder.descending("created_at"),
                        SourceOrder.ascending("ID")));
        sources.put(
                "narrowed",
                () -> JdbcSource.newestFirst(SURE.source(), "entry", "created_at", "id")
                        .only(SourceCondition.equal("status", "open"))
                        .only("amount > ?", 20));
        sources.put(
                "few",
                () -> JdbcSource.newestFirst(FEW.source(), "entry", "created_at", "id")
                        .columns("id", "note"));
        return sources.entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
    }

    private static Stream<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed();
    }

    /** Returns the rows of a source, fetched like the library does. */
    private static List<SourceRow> rows(PageSource source) {
        List<SourceRow> all = new ArrayList<>();
        List<SourceRow> page;
        do {
            SourceRow last = all.isEmpty() ? null : all.get(all.size() - 1);
            page = source.fetch(new FetchPosition(all.size(), last == null ? null : last.key()), source.fetchSize());
            all.addAll(page);
        } while (page.size() == source.fetchSize());
        return all;
    }

    private static List<String> json(List<SourceRow> rows) {
        return rows.stream()
                .map(sourceRow -> Desk.json(sourceRow.value()).utf8())
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void pagesJoinedEqualTheOriginal(String name, Supplier<PageSource> source) {
        List<String> original = json(rows(source.get()));
        Random random = new Random(name.hashCode());
        for (int round = 0; round < 3; round++) {
            int pageSize = 1 + random.nextInt(120);
            int budget = 600 + random.nextInt(5_000);
            Desk desk = new Desk(policy ->
                    policy.with(Policy.DEFAULT_PAGE_SIZE, pageSize).with(Policy.TOKEN_BUDGET_THRESHOLD, budget));
            assertThat(desk.all(desk.open(source.get()))).isEqualTo(original);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void countsItsRows(String name, Supplier<PageSource> source) {
        PageSource pageSource = source.get();
        List<SourceRow> rows = rows(pageSource);
        SourceCount sourceCount = pageSource.count();
        assertThat(sourceCount.exact() ? sourceCount.rows() : rows.size()).isEqualTo(rows.size());
        assertThat(sourceCount.rows()).isLessThanOrEqualTo(rows.size());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sources")
    void returnsTheSameRowsFromTheMiddle(String name, Supplier<PageSource> source) {
        PageSource pageSource = source.get();
        List<SourceRow> rows = rows(pageSource);
        int size = pageSource.fetchSize();
        int offset = size * (rows.size() / size / 2);
        List<SourceRow> repeated = pageSource.fetch(
                new FetchPosition(
                        offset, offset == 0 ? null : rows.get(offset - 1).key()),
                size);
        assertThat(json(repeated)).isEqualTo(json(rows.subList(offset, offset + repeated.size())));
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
        Desk desk = new Desk(
                policy -> policy.with(Policy.DEFAULT_PAGE_SIZE, 200).with(Policy.TOKEN_BUDGET_THRESHOLD, 20_000));
        String answer = desk.open(source.get());
        String cursor = Desk.cursor(answer);
        while (cursor != null) {
            assertThat(answer).doesNotContain("repeated", "out of order", "counted");
            answer = desk.read(cursor, "");
            cursor = Desk.cursor(answer);
        }
        assertThat(answer).doesNotContain("repeated", "out of order", "counted").contains("This is the last page.");
    }
}
