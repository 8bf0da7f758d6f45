package dev.plimsoll.source.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.source.FetchPosition;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.SourceCondition;
import dev.plimsoll.source.SourceCount;
import dev.plimsoll.source.SourceFixture;
import dev.plimsoll.source.SourceOrder;
import dev.plimsoll.source.SourceRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the behavior specific to database rows. */
@NullMarked
class JdbcSourceTest {

    private final Database database = new Database();
    private final SourceFixture sourceFixture = new SourceFixture();

    @AfterEach
    void close() {
        database.close();
    }

    private static List<@Nullable Object> ids(PageSource source) {
        List<@Nullable Object> ids = new ArrayList<>();
        List<SourceRow> page = source.fetch(FetchPosition.START, 50);
        while (!page.isEmpty()) {
            page.forEach(sourceRow -> ids.add(((Map<?, ?>) Objects.requireNonNull(sourceRow.value())).get("id")));
            page = source.fetch(
                    new FetchPosition(ids.size(), page.get(page.size() - 1).key()), 50);
        }
        return ids;
    }

    @Test
    void returns200000RowsWithEqualTimesInOrder() {
        database.createEntries(200_000, 21, false);
        database.run("create index by_time on entry(created_at desc, id desc)");
        PageSource source = JdbcSource.newestFirst(database.source(), "entry", "created_at", "id")
                .columns("id");
        assertThat(ids(source))
                .isEqualTo(database.firstColumn("select id from entry order by created_at desc, id desc"));
        assertThat(source.count()).isEqualTo(SourceCount.exactly(200_000));
    }

    @Test
    void ordersLikeTheDatabase() {
        database.createEntries(900, 22, true);
        Random random = new Random(23);
        for (int round = 0; round < 20; round++) {
            List<String> columns = new ArrayList<>(List.of("status", "created_at", "amount"));
            Collections.shuffle(columns, random);
            List<SourceOrder> order = new ArrayList<>();
            List<String> orderTerms = new ArrayList<>();
            for (String column : columns.subList(0, 1 + random.nextInt(3))) {
                boolean isDescending = random.nextBoolean();
                order.add(new SourceOrder(column, isDescending));
                orderTerms.add(column + (isDescending ? " desc" : " asc") + " nulls last");
            }
            order.add(new SourceOrder("id", round % 2 == 0));
            orderTerms.add("id " + (round % 2 == 0 ? "desc" : "asc"));
            PageSource source = JdbcSource.ordered(
                    database.source(),
                    "entry",
                    order.get(0),
                    order.subList(1, order.size()).toArray(SourceOrder[]::new));
            assertThat(ids(source))
                    .as(orderTerms.toString())
                    .isEqualTo(database.firstColumn("select id from entry order by " + String.join(", ", orderTerms)));
        }
    }

    @Test
    void insertedAndDeletedRowsShiftNothing() {
        database.createEntries(300, 24, false);
        String firstPage =
                sourceFixture.callTool(JdbcSource.newestFirst(database.source(), "entry", "created_at", "id"));
        List<@Nullable Object> before = database.firstColumn("select id from entry order by created_at desc, id desc");
        database.run("insert into entry values (9999, timestamp '2030-01-01 00:00:00', 'open', 1, 'new')");
        database.run("delete from entry where id = " + before.get(3));
        List<String> readItems = sourceFixture.readAll(firstPage);
        assertThat(readItems).hasSize(300);
        for (int i = 0; i < 300; i++) {
            assertThat(readItems.get(i)).startsWith("{\"id\":" + before.get(i) + ",");
        }
    }

    @Test
    void reportsKeysThatAreNotUnique() {
        database.run("create table entry (id int, created_at timestamp not null)");
        database.run("insert into entry select mod(x, 100), timestamp '2026-01-01 00:00:00' from system_range(1, 300)");
        String answer = sourceFixture.callTool(JdbcSource.newestFirst(database.source(), "entry", "created_at", "id"));
        assertThat(answer).contains("Items are repeated");
        String cursor = SourceFixture.cursor(answer);
        while (cursor != null) {
            answer = sourceFixture.read(cursor, "");
            cursor = SourceFixture.cursor(answer);
        }
        assertThat(answer).contains("The source counted 300 items and ended after ");
    }

    @Test
    void quotesUnusualNames() {
        database.run(
                "create table \"odd \"\"name\" (\"select\" int primary key, \"a;b\"\"--\" varchar(10), \"Mixed\" int)");
        database.run("insert into \"odd \"\"name\" select x, 'v' || x, x from system_range(1, 60)");
        PageSource source = JdbcSource.ordered(database.source(), "odd \"name", SourceOrder.ascending("select"))
                .filters("a;b\"--", "mixed");
        assertThat(source.fetch(FetchPosition.START, 50).get(1).value()).hasToString("{select=2, a;b\"--=v2, Mixed=2}");
        PageSource filtered = source.where(List.of(SourceCondition.contains("a;b\"--", "V5")));
        assertThat(filtered == null ? List.of() : filtered.fetch(FetchPosition.START, 50))
                .hasSize(11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no_such", "id; drop table entry", "id\" desc --", "", "1"})
    void refusesUnknownColumns(String name) {
        database.createEntries(60, 25, false);
        PageSource source = JdbcSource.newestFirst(database.source(), "entry", "created_at", name);
        assertThatThrownBy(() -> source.fetch(FetchPosition.START, 50)).isInstanceOf(IllegalArgumentException.class);
        PageSource filtered = JdbcSource.newestFirst(database.source(), "entry", "created_at", "id")
                .filters(name);
        assertThatThrownBy(() -> filtered.fetch(FetchPosition.START, 50)).isInstanceOf(IllegalArgumentException.class);
        assertThat(database.firstColumn("select count(*) from entry")).containsExactly(60L);
    }

