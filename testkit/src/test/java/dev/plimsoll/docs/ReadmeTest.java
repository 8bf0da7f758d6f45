package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.sample.SampleResults;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compiles and runs the Java program at the top of the README, and checks that its lines match this test. */
class ReadmeTest {

    @Test
    void javaProgramRuns() {
        String caller = "ada";
        byte[] resultJson = SampleResults.named("text-of-json").bytes();

        // README
        Plimsoll plimsoll = Plimsoll.builder().build();
        ToolCall call = ToolCall.of("crm", "list_orders", caller);
        Outcome answer = plimsoll.guard(call, RawResult.of(Slice.of(resultJson)));
        // end

        assertThat(answer.receipt().outcome()).isEqualTo(OutcomeKind.PAGINATED);
        Matcher cursor = Pattern.compile("nextCursor\\\\\":\\\\\"([^\\\\]{48})")
                .matcher(answer.result().utf8());
        assertThat(cursor.find()).isTrue();
        String arguments = "{\"cursor\":\"" + cursor.group(1) + "\"}";
        Outcome page = plimsoll.read(ToolCall.of("", "", caller), Slice.of(arguments));
        assertThat(page.receipt().outcome()).isEqualTo(OutcomeKind.READ);
    }

    @Test
    void readmeShowsTheProgramOfThisTest() {
        Project project = Project.find();
        String source = project.read("testkit/src/test/java/dev/plimsoll/docs/ReadmeTest.java");
        String program = source.substring(source.indexOf("// README\n") + 10, source.indexOf("// end\n"));
        String readme = withoutSpace(project.read("README.md"));

        List<String> statements = Stream.of(program.split(";", -1))
                .map(ReadmeTest::withoutSpace)
                .filter(line -> !line.isEmpty())
                .toList();
        assertThat(statements)
                .hasSize(3)
                .allSatisfy(statement -> assertThat(readme).contains(statement));
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
