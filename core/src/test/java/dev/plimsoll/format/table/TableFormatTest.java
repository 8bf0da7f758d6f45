package dev.plimsoll.format.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.PageTables;
import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.TableInfo;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableFormatTest {

    @Test
    void readsMarkdownTables() {
        assertThat(read("""
                | id | name      | note |
                |---:|:----------|------|
                | 1  | Ada \\| Bob | a    |
                | 2  | Chi       |      |
                """))
                .isEqualTo("[{\"id\":1,\"name\":\"Ada | Bob\",\"note\":\"a\"},"
                        + "{\"id\":2,\"name\":\"Chi\",\"note\":\"\"}]");
    }

    @Test
    void readsBarredRowsWithoutARuleBelowTheHeader() {
        assertThat(read("| id | name |\n| 1 | Ada \\| Bob |\n| 2 | Chi |\n"))
                .isEqualTo("[{\"id\":1,\"name\":\"Ada | Bob\"},{\"id\":2,\"name\":\"Chi\"}]");
        assertThat(read("| 1 | a |\n| 2 | b |\n| 3 | c |\n"))
                .isEqualTo("[{\"c1\":1,\"c2\":\"a\"},{\"c1\":2,\"c2\":\"b\"},{\"c1\":3,\"c2\":\"c\"}]");
    }

    @Test
    void namesManyTablesBelowTheSameHeading() {
        assertThat(read("# Prices\n\n| a |\n|---|\n| 1 |\n\n".repeat(3)))
                .isEqualTo("{\"Prices\":[{\"a\":1}],\"Prices_2\":[{\"a\":1}],\"Prices_3\":[{\"a\":1}]}");
        PageTables tables =
                Objects.requireNonNull(PageTables.find(Slice.of("# A\n| a | b |\n|---|---|\n| 1 | 2 |\n".repeat(9))));
        assertThat(tables.tables())
                .extracting(TableInfo::name)
                .startsWith("A", "A_2")
                .endsWith("A_9");
        assertThat(PageTables.find(Slice.of("| a | b |\n|---|---|\n| 1 | 2 |\n\n".repeat(3_000))))
                .isNull();
    }

    @Test
    void namesTablesByHeadingsWithBars() {
        PageTables tables = Objects.requireNonNull(
                PageTables.find(Slice.of("## Java\n\nWords.\n\n## C++ | Prices\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")));
        assertThat(tables.tables()).extracting(TableInfo::name).containsExactly("C++ | Prices");
    }

    @Test
    void endsTableBeforeLineWithoutBarAtStart() {
        PageTables tables = Objects.requireNonNull(PageTables.find(
                Slice.of("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\nSee foo | bar for more | of it.\n")));
        assertThat(json(tables.data())).isEqualTo("[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]");
    }

    @Test
    void keepsTheHeaderAboveALineWithAnotherNumberOfCells() {
        assertThat(read("| id | name | cost |\n|---|---|\n| 1 | a | 2 |\n| 2 | b | 3 |\n"))
                .isEqualTo("[{\"id\":1,\"name\":\"a\",\"cost\":2},{\"id\":2,\"name\":\"b\",\"cost\":3}]");
    }

    /** Checks tables that become about a megabyte of JSON each: one is read, forty are not. */
    @Test
    void rejectsTablesThatTogetherBecomeTooLong() {
        String table = "## Prices\n\n| " + "n".repeat(2_500) + " | b |\n|---|---|\n" + "|1|2|\n".repeat(350) + "\n";
        assertThat(PageTables.find(Slice.of(table))).isNotNull();
        assertThat(PageTables.find(Slice.of(table.repeat(40)))).isNull();
        assertThat(TextFormats.read(Slice.of(table))).isNotNull();
        assertThat(TextFormats.read(Slice.of(table.repeat(40)))).isNull();
    }

    @Test
    void readsMarkdownTablesWithoutOuterBars() {
        assertThat(read("a | b\n--- | ---\n1 | x\n2 | y\n")).isEqualTo("[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]");
    }

    @Test
    void excludesThePsqlFooterFromTheRecords() {
        String text = """
                 id | name  | price\s
                ----+-------+-------
                  1 | Ada   |  1.10
                  2 |       |     \s
                  3 | C|i   |     3
                (3 rows)
                """;
        assertThat(read(text))
                .isEqualTo("[{\"id\":1,\"name\":\"Ada\",\"price\":1.10},{\"id\":2,\"name\":\"\",\"price\":null},"
                        + "{\"id\":3,\"name\":\"C|i\",\"price\":3}]");
    }

    @Test
    void readsPsqlWithAnEmptyFirstColumn() {
        TextData data = data(" a | b \n---+---\n   | 1\n 2 | \n(2 rows)\n\n");
        assertThat(json(data)).isEqualTo("[{\"a\":null,\"b\":1},{\"a\":2,\"b\":null}]");
        assertThat(data.otherText().after().utf8()).isEqualTo("(2 rows)");
    }

    @Test
    void keepsTheOrderOfTheLinesBelowATable() {
        TextData data = data("| a | b |\n|---|---|\n| 1 | 2 |\nfirst\nsecond\n");
        assertThat(data.otherText().after().utf8()).isEqualTo("first\nsecond");
    }

    @Test
    void countsLinesBelowUnreadableRowsOnce() {
        String unreadable = "| x | y |\n|---|---|\nfoot\n";
        TextData data = data("| a | b |\n|---|---|\n" + "| 1 | 2 |\n".repeat(20) + "\n" + unreadable);
        assertThat(data.otherText().after().utf8()).isEqualTo("| x | y |\n|---|---|\nfoot");
    }

    @Test
    void readsFramedTables() {
        String expected = "[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Ébène\"}]";
        assertThat(read("""
                +----+-------+
                | id | name  |
                +----+-------+
                |  1 | Ada   |
                |  2 | Ébène |
                +----+-------+
                2 rows in set (0.00 sec)
                """)).isEqualTo(expected);
        assertThat(read("""
                ┌───────┬─────────┐
                │  id   │  name   │
                │ int32 │ varchar │
                ├───────┼─────────┤
                │     1 │ Ada     │
                │     2 │ Ébène   │
                ├───────┴─────────┤
                │     2 rows      │
                └─────────────────┘
                """)).isEqualTo(expected);
        assertThat(read("""
                ┏━━━━┳━━━━━━━┓
                ┃ id ┃ name  ┃
                ┡━━━━╇━━━━━━━┩
                │ 1  │ Ada   │
                │ 2  │ Ébène │
                └────┴───────┘
                """)).isEqualTo(expected);
    }

    @Test
    void readsKubectlOutput() {
        assertThat(read("""
                NAME                     READY   STATUS             RESTARTS      AGE
                api-7c9d                 1/1     Running            0             5d
                worker-long-name-1234    0/1     CrashLoopBackOff   17 (2m ago)   11h
                """))
                .isEqualTo(
                        "[{\"NAME\":\"api-7c9d\",\"READY\":\"1/1\",\"STATUS\":\"Running\",\"RESTARTS\":\"0\",\"AGE\":\"5d\"},"
                                + "{\"NAME\":\"worker-long-name-1234\",\"READY\":\"0/1\",\"STATUS\":\"CrashLoopBackOff\","
                                + "\"RESTARTS\":\"17 (2m ago)\",\"AGE\":\"11h\"}]");
    }

    @Test
    void readsPsOutput() {
        assertThat(read("""
                USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
                root           1  0.0  0.1 168144 11388 ?        Ss   Nov25   0:04 /sbin/init splash
                www-data  123456 12.5  1.0 999999 55555 pts/0    R+   10:31   1:02 nginx: worker process
                """))
                .isEqualTo(
                        "[{\"USER\":\"root\",\"PID\":1,\"%CPU\":0.0,\"%MEM\":0.1,\"VSZ\":168144,\"RSS\":11388,"
                                + "\"TTY\":\"?\",\"STAT\":\"Ss\",\"START\":\"Nov25\",\"TIME\":\"0:04\",\"COMMAND\":\"/sbin/init splash\"},"
                                + "{\"USER\":\"www-data\",\"PID\":123456,\"%CPU\":12.5,\"%MEM\":1.0,\"VSZ\":999999,\"RSS\":55555,"
                                + "\"TTY\":\"pts/0\",\"STAT\":\"R+\",\"START\":\"10:31\",\"TIME\":\"1:02\",\"COMMAND\":\"nginx: worker process\"}]");
    }

    @Test
    void readsColumnNamesOfTwoWords() {
        assertThat(read("""
                Filesystem     1K-blocks     Used Available Use% Mounted on
                /dev/sda1      102400000 50000000  52400000  49% /
                tmpfs            8123456      128   8123328   1% /run/lock
                """))
                .isEqualTo(
                        "[{\"Filesystem\":\"/dev/sda1\",\"1K-blocks\":102400000,\"Used\":50000000,"
                                + "\"Available\":52400000,\"Use%\":\"49%\",\"Mounted on\":\"/\"},{\"Filesystem\":\"tmpfs\","
                                + "\"1K-blocks\":8123456,\"Used\":128,\"Available\":8123328,\"Use%\":\"1%\",\"Mounted on\":\"/run/lock\"}]");
        assertThat(read("""
                CONTAINER ID   IMAGE     STATUS
                0123456789ab   nginx     Up 3 hours
                cdef01234567   redis:7   Exited (0) 2 days ago
                """))
                .isEqualTo(
                        "[{\"CONTAINER ID\":\"0123456789ab\",\"IMAGE\":\"nginx\",\"STATUS\":\"Up 3 hours\"},"
                                + "{\"CONTAINER ID\":\"cdef01234567\",\"IMAGE\":\"redis:7\",\"STATUS\":\"Exited (0) 2 days ago\"}]");
    }

    @Test
    void usesDashesBelowTheHeaderAsColumns() {
        assertThat(read("Package    Version\n---------- -------\nnumpy      1.26.4\npip        24.0\n"))
                .isEqualTo(
                        "[{\"Package\":\"numpy\",\"Version\":\"1.26.4\"},{\"Package\":\"pip\",\"Version\":\"24.0\"}]");
    }

    @Test
    void namesTheFirstColumnC1IfItHasNoName() {
        // a header that is not in capitals needs at least three names
        assertThat(
                        read(
                                "               total        used\nMem:            1000         200\nSwap:            500           0\nAll:              1           2\n"))
                .isNull();
        assertThat(
                        read(
                                "               total        used        free\nMem:            1000         200        800\nSwap:            500           0        500\n"))
                .isEqualTo(
                        "[{\"c1\":\"Mem:\",\"total\":1000,\"used\":200,\"free\":800},{\"c1\":\"Swap:\",\"total\":500,\"used\":0,\"free\":500}]");
    }

    @Test
    void namesSeveralTablesByTheirHeadings() {
        TextData data = data("""
                # Report

                ## Users

                | id | id |
                |----|----|
                | 1  | 2  |

                ## Orders ##

                | no |  |
                |----|--|
                | 7  | x |

                | z |
                |---|
                | 9 |
                """);
        assertThat(json(data))
                .isEqualTo(
                        "{\"Users\":[{\"id\":1,\"id_2\":2}],\"Orders\":[{\"no\":7,\"c2\":\"x\"}],\"table3\":[{\"z\":9}]}");
        assertThat(data.otherText().before().utf8()).isEqualTo("# Report\n## Users");
    }

    @Test
    void textOfRowsIsATableWithTheHeader() {
        Random random = new Random(5);
        for (int n = 0; n < 200; n++) {
            String text = randomTable(random);
            TextData data = data(text);
            String allRecords = json(data);
            int count = ItemIndex.of(Slice.of(allRecords)).count();
            int from = random.nextInt(count);
            int to = from + 1 + random.nextInt(count - from);
            String part = Objects.requireNonNull(data.text(from, to)).utf8();
            List<String> expected = new ArrayList<>();
            for (int i = from; i < to; i++) {
                expected.add(ItemIndex.of(Slice.of(allRecords)).item(i).utf8());
            }
            assertThat(json(Objects.requireNonNull(new TableFormat().readDeclared(Slice.of(part + "\n")), text)))
                    .as(part)
                    .isEqualTo("[" + String.join(",", expected) + "]");
        }
    }

    /** Creates a table as in Markdown (form 0), as psql prints it (form 1), or with a frame (form 2). */
    private static String randomTable(Random random) {
        int columns = 2 + random.nextInt(4);
        int rows = 3 + random.nextInt(20);
        int form = random.nextInt(3);
        StringBuilder text = new StringBuilder();
        String rule = ("+" + "-".repeat(12)).repeat(columns) + "+\n";
        text.append(form == 2 ? rule : "");
        for (int row = 0; row < rows; row++) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell =
                        row == 0 ? "name " + column : "w" + random.nextInt(1000) + (random.nextBoolean() ? " é" : "");
                line.append(form == 1 && column == 0 ? " " : "| ").append(String.format("%-11s", cell));
            }
            text.append(line).append(form == 1 ? "\n" : "|\n");
            if (row == 0) {
                text.append(
                        form == 0
                                ? "|---".repeat(columns) + "|\n"
                                : form == 1 ? rule.substring(1, rule.length() - 2) + "\n" : rule);
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The quick brown fox\njumps over the lazy dog\nand runs away from it\n",
                "total 12\ndrwxr-xr-x 2 root root 4096 Jan  1 10:00 a\n-rw-r--r-- 1 root root   12 Jan  1 10:00 b\n",
                "2026-01-01 10:00:00 INFO  Started\n2026-01-01 10:00:01 WARN  Slow\n2026-01-01 10:00:02 INFO  Done\n",
                "INFO  main  Started now\nINFO  main  Done it\nINFO  main  Ended\n",
                "int    a = 1;\nfloat  b = 2;\ndouble c = 3;\n",
                "Name:       api\nNamespace:  default\nNode:       n1\n",
                "Title\n=====\n\ntext a\ntext b\n\n- - -\n",
                "usage: x [-h]\n\noptions:\n  -h, --help  show this\n  -v          version\n",
                "├── src\n│   ├── main\n│   └── test\n└── pom.xml\n",
                "if a | b\n   c | d\n   e | f\n",
                "key: value\nother: value\nthird: 3\n",
                "a\n| b |\n|---|\n",
                "x\n\n\n",
                "# Title\n\nSome text.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nMuch more text follows the table than the table has, in one line.\n"
            })
    void rejectsTextsThatAreNotTables(String text) {
        assertThat(new TableFormat().read(Slice.of(text))).isNull();
    }

    private static @Nullable String read(String text) {
        TextData data = TextFormats.read(Slice.of(text));
        return data == null ? null : json(data);
    }

    private static TextData data(String text) {
        return Objects.requireNonNull(TextFormats.read(Slice.of(text)), text);
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink(data.size());
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).isTrue();
        return out.slice().utf8();
    }
}
