package dev.plimsoll.sql.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.query.Query;
import dev.plimsoll.query.QueryInput;
import dev.plimsoll.query.QueryLimits;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the rows of statements with the outputs of equivalent queries, on random records. */
class SqlQueryEquivalenceTest {

    private static final String[][] PAIRS = {
        {
            "SELECT g, count(*) c, sum(n) s, min(n) l, max(n) h FROM data GROUP BY g ORDER BY g",
            "group_by(.g) | map({g: .[0].g, c: length, s: ([.[].n | numbers] | add), l: ([.[].n | numbers] | min), h: ([.[].n | numbers] | max)})"
        },
        {"SELECT id FROM data WHERE n > 10.5 ORDER BY id", "map(select(.n != null and .n > 10.5) | {id}) | sort_by(.id)"
        },
        {"SELECT count(n) c FROM data WHERE n IS NOT NULL", "[{c: [.[] | select(.n != null)] | length}]"},
        {"SELECT DISTINCT g FROM data ORDER BY g", "map(.g) | unique | map({g: .})"},
        {
            "SELECT id, n FROM data WHERE n IS NOT NULL ORDER BY n DESC, id LIMIT 5",
            "map(select(.n != null)) | sort_by([-.n, .id]) | .[:5] | map({id, n})"
        },
        {
            "SELECT a.id x, b.id y FROM data a JOIN data b ON a.id = b.ref ORDER BY a.id, b.id",
            ". as $all | [.[] as $a | $all[] | select(.ref == $a.id) | {x: $a.id, y: .id}] | sort_by([.x, .y])"
        },
        {"SELECT sum(n * id) s FROM data", "[{s: ([.[] | select(.n != null) | .n * .id] | add)}]"}
    };

    private static String records(long seed) {
        Random random = new Random(seed);
        StringBuilder json = new StringBuilder("[");
        int count = 1 + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "{" : ",{").append("\"id\":").append(i);
            json.append(",\"g\":\"").append((char) ('a' + random.nextInt(4))).append('"');
            json.append(",\"ref\":").append(random.nextInt(count));
            int form = random.nextInt(5);
            if (form == 0) {
                json.append(",\"n\":null");
            } else if (form > 1) {
                json.append(",\"n\":").append(form == 2 ? number(random) : Long.toString(random.nextInt(100)));
            }
            json.append('}');
        }
        return json.append(']').toString();
    }

    private static String number(Random random) {
        return random.nextInt(1000) + "." + random.nextInt(10) + (1 + random.nextInt(9));
    }

    /** Returns rows with each number in its shortest form, because 1.50 and 1.5 are equal. */
    private static String normalized(Slice rows) {
        return Query.parse(
                        "map(map_values(if type == \"number\" then . + 0 | tostring | sub(\"\\\\.?0+$\"; \"\") else . end))")
                .run(QueryInput.json(rows, Instant.EPOCH), QueryLimits.DEFAULT)
                .get(0)
                .utf8();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void returnsTheOutputsOfTheQuery(long seed) {
        String records = records(seed);
        for (String[] pair : PAIRS) {
            Slice rows = Slice.of(Statements.rows(records, pair[0]));
            Slice expected = Query.parse(pair[1])
                    .run(QueryInput.json(Slice.of(records), Instant.EPOCH), QueryLimits.DEFAULT)
                    .get(0);
            assertThat(normalized(rows)).as("%s on %s", pair[0], records).isEqualTo(normalized(expected));
        }
    }
}
