package dev.plimsoll.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import dev.plimsoll.tokens.Estimator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the conversation in the SQL guide, and counts its tokens. */
class SqlGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "guides", "sql.md");
    private static final Pattern SECTION =
            Pattern.compile("<!-- (calls|tokens) -->\n(.*?)<!-- end -->", Pattern.DOTALL);
    private static final Pattern CURSOR = Pattern.compile("\\\\?\"nextCursor\\\\?\":\\\\?\"([^\"\\\\]+)");
    private static final Pattern TEXT = Pattern.compile("\"text\":\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** Statements of the conversation, and the equivalent queries. */
    private static final Map<String, String> CALLS = new LinkedHashMap<>();

    static {
        CALLS.put(
                "SELECT status, count(*) n, sum(total) total, avg(total) mean, max(day) last FROM data GROUP BY status ORDER BY total DESC",
                "group_by(.status) | map({status: .[0].status, n: length, total: (map(.total) | add), mean: ((map(.total) | add) / length), last: (map(.day) | max)}) | sort_by(-.total)");
        CALLS.put(
                "SELECT country, count(*) n, sum(total) total FROM data JOIN customers c ON c.id = customer WHERE status = 'late' GROUP BY country ORDER BY total DESC LIMIT 3",
                "INDEX($customers[]; .id) as $c | map(select(.status == \"late\") | {country: $c[.customer | tostring].country, total}) | group_by(.country) | map({country: .[0].country, n: length, total: (map(.total) | add)}) | sort_by(-.total) | .[:3]");
        CALLS.put(
                "SELECT month, n, n - lag(n) OVER (ORDER BY month) change FROM (SELECT left(day, 7) AS month, count(*) n FROM data GROUP BY 1) m ORDER BY month",
                "group_by(.day[:7]) | map({month: .[0].day[:7], n: length}) | . as $m | [range(length) as $i | $m[$i] + {change: (if $i == 0 then null else $m[$i].n - $m[$i - 1].n end)}]");
        CALLS.put(
                "SELECT name FROM customers WHERE id NOT IN (SELECT customer FROM data WHERE total > 40 AND status = 'late') ORDER BY name",
                "map(select(.total > 40 and .status == \"late\").customer) as $big | [$customers[] | select(.id as $i | $big | index($i) | not) | {name}] | sort_by(.name)");
    }

    private final Plimsoll plimsoll = Plimsoll.builder()
            .policy(Policy.defaults().with(Policy.SQL, true))
            .sqlEngine(Statements.ENGINE)
            .build();

    private static String orders() {
        StringBuilder csv = new StringBuilder("id,customer,status,total,day\n");
        for (int i = 0; i < 1_500; i++) {
            csv.append(1000 + i).append(',').append(i * 7 % 40);
            csv.append(',').append(i % 11 == 0 ? "late" : i % 3 == 0 ? "open" : "paid");
            csv.append(',').append(i * 13 % 45).append('.').append(10 + i % 89);
            csv.append(",2026-")
                    .append(i % 4 < 3 ? "01" : "02")
                    .append('-')
                    .append(10 + i % 18)
                    .append('\n');
        }
        return csv.toString();
    }

    private static String customers() {
        String[] countries = {"AT", "DE", "FR", "IT", "NL"};
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 40; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"name\":\"Customer ")
                    .append(10 + i);
            json.append("\",\"country\":\"").append(countries[i % 5]);
            json.append("\",\"notes\":\"")
                    .append("a note that nobody reads; ".repeat(25))
                    .append("\"}");
        }
        return json.append(']').toString();
    }

    private String cursor(String tool, String text) {
        Slice answer = plimsoll.guard(SqlReadTest.call(tool, "ann"), RawResult.of(SqlReadTest.result(text)))
                .result();
        Matcher matcher = CURSOR.matcher(answer.utf8());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private String read(String ordersCursor, String customersCursor, String argument, String value) {
        JsonWriter call =
                new JsonWriter().beginObject().string("cursor", ordersCursor).string(argument, value);
        if (value.contains("customers")) {
            call.beginObject("with").string("customers", customersCursor).endObject();
        }
        String answer = plimsoll.read(
                        SqlReadTest.call("", "ann"), call.endObject().slice())
                .result()
                .utf8();
        Matcher matcher = TEXT.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1).replace("\\\"", "\"");
    }

    private static long tokens(String text) {
        return Estimator.BPE.decidingCounter().count(Slice.of(text));
    }

    private static String normalized(String answer) {
        return Query.parse("[.results | .. | scalars | if type == \"number\" then (. * 1000000 | round) else . end]")
                .run(QueryInput.json(Slice.of(answer), Instant.EPOCH), QueryLimits.DEFAULT)
                .get(0)
                .utf8();
    }

    @Test
    void guideHasTheAnswersAndTokens() throws Exception {
        String ordersCursor = cursor("read_file", orders());
        String customersCursor = cursor("list_customers", customers());
        StringBuilder calls = new StringBuilder();
        StringBuilder table =
                new StringBuilder("| question | tokens written, SQL | tokens written, jq |\n|---|---|---|\n");
        long sqlTokens = 0;
        long jqTokens = 0;
        int number = 0;
        for (Map.Entry<String, String> call : CALLS.entrySet()) {
            String bySql = read(ordersCursor, customersCursor, "sql", call.getKey());
            String byQuery = read(ordersCursor, customersCursor, "query", call.getValue());
            assertThat(normalized(bySql)).as(bySql).isEqualTo(normalized(byQuery));
            String with = call.getKey().contains("customers") ? ", \"with\": {\"customers\": \"CURSOR-2\"}" : "";
            calls.append("```json\n{\"cursor\": \"CURSOR-1\"")
                    .append(with)
                    .append(", \"sql\": \"")
                    .append(call.getKey());
            calls.append("\"}\n```\n\n```json\n").append(bySql).append("\n```\n\n");
            table.append("| ")
                    .append(++number)
                    .append(" | ")
                    .append(tokens(call.getKey()))
                    .append(" | ");
            table.append(tokens(call.getValue())).append(" |\n");
            sqlTokens += tokens(call.getKey());
            jqTokens += tokens(call.getValue());
        }
        table.append("| all | ")
                .append(sqlTokens)
                .append(" | ")
                .append(jqTokens)
                .append(" |\n");
        Map<String, String> generated = Map.of("calls", calls.toString(), "tokens", table.toString());
        String page = Files.readString(GUIDE);
        String expected = SECTION.matcher(page)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "<!-- " + found.group(1) + " -->\n" + generated.get(found.group(1)) + "<!-- end -->"));
        if ("write".equals(System.getProperty("plimsoll.docs"))) {
            Files.writeString(GUIDE, expected);
            return;
        }

        assertThat(page)
                .as("docs/guides/sql.md is outdated; -Dplimsoll.docs=write updates it")
                .isEqualTo(expected);
        assertThat(sqlTokens).isLessThan(jqTokens);
    }
}
