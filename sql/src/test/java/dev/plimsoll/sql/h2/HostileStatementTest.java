package dev.plimsoll.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.sql.SqlLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a statement reads only its tables, and ends at its limits. */
class HostileStatementTest {

    private static final String DATA = "[{\"a\":1,\"t\":\"aaaa\"}]";
    private static final SqlLimits SHORT = new SqlLimits(300, 64 << 20);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO data VALUES (2, 'b')",
                "UPDATE data SET a = 2",
                "DELETE FROM data",
                "DROP TABLE data",
                "CREATE TABLE x AS SELECT * FROM data",
                "CREATE ALIAS f AS 'int f() { return 1; }'",
                "SET MODE Oracle",
                "CALL 1",
                "EXPLAIN SELECT 1",
                "SCRIPT TO 'FILE'",
                "RUNSCRIPT FROM 'FILE'",
                "BACKUP TO 'FILE'",
                "SHUTDOWN",
                "SELECT 1; SELECT 2",
                "SELECT * INTO x FROM data",
                "SELECT * FROM FINAL TABLE (INSERT INTO data VALUES (2, 'b'))",
                "SELECT * FROM OLD TABLE (DELETE FROM data)",
                "SELECT file_read('FILE')",
                "SELECT \"FILE_READ\"('FILE')",
                "SELECT public.file_read('FILE')",
                "SELECT file_write('x', 'FILE')",
                "SELECT * FROM csvread('FILE')",
                "SELECT csvwrite('FILE', 'SELECT 1')",
                "SELECT * FROM link_schema('a', '', 'jdbc:h2:FILE', '', '', 'PUBLIC')",
                "WITH file_read(x) AS (SELECT 1) SELECT file_read('FILE') FROM file_read",
                "SELECT * FROM (SELECT 1) file_read('FILE')",
                "SELECT * FROM information_schema.settings",
                "SELECT * FROM \"INFORMATION_SCHEMA\".\"USERS\"",
                "SELECT (SELECT count(*) FROM pg_catalog.pg_tables)",
                "SELECT database_path()",
                "SELECT memory_free()",
                "SELECT session_id()",
                "SELECT abort_session(1)",
                "SELECT lock_mode()",
                "SELECT current_user",
                "SELECT current_role",
                "SELECT current_schema",
                "SELECT current_catalog",
                "SELECT current_path",
                "SELECT user",
                "SELECT now()",
                "SELECT current_timestamp",
                "SELECT rand()",
                "SELECT random_uuid()",
                "SELECT repeat('a', 1000000000)",
                "SELECT rpad('a', 1000000000)",
                "SELECT space(1000000000)",
                "SELECT t FROM data WHERE t LIKE '%a%a%b'",
                "SELECT t FROM data WHERE t LIKE t",
                "SELECT t FROM data WHERE t LIKE '%' || t",
                "SELECT t FROM data WHERE t REGEXP '(a+)+b'",
                "SELECT t FROM data WHERE t ~ '(a+)+b'",
                "SELECT regexp_like(t, '(a+)+\\1') FROM data",
                "SELECT $$x$$",
                "SELECT U&'\\0061'",
                "SELECT /* x */ 1",
                "SELECT @x := 1",
                "SELECT ?",
                "SELECT 1e99999",
                ""
            })
    void rejectsStatement(String statement, @TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), "secret-value");
        String answer = Statements.error(DATA, statement.replace("FILE", file.toString()));

        assertThat(answer)
                .startsWith("{\"error\":{\"code\":\"QUERY_INVALID\",\"message\":\"sql: ")
                .doesNotContain("secret-value");
        assertThat(folder.toFile().list()).containsExactly("secret");
        assertThat(file).hasContent("secret-value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM system_range(1, 1000000) x, system_range(1, 1000000) y WHERE x.x + y.x < 0",
                "SELECT count(*) FROM data a, data b, system_range(1, 100000000) c, system_range(1, 100000) d",
                "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
                "SELECT string_agg(x, ',') FROM system_range(1, 1000000000)",
                "SELECT x.x, y.x FROM system_range(1, 100000) x, system_range(1, 100000) y ORDER BY 2, 1",
                "SELECT DISTINCT x.x * y.x FROM system_range(1, 100000) x, system_range(1, 100000) y",
                "SELECT array_agg(x) FROM system_range(1, 1000000000)",
                "SELECT sum(x.x) OVER (ORDER BY y.x) FROM system_range(1, 100000) x, system_range(1, 100000) y"
            })
    void endsAtItsLimits(String statement) {
        Statements.rows(DATA, "SELECT 1");
        Instant start = Instant.now();

        assertThat(Statements.error(DATA, statement, SHORT)).startsWith("{\"error\":{\"code\":\"QUERY_LIMIT\"");
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void stopsALongJoinOfTheTables() {
        StringBuilder rows = new StringBuilder("[{\"a\":0}");
        for (int i = 1; i < 5_000; i++) {
            rows.append(",{\"a\":").append(i).append('}');
        }
        String answer = Statements.error(
                rows.append(']').toString(),
                "SELECT count(*) FROM data x, data y, data z WHERE x.a + y.a + z.a < 0",
                SHORT);

        assertThat(answer).startsWith("{\"error\":{\"code\":\"QUERY_LIMIT\"");
    }

    @Test
    void rejectsDeepAndLongStatements() {
        assertThat(Statements.error(DATA, "SELECT " + "(".repeat(60) + "1" + ")".repeat(60)))
                .contains("nested more than 50 levels deep");
        assertThat(Statements.error(DATA, "SELECT " + "1+".repeat(10_001) + "1"))
                .contains("more than 20000 characters");
        assertThat(Statements.error(DATA, "SELECT " + "1+".repeat(9_000) + "1 AS n"))
                .isEqualTo("rows: [{\"n\":9001}]");
    }

    @Test
    void limitsTheOutput() {
        assertThat(Statements.error(
                        DATA, "SELECT x, 'a text that fills the output soon enough' t FROM system_range(1, 1000000)"))
                .contains("QUERY_LIMIT");
    }

    @Test
    void cannotReadTablesOfEarlierStatements() {
        Statements.rows("{\"mine\":[{\"a\":1}],\"more\":[{\"a\":2}]}", "SELECT a FROM mine");

        assertThat(Statements.error(DATA, "SELECT a FROM mine")).contains("Table \\\"mine\\\" not found");
    }
}
