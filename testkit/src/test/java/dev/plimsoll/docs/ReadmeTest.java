package dev.plimsoll.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.testkit.sample.SampleResults;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs the Java program at the top of the README, and checks that the README shows its statements. */
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

    /**
     * Checks the links that install Plimsoll in Cursor and VS Code. Their encoded command must be the command in the
     * table, but with the server {@code everything}, which the tests of clients run.
     */
    @Test
    void linksOfClientsDecodeToTheCommandOfTheTable() {
        String readme = Project.find().read("README.md");
        String expected = "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything";
        assertThat(readme).contains("`npx -y plimsoll run -- npx -y @modelcontextprotocol/server-filesystem ");
        Matcher cursorLink = Pattern.compile("cursor\\.com/\\S+?[?&]name=everything&config=([A-Za-z0-9%=_-]+)\\)")
                .matcher(readme);
        assertThat(cursorLink.find()).isTrue();
        String base64 = URLDecoder.decode(cursorLink.group(1), StandardCharsets.UTF_8);
        assertThat(command(Slice.of(Base64.getDecoder().decode(base64)))).isEqualTo(expected);
        Matcher codeLink = Pattern.compile("vscode\\.dev/\\S+?[?&]name=everything&config=([^)\\s]+)\\)")
                .matcher(readme);
        assertThat(codeLink.find()).isTrue();
        assertThat(command(Slice.of(URLDecoder.decode(codeLink.group(1), StandardCharsets.UTF_8))))
                .isEqualTo(expected);
    }

    /** Returns the command and its arguments, separated by spaces. */
    private static String command(Slice config) {
        StringBuilder command = new StringBuilder(text(Members.get(config, "command")));
        Elements arguments = Elements.of(Objects.requireNonNull(Members.get(config, "args")));
        while (arguments.next()) {
            command.append(' ').append(text(arguments.value()));
        }
        return command.toString();
    }

    private static String text(@Nullable Slice string) {
        return JsonText.unescapeToString(Json.stringInside(Objects.requireNonNull(string)));
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
