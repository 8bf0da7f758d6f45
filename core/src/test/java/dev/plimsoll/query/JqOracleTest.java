package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares queries with the real jq, on generated documents and expressions: the outputs, with numbers to about
 * thirteen digits, and whether there is an error. Expressions with intended differences are not generated;
 * docs/reference/query.md lists these differences.
 */
@NullMarked
class JqOracleTest {

    private static final int DOCUMENTS = 40;
    private static final int EXPRESSIONS = 75;

    @BeforeAll
    static void needsJq() {
        String version = JqProcess.version();
        if (System.getenv("CI") != null) {
            assertThat(version).as("jq is required in CI: apt-get install jq").isNotNull();
        }
        assumeTrue(version != null, "jq is not installed: apt-get install jq");
    }

    @Test
    void agreesOnGeneratedExpressions(@TempDir Path folder) {
        int compared = 0;
        int failedRuns = 0;
        List<String> differences = new ArrayList<>();
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            GeneratedQueries generated = new GeneratedQueries(1_000 + seed);
            String document = generated.document();
            List<String> expressions = new ArrayList<>();
            for (int i = 0; i < EXPRESSIONS; i++) {
                expressions.add(generated.expression());
            }
            List<@Nullable String> jqOutputs = new JqProcess(folder).run(document, expressions);
            for (int i = 0; i < EXPRESSIONS; i++) {
                String expected = jqOutputs.get(i);
                if (expected == null) {
                    failedRuns++;
                    continue;
                }
                compared++;
                String actual = plimsollOutputs(document, expressions.get(i));
                if (!SameJson.areOutputsEqual(actual, expected)) {
                    differences.add(expressions.get(i) + "\n  on   " + document + "\n  jq   " + expected
                            + "\n  Plimsoll " + actual);
                }
            }
        }
        assertThat(differences).isEmpty();
        // jq gives no output for an expression that its grammar does not allow, or that makes it crash
        assertThat(compared).isGreaterThan(20 * failedRuns);
    }

    static String plimsollOutputs(String document, String expression) {
        try {
            ByteSink out = new ByteSink();
            Query.parse(expression)
                    .run(QueryInput.json(Slice.of(document), Instant.EPOCH), QueryLimits.DEFAULT)
                    .writeTo(out);
            return out.slice().utf8();
        } catch (RefusedException e) {
            return "{\"failed\":true}";
        }
    }
}
