package dev.plimsoll.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example as a process, and compares it with the guide. */
class AgentExampleTest {

    private static final Path GUIDE = Path.of("../docs/guides/java-agents.md");
    private static final Path EXAMPLE = Path.of("../examples/spring-agent");

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compileTheExample() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-parameters", "-proc:none", "-d", classes.toString(), "-cp", libraries(), "-encoding", "UTF-8"));
        try (Stream<Path> files = Files.walk(EXAMPLE.resolve("src/main/java"))) {
            files.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        Files.copy(EXAMPLE.resolve("src/main/resources/application.yaml"), classes.resolve("application.yaml"));
    }

    private static String libraries() {
        return System.getProperty("java.class.path");
    }

    /** Runs the example, and returns the conversation that it prints. */
    private static List<String> run(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                classes + File.pathSeparator + libraries(),
                "example.StockAgentApplication"));
        command.addAll(Arrays.asList(options));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines()
                .filter(line -> line.matches("(user|model|tool|agent): .*"))
                .toList();
    }

    @Test
    void exampleQueriesTheResultOfItsTool() throws Exception {
        List<String> lines = run();
        assertThat(lines).hasSize(6);
        assertThat(lines.get(2)).startsWith("tool: {\"notice\":").hasSizeLessThan(3_000);
        assertThat(lines.get(5)).endsWith("have fewer than 50 left: {\"results\":[11]}");
    }

    @Test
    void propertyTurnsTheGuardOff() throws Exception {
        List<String> lines = run("--plimsoll.agent.enabled=false");
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2)).startsWith("tool: [{").hasSizeGreaterThan(50_000);
    }

    @Test
    void exampleDoesNotImportPlimsoll() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLE.resolve("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("import dev.plimsoll");
            }
        }
    }

    @Test
    void codeInTheGuideCompiles() throws IOException {
        String page = Files.readString(GUIDE);
        int start = page.indexOf("\n## Spring AI\n");
        String section = page.substring(start, page.indexOf("\n## ", start + 1));
        String compiled = Files.readString(EXAMPLE.resolve("pom.xml"))
                + Files.readString(EXAMPLE.resolve("src/main/resources/application.yaml"))
                + Files.readString(EXAMPLE.resolve("src/main/java/example/StockAgentApplication.java"))
                + Files.readString(Path.of("src/test/java/dev/plimsoll/spring/agent/GuideSnippets.java"));
        List<String> blocks = Pattern.compile("(?ms)^```(?:java|xml|yaml)\\n(.*?)^```$")
                .matcher(section)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
        assertThat(blocks)
                .allSatisfy(block -> assertThat(withoutSpaces(compiled)).contains(withoutSpaces(block)));
    }

    private static String withoutSpaces(String code) {
        return code.replaceAll("\\s+", "");
    }
}
