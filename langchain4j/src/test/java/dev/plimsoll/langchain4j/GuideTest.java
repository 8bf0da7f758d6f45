package dev.plimsoll.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.Estimator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the example as a process, and compares it with the guide. {@code -Dplimsoll.docs=write} updates the
 * guide's table and conversation.
 */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guides/java-agents.md");
    private static final Path EXAMPLE = Path.of("../examples/langchain4j/src/main/java");
    private static final String CURSOR = "(?<![\\w-])[\\w-]{48}(?![\\w-])";

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compileTheExample() throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", classes.toString(), "-cp", libraries(), "-encoding", "UTF-8"));
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static String libraries() {
        return System.getProperty("java.class.path");
    }

    /** Runs the example, and returns what it prints. */
    private static List<String> run(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                classes + java.io.File.pathSeparator + libraries(),
                "example.StockAgent"));
        command.addAll(Arrays.asList(options));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines().toList();
    }

    private static int tokensOfTools(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("tool: "))
                .mapToInt(line -> tokens(line.substring("tool: ".length())))
                .sum();
    }

    private static int tokens(String text) {
        // cursors, and their numbers of tokens, differ between runs
        return Estimator.BPE.decidingCounter().count(Slice.of(text.replaceAll(CURSOR, "")));
    }

    @Test
    void exampleAnswersWithTheMeasuredTokens() throws Exception {
        List<String> plain = run("unguarded");
        List<String> guarded = run();
        assertThat(guarded).hasSize(6);
        assertThat(guarded.get(5)).endsWith("have fewer than 50 left: {\"results\":[11]}");
        assertThat(plain.get(plain.size() - 1)).contains("I have to count");
        String entry = PlimsollTools.withDefaults()
                .guard()
                .provideTools(dev.langchain4j.service.tool.ToolProviderRequest.builder()
                        .invocationContext(dev.langchain4j.invocation.InvocationContext.builder()
                                .build())
                        .userMessage(dev.langchain4j.data.message.UserMessage.from("hi"))
                        .build())
                .aiServiceTools()
                .get(0)
                .toolSpecification()
                .toJson();
        check(
                "tokens",
                String.format(
                        Locale.ROOT,
                        "| the model gets | without Plimsoll | with Plimsoll |%n|---|---|---|%n"
                                + "| results of tools | %,d | %,d |%n| the tool `plimsoll_read`, with each request | 0 | %,d |%n",
                        tokensOfTools(plain),
                        tokensOfTools(guarded),
                        tokens(entry)));
        check("conversation", "```text\n" + shortened(guarded) + "```\n");
    }

    /** Returns the lines with CURSOR in place of each cursor, cut to the length that the page shows. */
    private static String shortened(List<String> lines) {
        Matcher cursor = Pattern.compile(CURSOR).matcher(lines.get(2));
        assertThat(cursor.find()).isTrue();
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            String lineWithoutCursor = line.replace(cursor.group(), "CURSOR");
            text.append(
                            lineWithoutCursor.length() <= 500
                                    ? lineWithoutCursor
                                    : lineWithoutCursor.substring(0, 495) + "…")
                    .append("\n");
        }
        return text.toString();
    }

    private static void check(String name, String content) throws IOException {
        String block = "<!-- written: " + name + " -->\n" + content + "<!-- end -->";
        String text = Files.readString(GUIDE);
        if ("write".equals(System.getProperty("plimsoll.docs"))) {
            Pattern oldBlock = Pattern.compile("(?ms)<!-- written: " + name + " -->\\n.*?<!-- end -->");
            Files.writeString(GUIDE, oldBlock.matcher(text).replaceFirst(Matcher.quoteReplacement(block)));
        } else {
            assertThat(text).contains(block);
        }
    }

    @Test
    void codeInTheGuideIsInTheExample() throws IOException {
        String page = Files.readString(GUIDE);
        int start = page.indexOf("\n## LangChain4j\n");
        String section = page.substring(start, page.indexOf("\n## ", start + 1));
        StringBuilder compiled = new StringBuilder(Files.readString(Path.of("../examples/langchain4j/pom.xml")));
        compiled.append(Files.readString(EXAMPLE.resolve("example/StockAgent.java")));
        compiled.append(Files.readString(Path.of("src/test/java/dev/plimsoll/langchain4j/GuideSnippets.java")));
        List<String> blocks = Pattern.compile("(?ms)^```(?:java|xml)\\n(.*?)^```$")
                .matcher(section)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
        assertThat(blocks)
                .allSatisfy(
                        block -> assertThat(withoutSpaces(compiled.toString())).contains(withoutSpaces(block)));
    }

    private static String withoutSpaces(String code) {
        return code.replaceAll("\\s+", "");
    }
}
