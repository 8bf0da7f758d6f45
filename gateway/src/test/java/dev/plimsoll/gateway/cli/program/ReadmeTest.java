package dev.plimsoll.gateway.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks that the numbers in the README are those that {@code ./plimsoll try docs/examples/orders.json} prints. {@code
 * -Dplimsoll.docs=write} updates the README instead.
 */
class ReadmeTest {

    private static final Path README = Path.of("..", "README.md");
    private static final Pattern RESULT_EXAMPLE =
            Pattern.compile("(?ms)^```\\n *[0-9,]+ tokens   \\[\\{\"id\":1.*?^```$");
    private static final Pattern ANSWER_EXAMPLE =
            Pattern.compile("(?ms)^```\\n *[0-9,]+ tokens   \\{\"notice\".*?^```$");
    private static final Pattern QUERY_EXAMPLE = Pattern.compile("`([^`]+)` answers in [0-9,]+ tokens");

    private static JsonNode runTry(String... options) {
        FakeTerminal terminal = new FakeTerminal("");
        String[] args = {"try", "../docs/examples/orders.json", "--tool", "list_orders", "--json"};
        List<String> arguments = new ArrayList<>(List.of(args));
        arguments.addAll(List.of(options));
        assertThat(CommandLineProgram.run(terminal.terminal(), arguments.toArray(String[]::new)))
                .as(terminal.err())
                .isZero();
        return JsonMapper.shared().readTree(terminal.out());
    }

    private static String tokens(JsonNode count) {
        return String.format(Locale.ROOT, "%,6d tokens", count.asInt());
    }

    @Test
    void readmeHasTheMeasuredTokens() throws IOException {
        String readme = Files.readString(README);
        JsonNode report = runTry();
        int items = report.at("/before/items").asInt();
        String expected = RESULT_EXAMPLE.matcher(readme).replaceFirst(Matcher.quoteReplacement("""
                ```
                %s   [{"id":1,"orderId":"ORD-1000001",…},{"id":2,…},… %d more …]
                ```""".formatted(
                        tokens(report.at("/before/tokens")), items - 2)));
        expected = ANSWER_EXAMPLE.matcher(expected).replaceFirst(Matcher.quoteReplacement(answer(report)));
        Matcher query = QUERY_EXAMPLE.matcher(expected);
        assertThat(query.find()).isTrue();
        JsonNode queryTokens = runTry("--query", query.group(1)).at("/readings/0/after/exactTokens");
        expected = query.replaceFirst(Matcher.quoteReplacement(
                "`" + query.group(1) + "` answers in " + tokens(queryTokens).strip()));

        if ("write".equals(System.getProperty("plimsoll.docs"))) {
            Files.writeString(README, expected);
        } else {
            assertThat(readme).isEqualTo(expected);
        }
        assertThat(expected).contains("A tool returns " + items + " orders.");
    }

    private static String answer(JsonNode report) {
        JsonNode page =
                JsonMapper.shared().readTree(report.at("/answer/content/0/text").asString());
        assertThat(page.at("/items/0/orderId").asString()).isEqualTo("ORD-1000001");
        return """
                ```
                %s   {"notice":%s,
                                 "totalCount":%s,"range":%s,"hasMore":%s,"nextCursor":"GGKphGJeKYWF12WZm…",
                                 "outline":{"status":%s,"total":%s,…},
                                 "next":[…],"items":[{"id":1,"orderId":"ORD-1000001",…},…]}
                ```""".formatted(
                        tokens(report.at("/after/exactTokens")),
                        page.at("/notice"),
                        page.at("/totalCount"),
                        page.at("/range"),
                        page.at("/hasMore"),
                        page.at("/outline/status"),
                        page.at("/outline/total"));
    }
}
