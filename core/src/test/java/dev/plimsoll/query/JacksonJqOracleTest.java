package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * Compares the outputs of queries with those of jackson-jq, for expressions that jackson-jq accepts. In some cases,
 * jackson-jq differs from jq: nulls in {@code recurse}, code points beyond the first plane, {@code first} inside
 * {@code first}. So a few differences are allowed; {@link JqOracleTest} is authoritative.
 */
@NullMarked
class JacksonJqOracleTest {

    private static final int DOCUMENTS = 30;
    private static final int EXPRESSIONS = 100;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Scope SCOPE = Scope.newEmptyScope();

    static {
        BuiltinFunctionLoader.getInstance().loadFunctions(Versions.JQ_1_6, SCOPE);
    }

    @Test
    void agreesWithJacksonJqOutputs() throws Exception {
        int compared = 0;
        List<String> differences = new ArrayList<>();
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            GeneratedQueries generated = new GeneratedQueries(2_000 + seed);
            String document = generated.document();
            JsonNode in = MAPPER.readTree(document);
            for (int i = 0; i < EXPRESSIONS; i++) {
                String expression = generated.expression();
                String expected = jacksonJqOutputs(in, expression);
                if (expected.startsWith("{")) {
                    continue;
                }
                compared++;
                String actual = JqOracleTest.plimsollOutputs(document, expression);
                if (!SameJson.areOutputsEqual(actual, expected)) {
                    differences.add(expression + "\n  on   " + document + "\n  jackson-jq " + expected + "\n  Plimsoll "
                            + actual);
                }
            }
        }
        assertThat(compared).isGreaterThan(DOCUMENTS * EXPRESSIONS / 2);
        assertThat(differences).hasSizeLessThan(compared / 30);
    }

    private static String jacksonJqOutputs(JsonNode in, String expression) throws Exception {
        List<JsonNode> outputs = new ArrayList<>();
        try {
            JsonQuery.compile(expression, Versions.JQ_1_6).apply(Scope.newChildScope(SCOPE), in, outputs::add);
        } catch (JsonQueryException | RuntimeException e) {
            return "{\"failed\":true}";
        }
        return MAPPER.writeValueAsString(outputs);
    }
}