    @Test
    void refusesUnknownTableAndHidesItsName() {
        PageSource source = JdbcSource.newestFirst(database.source(), "no_such", "created_at", "id");
        assertThatThrownBy(() -> source.fetch(FetchPosition.START, 50)).hasMessage("table: no table or view no_such");
        assertThat(sourceFixture.callTool(source))
                .contains("UPSTREAM_UNAVAILABLE")
                .doesNotContain("no_such\"");
    }

    @Test
    void bindsValues() {
        database.createEntries(200, 26, false);
        PageSource source = JdbcSource.newestFirst(database.source(), "entry", "created_at", "id")
                .filters("note");
        for (String hostile : List.of("' or '1'='1", "%", "_", "!", "\\", "\"", "?", "a' ; drop table entry; --")) {
            PageSource filtered = source.where(List.of(SourceCondition.contains("note", hostile)));
            assertThat(filtered == null ? List.of() : filtered.fetch(FetchPosition.START, 50))
                    .as(hostile)
                    .isEmpty();
            PageSource equal = source.where(List.of(SourceCondition.equal("note", hostile)));
            assertThat(equal == null ? List.of() : equal.fetch(FetchPosition.START, 50))
                    .as(hostile)
                    .isEmpty();
        }
        assertThat(database.firstColumn("select count(*) from entry")).containsExactly(200L);
    }

    @Test
    void doesNotFilterByUnsuitableColumns() {
        database.createEntries(60, 27, true);
        PageSource source = JdbcSource.newestFirst(database.source(), "entry", "created_at", "id")
                .filters("amount", "created_at", "status");
        assertThat(source.where(List.of(SourceCondition.contains("amount", "1"))))
                .isNull();
        assertThat(source.where(List.of(SourceCondition.equal("amount", "1")))).isNull();
        assertThat(source.where(List.of(SourceCondition.equal("created_at", "2026-01-01T00:00:00"))))
                .isNull();
        assertThat(source.where(List.of(SourceCondition.equal("status", BigDecimal.ONE))))
                .isNull();
        assertThat(source.where(List.of(SourceCondition.equal("note", "x")))).isNull();
        PageSource none = source.where(List.of(SourceCondition.equal("created_at", null)));
        assertThat(none == null ? SourceCount.unknown() : none.count()).isEqualTo(SourceCount.exactly((Long)
                Objects.requireNonNull(database.firstColumn("select count(*) from entry where created_at is null")
                        .get(0))));
    }

    @Test
    void writesValuesOfAllTypes() {
        database.run(
                "create table kinds (id int primary key, a bigint, b decimal(20,4), c double precision, d boolean,"
                        + " e timestamp with time zone, f date, g time, h uuid, i binary varying(10), j clob, k int array, l char(3))");
        database.run(
                "insert into kinds values (1, 9007199254740993, 1.1000, 0.5, true, '2026-01-02 03:04:05.6+02:00',"
                        + " '2026-01-02', '03:04:05', '00000000-0000-0000-0000-000000000001', x'00ff', 'long', array[1, 2], 'ab')");
        database.run("insert into kinds (id, c) values (2, 'NaN')");
        PageSource source = JdbcSource.ordered(database.source(), "kinds", SourceOrder.ascending("id"));
        List<SourceRow> rows = source.fetch(FetchPosition.START, 50);
        assertThat(SourceFixture.toJson(rows.get(0).value()).utf8())
                .isEqualTo(
                        "{\"id\":1,\"a\":9007199254740993,\"b\":1.1000,\"c\":0.5,\"d\":true,"
                                + "\"e\":\"2026-01-02T03:04:05.6+02:00\",\"f\":\"2026-01-02\",\"g\":\"03:04:05\","
                                + "\"h\":\"00000000-0000-0000-0000-000000000001\",\"i\":\"AP8=\",\"j\":\"long\",\"k\":[1,2],\"l\":\"ab \"}");
        assertThat(SourceFixture.toJson(rows.get(1).value()).utf8())
                .startsWith("{\"id\":2,\"a\":null")
                .contains("\"c\":\"NaN\"");
    }

    @Test
    void appliesTheToolsOwnConditionsEverywhere() {
        database.createEntries(500, 28, false);
        PageSource source = JdbcSource.newestFirst(database.source(), "entry", "created_at", "id")
                .filters("status")
                .only("amount between ? and ? or amount is null", 10, 50)
                .only(SourceCondition.equal("status", "open"));
        String condition = "(amount between 10 and 50 or amount is null) and status = 'open'";
        assertThat(ids(source))
                .isEqualTo(database.firstColumn(
                        "select id from entry where " + condition + " order by created_at desc, id desc"));
        PageSource closed = source.where(List.of(SourceCondition.equal("status", "closed")));
        assertThat(closed == null ? List.of() : ids(closed)).isEmpty();
    }
}
