package dev.plimsoll.gateway.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.ShellWords;
import dev.plimsoll.gateway.cli.client.TryCommand;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Runs each command {@code ./plimsoll try …} that a document shows, and compares its output with the documented output.
 * {@code
 * -Dplimsoll.docs=write} updates the documents instead.
 */
class QuickstartTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^```console\\n\\$ (\\./plimsoll try [^\\n]*)\\n(.*?)^```$");
    private static final Pattern HEAD_OR_TAIL = Pattern.compile("(.*) \\| (head|tail) -n ([0-9]+)");

    @Test
    void quickstartShowsThePrintedOutput() throws IOException {
        assertThat(checkExamples("docs/quickstart.md")).isGreaterThanOrEqualTo(4);
    }

    @Test
    void referenceShowsThePrintedOutput() throws IOException {
        assertThat(checkExamples("docs/reference/cli-try.md")).isPositive();
    }

    /** Checks the examples of a document, and returns their number. */
    private static int checkExamples(String name) throws IOException {
        Path document = ROOT.resolve(name);
        String text = Files.readString(document);
        StringBuilder rewritten = new StringBuilder();
        Matcher example = EXAMPLE.matcher(text);
        int count = 0;
        while (example.find()) {
            String printed = output(example.group(1));
            if (!"write".equals(System.getProperty("plimsoll.docs"))) {
                assertThat(example.group(2)).as(example.group(1)).isEqualTo(printed);
            }
            String block = "```console\n$ " + example.group(1) + "\n" + printed + "```";
            example.appendReplacement(rewritten, Matcher.quoteReplacement(block));
            count++;
        }
        example.appendTail(rewritten);
        if (!rewritten.toString().equals(text)) {
            Files.writeString(document, rewritten.toString());
        }
        return count;
    }

    private static String output(String command) {
        Matcher headOrTail = HEAD_OR_TAIL.matcher(command);
        String words = headOrTail.matches() ? headOrTail.group(1) : command;
        FakeTerminal terminal = new FakeTerminal("");
        String[] args = Arrays.stream(ShellWords.of(words))
                .skip(1)
                .map(word -> word.replaceFirst("^docs/", "../docs/"))
                .toArray(String[]::new);
        TryCommand tryCommand = new TryCommand(terminal.terminal(), "./plimsoll");
        int status = CommandLineProgram.run(terminal.terminal(), List.of(tryCommand), args);
        assertThat(status).as(terminal.err()).isZero();
        List<String> lines = new ArrayList<>(
                terminal.out().replace("../docs/", "docs/").lines().toList());
        if (headOrTail.matches()) {
            int count = Math.min(lines.size(), Integer.parseInt(headOrTail.group(3)));
            lines = headOrTail.group(2).equals("head")
                    ? lines.subList(0, count)
                    : lines.subList(lines.size() - count, lines.size());
        }
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
