package dev.plimsoll.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the rows of statements on random documents with the rows that H2 returns for ordinary tables with the same
 * data.
 */
class SqlTableEquivalenceTest {

    /** Conditions, with {@code X} and {@code Y} for columns, and {@code N} for numbers. */
    private static final List<String> CONDITIONS = List.of(
            "X = N",
            "X <> N",
            "X > N",
            "X BETWEEN N AND N",
            "X IN (N, N, N)",
            "X NOT IN (N, N)",
            "(X, Y) IN ((N, N), (N, N), (N, N))",
            "(X, Y, a) IN ((N, N, N), (N, N, N))",
            "X IS NULL",
            "X IS NOT NULL AND Y > N",
            "X = Y",
            "X = N OR Y = N",
            "NOT (X = N)",
            "X IN (SELECT Y FROM other)",
            "X NOT IN (SELECT Y FROM other WHERE Y IS NOT NULL)",
            "EXISTS (SELECT 1 FROM other o WHERE o.X = data.Y)",
            "X = (SELECT max(Y) FROM other)",
            "X >= ALL (SELECT Y FROM other WHERE Y < N)",
            "1 = 1");

    /**
     * Statements, with {@code C} for one of {@link #CONDITIONS}, and {@code C2} for a fixed condition. The rows of a
     * statement with {@code LIMIT} have a total order; the rows of the others are compared in any order.
     */
    private static final List<String> FORMS = List.of(
            "SELECT * FROM data WHERE C",
            "SELECT X, count(*) FROM data WHERE C GROUP BY X",
            "SELECT X, Y, sum(a), min(b), max(c) FROM data WHERE C GROUP BY X, Y",
            "SELECT X, count(*) FROM data WHERE C GROUP BY 1 HAVING count(*) > 1",
            "SELECT X, Y FROM data WHERE C GROUP BY Y, X",
            "SELECT DISTINCT X FROM data WHERE C",
            "SELECT DISTINCT X, Y FROM data WHERE C",
            "SELECT count(DISTINCT X), min(X), max(X), median(X), sum(X), avg(X), count(X) FROM data WHERE C",
            "SELECT min(X) FROM data",
            "SELECT max(X) FROM data",
            "SELECT median(X) FROM data",
            "SELECT X FROM data WHERE C ORDER BY X LIMIT 5",
            "SELECT X FROM data WHERE C ORDER BY X DESC NULLS LAST, a, b, c LIMIT 5 OFFSET 2",
            "SELECT a, b, c, row_number() OVER (PARTITION BY X ORDER BY Y, a, b, c) FROM data WHERE C",
            "SELECT X, sum(Y) OVER (ORDER BY X) FROM data WHERE C",
            "SELECT data.X, o.Y FROM data JOIN other o ON data.X = o.Y WHERE data.a > N",
            "SELECT data.X, o.Y FROM data LEFT JOIN other o ON data.X = o.Y WHERE C2",
            "SELECT data.X, o.Y FROM data RIGHT JOIN other o ON data.X = o.Y",
            "SELECT data.X, count(o.Y) FROM data LEFT JOIN other o ON data.X = o.Y AND o.X > N GROUP BY data.X",
            "SELECT x.a, y.b FROM data x, data y WHERE x.X = y.Y AND x.a = N",
            "SELECT x.a, y.b, o.c FROM data x JOIN other o ON o.X = x.Y JOIN data y ON y.Y = o.X AND y.a = x.a",
            "SELECT o.X, count(*) FROM data JOIN other o ON data.X = o.X GROUP BY o.X",
            "SELECT X FROM data WHERE C UNION SELECT Y FROM other",
            "SELECT X FROM data WHERE C EXCEPT SELECT Y FROM other",
            "SELECT X FROM data INTERSECT SELECT Y FROM other",
            "WITH t AS (SELECT X k, count(*) n FROM data WHERE C GROUP BY X) SELECT n, count(*) FROM t GROUP BY n",
            "SELECT k, count(*) FROM (SELECT X k FROM data WHERE C) s GROUP BY k",
            "SELECT X, (SELECT count(*) FROM other o WHERE o.Y = data.X) FROM data WHERE C");

    private static List<Map<String, Integer>> createRows(Random random, List<String> columns) {
        List<Map<String, Integer>> rows = new ArrayList<>();
        for (int i = random.nextInt(25); i >= 0; i--) {
            Map<String, Integer> row = new LinkedHashMap<>();
            for (String column : columns) {
                if (random.nextInt(6) > 0) {
                    row.put(column, random.nextInt(5));
                }
            }
            rows.add(row);
        }
        return rows;
    }

