package dev.plimsoll.gateway.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.FakeClock;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class RepeatedQueriesTest {

    private static final Slice NO_ARGS = Slice.of("{}");

    private static final Log LOG = new Log(new PrintStream(PrintStream.nullOutputStream()), LogSeverity.OFF);

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path data;

    private RepeatedQueries queries;

    @BeforeEach
    void create() {
        queries = open();
    }

    /** Waits for a save that still runs, because it would write into the folder that JUnit deletes. */
    @AfterEach
    void close() {
        queries.close();
    }

    private RepeatedQueries open() {
        return new RepeatedQueries(new QueryFile(data, LOG), Duration.ofDays(30), clock, 3);
    }

    private Path file() {
        return data.resolve("repeated-queries.json");
    }

    @Test
    void countsQueriesTogetherIfOnlyTheirLiteralsDiffer() {
        queries.add("crm", "list", ".[]|select(.owner==\"ann@example.com\")", NO_ARGS);
        queries.add("crm", "list", ".[] | select(.owner == \"bob\")", NO_ARGS);
        queries.add("crm", "other", ".[] | select(.owner == \"bob\")", NO_ARGS);
        queries.add("crm", "list", "length", NO_ARGS);
        queries.add("crm", "list", ".[", NO_ARGS);

        assertThat(queries.repeated()).singleElement().satisfies(entry -> {
            assertThat(entry.tool()).isEqualTo("list");
            assertThat(entry.count()).isEqualTo(2);
            assertThat(entry.pattern().text()).isEqualTo(".[] | select(.owner == $owner)");
            assertThat(entry.pattern().parameters()).isEqualTo(Map.of("owner", "string"));
        });
    }

    @Test
    void storesNamesOfArgumentsButNotTheirValues() {
        Slice args = Slice.of("{\"o\":\"ann@example.com\",\"n\":[1],\"x\":null}");
        queries.add("crm", "list", "[$o, $n, $x]", args);
        queries.add("crm", "list", "[$o, $n, $x]", args);

        assertThat(queries.repeated())
                .singleElement()
                .satisfies(entry -> assertThat(entry.pattern().parameters())
                        .isEqualTo(Map.of("o", "string", "n", "array", "x", "string")));
        assertThat(queries.repeated().toString()).doesNotContain("ann");
    }

    @Test
    void forgetsTheLeastUsedQueries() {
        for (int i = 0; i < 2; i++) {
            queries.add("crm", "list", ".a", NO_ARGS);
            queries.add("crm", "list", ".b", NO_ARGS);
        }
        for (int i = 0; i < 50; i++) {
            queries.add("crm", "list", ".c" + i, NO_ARGS);
        }
        queries.add("crm", "list", ".a", NO_ARGS);

        assertThat(queries.repeated())
                .extracting(entry -> entry.pattern().text())
                .containsExactly(".a", ".b");
    }

    @Test
    void continuesCountsAfterARestart() throws Exception {
        queries.add("crm", "list", ".[]|select(.owner==\"ann@example.com\")", NO_ARGS);
        queries.close();
        assertThat(Files.readString(file())).contains("$owner").doesNotContain("ann@example.com");
        queries = open();
        queries.add("crm", "list", ".[]|select(.owner==\"bob\")", NO_ARGS);

        assertThat(queries.repeated()).singleElement().satisfies(entry -> {
            assertThat(entry.count()).isEqualTo(2);
            assertThat(entry.pattern().parameters()).isEqualTo(Map.of("owner", "string"));
        });
        queries.close();
        assertThat(open().repeated()).isEqualTo(queries.repeated());
        if (file().getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void savesCountsAtLeastEveryMinute() throws Exception {
        queries.add("crm", "list", ".a", NO_ARGS);
        Await.until("the first count is saved", () -> Files.exists(file()));
        queries.add("crm", "list", ".a", NO_ARGS);
        clock.advance(Duration.ofMinutes(1));
        queries.add("crm", "list", ".a", NO_ARGS);
        Await.until("the counts are saved again", () -> Files.readString(file()).contains("\"count\":3"));
    }

    @Test
    void removesQueriesThatAreNoLongerUsed() {
        queries.add("crm", "list", ".a", NO_ARGS);
        queries.add("crm", "list", ".a", NO_ARGS);
        queries.close();
        clock.advance(Duration.ofDays(31));
        assertThat(queries.repeated()).isEmpty();
        assertThat(open().repeated()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[1,null,{}]",
                "[{\"server\":\"crm\",\"tool\":\"list\",\"query\":\".a\",\"count\":-2,\"last\":\"x\"}]",
                "[{\"server\":\"crm\",\"tool\":\"list\",\"query\":\".a\",\"count\":2,\"last\":\"x\"}]",
                "[{\"server\":\"crm\",\"tool\":1,\"query\":\".a\",\"count\":2,\"last\":\"2026-01-01T00:00:00Z\"}]"
            })
    void ignoresDamagedFilesAndEntries(String text) throws Exception {
        Files.writeString(file(), text);
        assertThat(queries.repeated()).isEmpty();
        queries.add("crm", "list", ".b", NO_ARGS);
        queries.close();
        assertThat(Files.readString(file())).contains("\".b\"");
    }

    @Test
    void readsOnlyAsManyQueriesAsAllowed() throws Exception {
        RepeatedQueries queriesWithSmallLimit =
                new RepeatedQueries(new QueryFile(data, LOG), Duration.ofDays(30), clock, 100);
        for (String query : new String[] {".a", ".b", ".c", ".d", ".e"}) {
            queriesWithSmallLimit.add("crm", "list", query, NO_ARGS);
            queriesWithSmallLimit.add("crm", "list", query, NO_ARGS);
        }
        queriesWithSmallLimit.close();
        assertThat(queries.repeated()).hasSize(3);
    }

    /**
     * Checks that callers cannot make the file so large that it cannot be read again. All counts would be
     * lost then.
     */
    @Test
    void longPatternsAreNotCounted() throws Exception {
        String longText =
                IntStream.range(100, 400).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
        Slice manyArgs = Slice.of(
                IntStream.range(0, 2_000).mapToObj(i -> "\"a" + i + "\":1").collect(Collectors.joining(",", "{", "}")));
        for (int i = 0; i < 2; i++) {
            queries.add("crm", "list", ".a", manyArgs);
            queries.add("crm", "list", longText, NO_ARGS);
            queries.add("crm", "list", ".b", NO_ARGS);
        }
        queries.close();
        assertThat(Files.size(file())).isLessThan(300);
        assertThat(open().repeated())
                .singleElement()
                .satisfies(entry -> assertThat(entry.pattern().text()).isEqualTo(".b"));
    }

    @Test
    void correctsTimesInTheFuture() throws Exception {
        Files.writeString(
                file(),
                "[{\"server\":\"crm\",\"tool\":\"list\",\"query\":\".a\",\"parameters\":{},\"count\":2,"
                        + "\"last\":\"9999-01-01T00:00:00Z\"}]");
        assertThat(queries.repeated())
                .singleElement()
                .satisfies(entry -> assertThat(entry.last()).isEqualTo(clock.instant()));
        clock.advance(Duration.ofDays(31));
        assertThat(queries.repeated()).isEmpty();
    }
}
