package dev.plimsoll.gateway.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.wrap.KnownFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands that {@code cli-wrap.md} shows, one after the other on the same file, and compares their output
 * with the document. {@code -Dplimsoll.docs=write} updates the document instead.
 */
class WrapDocumentTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Path DOCUMENT = DOCS.resolve("reference/cli-wrap.md");
    private static final String CONFIGURATION = "claude_desktop_config.json";
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```console\\n\\$ ([^\\n]*)\\n(.*?)^```$");

    @TempDir
    private Path folder;

    @Test
    void documentShowsThePrintedOutput() throws IOException {
        Files.copy(DOCS.resolve("examples").resolve(CONFIGURATION), folder.resolve(CONFIGURATION));
        Files.writeString(folder.resolve("plimsoll"), "#!/bin/sh\n").toFile().setExecutable(true);
        String text = Files.readString(DOCUMENT);
        StringBuilder rewritten = new StringBuilder();
        Matcher example = EXAMPLE.matcher(text);
        while (example.find()) {
            String block = "```console\n$ " + example.group(1) + "\n" + printed(example.group(1)) + "```";
            example.appendReplacement(rewritten, Matcher.quoteReplacement(block));
        }
        example.appendTail(rewritten);

        if ("write".equals(System.getProperty("plimsoll.docs"))) {
            Files.writeString(DOCUMENT, rewritten);
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(rewritten.toString()).contains("$ ./plimsoll unwrap ");
        assertThat(folder.resolve(CONFIGURATION))
                .hasSameTextualContentAs(DOCS.resolve("examples").resolve(CONFIGURATION));
    }

    private String printed(String command) throws IOException {
        List<String> words = List.of(command.split(" ", -1));
        String out = words.get(0).equals("cat") ? Files.readString(folder.resolve(words.get(1))) : run(words);
        return out.replace(folder + "/plimsoll\"", "/opt/plimsoll/plimsoll\"").replace(folder + "/", "");
    }

    private String run(List<String> words) {
        FakeTerminal terminal = new FakeTerminal("");
        Terminal t = terminal.terminal();
        KnownFiles known = new KnownFiles(folder, folder);
        String launcher = folder.resolve("plimsoll").toString();
        String[] args = words.stream()
                .skip(1)
                .map(word -> word.equals(CONFIGURATION) ? folder.resolve(word).toString() : word)
                .toArray(String[]::new);
        List<?> commands = List.of(new WrapCommand(t, known, launcher), new UnwrapCommand(t, known, launcher));
        assertThat(CommandLineProgram.run(t, commands, args))
                .as(Arrays.toString(args) + terminal.err())
                .isZero();
        return terminal.out();
    }
}