    /** Returns the rows as JSON. The first row has a member for each column, so that the table has all columns. */
    private static String toJson(List<Map<String, Integer>> rows, List<String> columns) {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < rows.size(); i++) {
            json.append(i == 0 ? "{" : ",{");
            String separator = "";
            for (String column : columns) {
                Integer value = rows.get(i).get(column);
                if (value != null || i == 0) {
                    json.append(separator)
                            .append('"')
                            .append(column)
                            .append("\":")
                            .append(value);
                    separator = ",";
                }
            }
            json.append('}');
        }
        return json.append(']').toString();
    }

    private static void createTable(
            Statement statement, String table, List<Map<String, Integer>> rows, List<String> columns)
            throws SQLException {
        statement.execute("CREATE TABLE " + table + " (" + String.join(" bigint, ", columns) + " bigint)");
        for (Map<String, Integer> row : rows) {
            List<String> values = columns.stream()
                    .map(column -> String.valueOf(row.get(column)))
                    .toList();
            statement.execute("INSERT INTO " + table + " VALUES (" + String.join(", ", values) + ")");
        }
    }

    private static String fillPlaceholders(String form, Random random, List<String> columns) {
        String text = form.replace("C2", "data.X IS NULL OR data.a > N");
        if (text.contains("WHERE C")) {
            text = text.replaceFirst("WHERE C\\b", "WHERE " + CONDITIONS.get(random.nextInt(CONDITIONS.size())));
        }
        String column = columns.get(random.nextInt(columns.size()));
        String otherColumn =
                columns.get((columns.indexOf(column) + 1 + random.nextInt(columns.size() - 1)) % columns.size());
        String filled = text.replaceAll("\\bX\\b", column).replaceAll("\\bY\\b", otherColumn);
        while (filled.matches("(?s).*\\bN\\b.*")) {
            filled = filled.replaceFirst("\\bN\\b", Integer.toString(random.nextInt(5)));
        }
        return filled;
    }

    /** Returns the values of each row in one text, sorted if the statement has no {@code LIMIT}. */
    private static List<String> readExpectedRows(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    BigDecimal value = result.getBigDecimal(i);
                    row.append(value == null ? "null" : round(value.toPlainString()))
                            .append(' ');
                }
                rows.add(row.toString());
            }
        }
        return sortUnlessOrdered(sql, rows);
    }

    /** Returns a number with at most six digits after its decimal point. */
    private static String round(String number) {
        return new BigDecimal(number)
                .setScale(6, RoundingMode.DOWN)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static List<String> runOnDocuments(String document, String other, String sql) {
        List<String> rows = new ArrayList<>();
        String json = Statements.rows(document, Map.of("other", Slice.of(other)), sql);
        for (String row : json.substring(1, json.length() - 1).split("(?<=})", -1)) {
            StringBuilder values = new StringBuilder();
            Matcher value = Pattern.compile(":(null|[-0-9.]+)").matcher(row);
            while (value.find()) {
                values.append(value.group(1).equals("null") ? "null" : round(value.group(1)))
                        .append(' ');
            }
            if (!values.isEmpty()) {
                rows.add(values.toString());
            }
        }
        return sortUnlessOrdered(sql, rows);
    }

    private static List<String> sortUnlessOrdered(String sql, List<String> rows) {
        if (!sql.contains("LIMIT")) {
            rows.sort(null);
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void returnsTheSameRowsAsH2ForTables(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> columns = List.of("a", "b", "c");
        List<Map<String, Integer>> data = createRows(random, columns);
        List<Map<String, Integer>> others = createRows(random, columns);
        String url = "jdbc:h2:mem:;MODE=PostgreSQL;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            createTable(statement, "data", data, columns);
            createTable(statement, "other", others, columns);
            for (String form : FORMS) {
                for (int i = 0; i < 4; i++) {
                    String sql = fillPlaceholders(form, random, columns);
                    assertThat(runOnDocuments(toJson(data, columns), toJson(others, columns), sql))
                            .as("%s on %s and %s", sql, toJson(data, columns), toJson(others, columns))
                            .isEqualTo(readExpectedRows(statement, sql));
                }
            }
        }
    }
}
