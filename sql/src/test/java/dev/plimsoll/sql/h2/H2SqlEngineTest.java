package dev.plimsoll.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the rows, warnings, and errors of statements. */
class H2SqlEngineTest {

    private static final String UNUSUAL_NAMES = """
            [{"id": 1, "Id": 2, "order": 5, "a b": 1.10, "x.y": true, "é": "u", "mix": 1, "n": {"a": [1, {"b": "c"}]}},
             {"id": 7, "mix": "a"}]""";

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            [{"a":9007199254740993}]                  | SELECT a FROM data          => [{"a":9007199254740993}]
            [{"a":9223372036854775807},{"a":1}]       | SELECT sum(a) s FROM data   => [{"s":9223372036854775808}]
            [{"a":123456789012345678901234567890}]    | SELECT a + 1 s FROM data    => [{"s":123456789012345678901234567891}]
            [{"a":0.1},{"a":0.2}]                     | SELECT sum(a) s FROM data   => [{"s":0.3}]
            [{"a":1.10},{"a":2}]                      | SELECT a FROM data          => [{"a":1.10},{"a":2}]
            [{"a":1e400},{"a":1}]                     | SELECT a FROM data          => [{"a":1e400},{"a":1}]
            [{"a":1e400},{"a":1}]                     | SELECT sum(a) - 1 - max(a) s FROM data => [{"s":0}]
            [{"a":123456789012345.678901234567891}]   | SELECT a * 2 s FROM data    => [{"s":246913578024691.357802469135782}]
            [{"a":1},{"a":2}]                         | SELECT avg(a) s FROM data   => [{"s":1.5}]
            [{"a":7}]                                 | SELECT a / 2 s FROM data    => [{"s":3}]
            [{"a":7},{"b":1},{"a":null}]              | SELECT a FROM data          => [{"a":7},{"a":null},{"a":null}]
            [{"a":true},{}]                           | SELECT a FROM data WHERE a  => [{"a":true}]
            [{"a":"2026-01-31"}]                      | SELECT extract(month FROM cast(a AS date)) m FROM data => [{"m":1}]
            ["x","y"]                                 | SELECT value FROM data      => [{"value":"x"},{"value":"y"}]
            {"rows":[{"a":1}],"total":1}              | SELECT a FROM data          => [{"a":1}]
            {"items":[{"a":1}],"total":1}             | SELECT a FROM items         => [{"a":1}]
            {"a":1,"b":{"c":2}}                       | SELECT a, b FROM data       => [{"a":1,"b":{"c":2}}]
            {"x":[{"a":1}],"y":[{"a":1,"b":2}]}       | SELECT b FROM x JOIN y ON x.a = y.a => [{"b":2}]
            {"d":{"items":[{"a":1}]}}                 | SELECT a FROM items         => [{"a":1}]
            {"x":{"rows":[{"a":1}]},"y":{"rows":[{"a":1,"b":2}],"n":[]}} | SELECT b FROM x JOIN y ON x.a = y.a => [{"b":2}]
            {"x":{"l":[{"a":1}],"m":[{"a":2}]},"y":{"l":[{"a":3}]}} | SELECT x_m.a, y.a b FROM x_m, y => [{"a":2,"b":3}]
            {"S 1":{"before":["T"],"records":[{"a":1}]},"C":[{"b":1}]} | SELECT * FROM "S 1" JOIN c ON a = b => [{"a":1,"b":1}]
            {"before":["T"],"records":[{"a":1}]}      | SELECT * FROM data          => [{"a":1}]
            {"S":{"before":["T"],"records":[{"a":1}]}} | SELECT * FROM data         => [{"a":1}]
            5                                         | SELECT value FROM data      => [{"value":5}]
            [{"a":"x","b":1},{"a":"y","b":2}]         | SELECT string_agg(a, ',' ORDER BY b DESC) s FROM data => [{"s":"y,x"}]
            [{"a":"Ab"}]                              | SELECT a FROM data WHERE a ILIKE '%B' => [{"a":"Ab"}]
            [{"a":"a1b2"}]                            | SELECT regexp_replace(a, '[0-9]', '') r, regexp_substr(a, '\\d') s FROM data => [{"r":"ab","s":"1"}]
            [{"a":1},{"a":2},{"a":2}]                 | SELECT a, count(*) FROM data GROUP BY 1 ORDER BY 2 DESC => [{"a":2,"count(*)":2},{"a":1,"count(*)":1}]
            [{"a":3},{"a":1}]                         | SELECT a, rank() OVER (ORDER BY a) r FROM data ORDER BY a => [{"a":1,"r":1},{"a":3,"r":2}]
            [{"a":3}]                                 | WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t, data WHERE n < a) SELECT sum(n) s FROM t => [{"s":6}]
            [{"a":"[1,2]"}]                           | SELECT json_array_length(a) n FROM data => [{"n":2}]
            [{"user":{"login":"ann"}},{"user":null}]  | SELECT count(user) n FROM data => [{"n":1}]
            [{"User":{"login":"ann"}}]                | SELECT json_value(user, '$.login') l, data.user FROM data WHERE user IS NOT NULL => [{"l":"ann","User":{"login":"ann"}}]
            [{"n":{"a": 1}}]                          | SELECT n AS b FROM data     => [{"b":{"a":1}}]
            [{"n":{"a": "\\u00e9"}}]                  | SELECT x.n FROM (SELECT n FROM data) x => [{"n":"{\\"a\\":\\"é\\"}"}]
            [{"a":1.1000000},{"a":2}]                 | SELECT a AS b FROM data     => [{"b":1.1000000},{"b":2}]
            []                                        | SELECT 1 AS a               => [{"a":1}]
            """)
    void returnsRows(String input, String expected) {
        int bar = input.indexOf(" | ");
        assertThat(Statements.rows(
                        input.substring(0, bar), input.substring(bar + 3).strip()))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            numeric                  => 12.50 => n/a
            numeric                  => 1e3   => ''
            numeric                  => 7     => 1,234.50
            numeric(4, 1)            => 123.4 => 12345678
            decimal(4)               => 1234  => 12345
            int                      => 12    => 99999999999
            bigint                   => 99999999999 => 1.5
            double precision         => 1.5   => x
            boolean                  => true  => maybe
            date                     => 2026-01-31 => 31.01.2026
            timestamp                => 2026-01-31T10:00:00Z => yesterday
            timestamp with time zone => 2026-01-31 10:00:00+02 => soon
            time                     => 10:30:00 => 25:00:00
            text                     => a     =>
            """)
    void tryCastReturnsNullForATextThatItCannotConvert(String type, String good, String bad) {
        String document = "[{\"a\":\"" + good + "\"},{\"a\":" + (bad == null ? "null" : '"' + bad + '"') + "}]";

        assertThat(Statements.rows(
                        document,
                        "SELECT count(*) n, count(TRY_CAST(a AS " + type + ")) good, min(CAST(a AS text)) FILTER (WHERE"
                                + " try_cast(a AS " + type + ") = cast('" + good + "' AS " + type
                                + ")) same FROM data"))
                .isEqualTo("[{\"n\":2,\"good\":1,\"same\":\"" + good + "\"}]");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            [{"a":3.7},{"a":3.0}]             | sum(TRY_CAST(a AS int))     => 7
            [{"a":true},{"a":false}]          | sum(TRY_CAST(a AS int))     => 1
            [{"a":"1"},{"a":"NaN"},{"a":"3"},{"a":"-Infinity"}] | sum(TRY_CAST(a AS numeric)) => 4
            [{"a":"1"},{"a":"NaN"}]           | sum(TRY_CAST(a AS double precision)) => 1
            [{"a":"1"},{"a":"1e300000000"}]   | sum(TRY_CAST(a AS numeric)) => 1
            [{"a":"1"},{"a":"1e300000000"}]   | sum(TRY_CAST(a AS numeric(10, 2))) => 1.00
            [{"a":"1.5e3"}]                   | sum(TRY_CAST(a AS numeric)) => 1500
            [{"a":1},{"a":2.5}]               | min(TRY_CAST(a AS text))    => "1"
            """)
    void tryCastConvertsOnlyBoundedNumbers(String input, String expected) {
        int bar = input.indexOf(" | ");
        assertThat(Statements.rows(
                        input.substring(0, bar),
                        "SELECT " + input.substring(bar + 3).strip() + " v FROM data"))
                .isEqualTo("[{\"v\":" + expected + "}]");
    }

    @Test
    void tryCastConvertsExpressions() {
        assertThat(Statements.rows(
                        "[{\"a\":\"1,234.50\"},{\"a\":\"n/a\"},{\"a\":\"2\"}]",
                        "SELECT sum(try_cast(replace(a, ',', '') AS numeric)) s, TRY_CAST(CAST(TRY_CAST('7' AS int) AS text) AS date) d,"
                                + " 'try_cast(a AS int)' t FROM data"))
                .isEqualTo("[{\"s\":1236.5,\"d\":null,\"t\":\"try_cast(a AS int)\"}]");
        assertThat(Statements.error("[]", "SELECT try_cast('a' AS json)"))
                .contains("TRY_CAST to json is not supported");
        assertThat(Statements.error("[]", "SELECT try_cast('a')")).contains("TRY_CAST needs a value and a type");
        assertThat(Statements.error("[]", "SELECT try_text('a', 'DATE', 1, 1)"))
                .contains("function try_text is not supported");
    }

    @Test
    void quotedNamesCanContainAnyCharacter() {
        assertThat(Statements.rows(
                        UNUSUAL_NAMES, "SELECT \"order\", \"a b\", \"x.y\", \"é\" FROM data WHERE \"order\" = 5"))
                .isEqualTo("[{\"order\":5,\"a b\":1.10,\"x.y\":true,\"é\":\"u\"}]");
    }

    @Test
    void namesThatDifferInCaseGetNumbers() {
        assertThat(Statements.rows(UNUSUAL_NAMES, "SELECT ID, id_2 FROM data LIMIT 1"))
                .isEqualTo("[{\"id\":1,\"Id_2\":2}]");
    }

    @Test
    void equalNamesOfAJoinGetNumbers() {
        assertThat(Statements.rows("[{\"a\":1}]", "SELECT x.a, y.a FROM data x JOIN data y ON x.a = y.a"))
                .isEqualTo("[{\"a\":1,\"a_2\":1}]");
    }

    @Test
    void nestedValuesAreJson() {
        assertThat(Statements.rows(UNUSUAL_NAMES, "SELECT n, json_value(n, '$.a[1].b') b FROM data LIMIT 1"))
                .isEqualTo("[{\"n\":{\"a\":[1,{\"b\":\"c\"}]},\"b\":\"c\"}]");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            SELECT id, total_amount FROM data ORDER BY total_amount DESC => [{"id":2,"total_amount":30},{"id":1,"total_amount":1.10}]
            SELECT total_tax_rate r FROM data WHERE "total_tax_rate" > 0  => [{"r":0.2}]
            SELECT * FROM data WHERE id = 2                               => [{"id":2,"total":{"amount":30},"ship":null,"total_amount_2":null,"ship_to":"own"}]
            SELECT ship_to, ship_to_2 FROM data WHERE id = 1              => [{"ship_to":null,"ship_to_2":"Oslo"}]
            """)
    void membersOfNestedObjectsAreColumns(String statement, String expected) {
        String records = """
                [{"id": 1, "total": {"amount": 1.10, "tax": {"rate": 0.2}}, "ship": {"to": "Oslo"}},
                 {"id": 2, "total": {"amount": 30}, "total_amount_2": null, "ship_to": "own"}]""";
        assertThat(Statements.rows(records, statement)).isEqualTo(expected.strip());
    }

    @Test
    void objectHasAtMostFiveHundredNestedColumns() {
        StringBuilder records = new StringBuilder("[{\"id\":0}");
        for (int i = 0; i < 600; i++) {
            records.append(",{\"n\":{\"k").append(i).append("\":1}}");
        }
        String document = records.append(']').toString();
        assertThat(Statements.rows(document, "SELECT sum(n_k499) s FROM data")).isEqualTo("[{\"s\":1}]");
        assertThat(Statements.error(document, "SELECT n_k500 FROM data")).contains("not found");
    }

    @Test
    void errorsListNestedColumnsLast() {
        StringBuilder members = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            members.append(i == 0 ? "" : ",").append("\"m").append(i).append("\":1");
        }
        assertThat(Statements.error("[{\"id\":1,\"user\":{" + members + "},\"state\":\"open\"}]", "SELECT x FROM data"))
                .contains("data(id integer, user json, state text, user_m0 integer, ");
    }

    @Test
    void tablesOfEqualNamesGetNumbers() {
        String document = "{\"a\":{\"b\":[{\"x\":1}],\"c\":[{\"x\":2}]},\"a_b\":{\"b\":[{\"x\":3}]}}";
        assertThat(Statements.rows(document, "SELECT (SELECT x FROM a_b) f, (SELECT x FROM a_b_2) s"))
                .isEqualTo("[{\"f\":1,\"s\":3}]");
    }

    @Test
    void tableWithTooManyValuesHasNoNestedColumns() {
        StringBuilder records = new StringBuilder("[{\"id\":0}");
        for (int i = 1; i <= 20_000; i++) {
            records.append(",{\"id\":")
                    .append(i)
                    .append(",\"n\":{\"k")
                    .append(i % 600)
                    .append("\":1}}");
        }
        String document = records.append(",{\"last\":7}]").toString();
        assertThat(Statements.rows(document, "SELECT max(id) m, max(last) l, count(n) c FROM data"))
                .as("other columns stay")
                .isEqualTo("[{\"m\":20000,\"l\":7,\"c\":20000}]");
        assertThat(Statements.error(document, "SELECT n_k1 FROM data"))
                .as("the table would have more than 8,000,000 values")
                .contains("QUERY_INVALID", "not found");
        assertThat(Statements.rows(
                        document.substring(0, 4_000).replaceAll(",[^,]*$", "]"), "SELECT sum(n_k1) s FROM data"))
                .isEqualTo("[{\"s\":1}]");
    }

    @Test
    void warnsIfAColumnWithNumbersIsText() {
        assertThat(Statements.warnings(UNUSUAL_NAMES, "SELECT mix FROM data"))
                .containsExactly("mix is text, because 1 of 2 values are not numbers");
        assertThat(Statements.warnings(UNUSUAL_NAMES, "SELECT id FROM data")).isEmpty();
        assertThat(Statements.warnings("[{\"a\":1e2000}]", "SELECT a FROM data"))
                .containsExactly("a is text, because a number has more than 1000 digits");
    }

    @Test
    void namedDocumentsAreTables() {
        String rows = Statements.rows(
                "[{\"id\":1,\"name\":\"Ann\"}]",
                Map.of(
                        "orders",
                        Slice.of("{\"items\":[{\"customer\":1,\"total\":2.50},{\"customer\":1,\"total\":3}]}")),
                "SELECT name, sum(total) s FROM data JOIN orders ON customer = id GROUP BY name");

        assertThat(rows).isEqualTo("[{\"name\":\"Ann\",\"s\":5.50}]");
    }

    @Test
    void errorsListTablesAndColumns() {
        assertThat(Statements.error(UNUSUAL_NAMES, "SELECT owner FROM data"))
                .contains(
                        "QUERY_INVALID",
                        "sql: Column \\\"owner\\\" not found",
                        "data(id integer, Id_2 integer, \\\"order\\\" integer, \\\"a b\\\" decimal, \\\"x.y\\\" boolean, \\\"é\\\" text, mix text, n json, n_a json) 2 rows");
        assertThat(Statements.error(UNUSUAL_NAMES, "SELECT id FROM orders")).contains("Table \\\"orders\\\" not found");
        assertThat(Statements.error(UNUSUAL_NAMES, "SELECT id data FROM WHERE"))
                .contains("syntax error at character 21, near: SELECT id data FROM WHERE");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '^', textBlock = """
            SELECT a FROM t                           => Table \\"t\\" not found" => use a name that is listed in tables
            SELECT a FROM data WHERE b = "late"       => Column \\"late\\" not found => texts in single quotes
            SELECT `a` FROM data                      => ` is not allowed     => names in double quotes
            SELECT CAST(b AS numeric) FROM data       => a text cannot be converted to numeric => TRY_CAST(x AS numeric)
            SELECT CAST(b AS int) FROM data           => a text cannot be converted: \\"n/a\\" => TRY_CAST(x AS numeric)
            SELECT a FROM data WHERE b > 5            => a text cannot be converted to => TRY_CAST(x AS numeric)
            SELECT sum(b) FROM data                   => SUM or AVG on wrong data type => TRY_CAST(x AS numeric)
            SELECT big * big FROM data                => Numeric value out of range => CAST(x AS numeric)
            SELECT date_trunc('month', b) FROM data   => datetime             => CAST('2026-01-31' AS date)
            SELECT CAST('01/31/2026' AS date)         => Cannot parse         => CAST('2026-01-31' AS date)
            SELECT b, count(*) FROM data              => GROUP BY list        => an aggregate such as max(x), or GROUP BY
            SELECT strftime('%Y', b) FROM data        => strftime is not supported => date_trunc
            SELECT limit FROM data                    => syntax error at character 8, near: SELECT limit FROM data" => double quotes
            """)
    void errorsSuggestAFix(String statement, String message, String suggestion) {
        assertThat(Statements.error("[{\"a\":1,\"b\":\"n/a\",\"big\":9007199254740993},{\"b\":\"x\"}]", statement))
                .contains("QUERY_INVALID", message, suggestion)
                .doesNotContain("database is empty", "CHARACTER VARYING", "INTERSECTS");
    }

    @Test
    void joinsOnEqualColumnsUseAnIndex() {
        StringBuilder rows = new StringBuilder("[{\"a\":0}");
        for (int i = 1; i < 20_000; i++) {
            rows.append(",{\"a\":").append(i).append('}');
        }
        assertThat(Statements.rows(
                        rows.append(']').toString(), "SELECT count(*) n FROM data x JOIN data y ON x.a = y.a"))
                .isEqualTo("[{\"n\":20000}]");
    }
}
