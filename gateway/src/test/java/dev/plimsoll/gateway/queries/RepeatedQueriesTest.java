package dev.plimsoll.gateway.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.FakeClock;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RepeatedQueriesTest {

    private static final Slice NO_ARGS = Slice.of("{}");

    private final RepeatedQueries queries = new RepeatedQueries(new FakeClock(), 3);

    @Test
    void countsQueriesThatDifferInLiteralsOnly() {
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
    void namesOfArgumentsStayAndTheirValuesDoNot() {
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
    void theLeastUsedIsForgotten() {
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
}
