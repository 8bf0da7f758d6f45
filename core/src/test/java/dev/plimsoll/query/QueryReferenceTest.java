package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.function.FunctionLibrary;
import dev.plimsoll.shape.outline.OutlineFunctions;
import dev.plimsoll.tokens.Estimator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Checks the examples and the lists of functions in docs/reference/query.md. */
@NullMarked
class QueryReferenceTest {

    private static final Pattern EXAMPLE = Pattern.compile("in:  (.+)\\n     (.+)\\n((?:out: .+\\n)+)");
    private static final Pattern NAME = Pattern.compile("`([@$\\w]+)`");

    @Test
    void examplesProduceTheShownOutputs() throws IOException {
        Matcher example = EXAMPLE.matcher(page());
        int count = 0;
        while (example.find()) {
            QueryOutputs outputs = Query.parse(example.group(2))
                    .run(
                            QueryInput.json(Slice.of(example.group(1)), Instant.EPOCH)
                                    .withFunctions(new OutlineFunctions(Estimator.CHARS.fastCounter())),
                            QueryLimits.DEFAULT);
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < outputs.count(); i++) {
                lines.add("out: " + outputs.get(i).utf8());
            }
            assertThat(String.join("\n", lines) + "\n").as(example.group(2)).isEqualTo(example.group(3));
            count++;
        }
        assertThat(count).isGreaterThan(10);
    }

    @Test
    void listsExactlyTheSupportedFunctions() throws IOException {
        Set<String> supported = new TreeSet<>();
        new FunctionLibrary().namesAndArities().forEach(name -> supported.add(name.substring(0, name.indexOf('/'))));

        assertThat(names("## Functions", "## Unsupported functions", "gixsnlp")).isEqualTo(supported);
    }

    @Test
    void refusesUnsupportedFunctions() throws IOException {
        Set<String> unsupported = names("## Unsupported functions", "## Where it differs", "");

        // the page also lists the variables $ENV and $__loc__
        assertThat(unsupported)
                .containsAll(FunctionLibrary.UNSUPPORTED)
                .hasSize(FunctionLibrary.UNSUPPORTED.size() + 2);
        for (String name : unsupported) {
            assertThatThrownBy(() -> Query.parse(name))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("not supported");
        }
    }

    /** Returns the names between two headings of the page, except the given names of one letter, which are
     * flags. */
    private static Set<String> names(String from, String to, String flags) throws IOException {
        String page = page();
        Matcher name = NAME.matcher(page.substring(page.indexOf(from), page.indexOf(to)));
        Set<String> names = new TreeSet<>();
        while (name.find()) {
            names.add(name.group(1));
        }
        names.removeIf(one -> (one.length() == 1 && flags.contains(one)) || one.equals("QUERY_INVALID"));
        return names;
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/reference/query.md"));
    }
}
