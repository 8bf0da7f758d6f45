package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.spring.settings.SettingsReader;
import dev.plimsoll.tokens.Estimator;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

/**
 * Compiles and starts the example as a process, and compares it with the guide. {@code -Dplimsoll.docs=write} updates
 * the guide's table.
 */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guides/spring.md");
    private static final Path REFERENCE = Path.of("../docs/reference/spring.md");
    private static final Path EXAMPLE = Path.of("../examples/spring/src/main");
    private static final Path SNIPPETS = Path.of("src/test/java/dev/plimsoll/spring/guide");
    private static final Pattern TABLE = Pattern.compile("(?ms)<!-- written: tokens -->\\n.*?<!-- end -->");
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compileTheExample() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-parameters", "-proc:none", "-d", classes.toString(), "-cp", libraries(), "-encoding", "UTF-8"));
        files(EXAMPLE.resolve("java")).map(Path::toString).forEach(arguments::add);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        for (Path file : files(EXAMPLE.resolve("resources")).toList()) {
            Files.copy(file, classes.resolve(file.getFileName()));
        }
    }

    private static Stream<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    private static String libraries() {
        return System.getProperty("java.class.path");
    }

    private static List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "-cp",
                classes + File.pathSeparator + libraries(),
                "example.InventoryApplication"));
        command.addAll(List.of(options));
        return command;
    }

    /** Runs the example without the configuration of the tests, which is not on its class path. */
    @Test
    void exampleOverHttpHasTheTokensInTheGuide() throws IOException {
        Process process = new ProcessBuilder(command("--server.port=0"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String port = "";
            for (String line = output.readLine(); line != null && port.isEmpty(); line = output.readLine()) {
                Matcher started = PORT.matcher(line);
                port = started.find() ? started.group(1) : "";
            }
            assertThat(port).as("port in the output").isNotEmpty();
            try (McpSyncClient client = McpClient.sync(
                            HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port)
                                    .build())
                    .enableCallToolSchemaCaching(true)
                    .build()) {
                client.initialize();
                client.listTools();
                checkTable(GUIDE, row(client, "list_items") + row(client, "get_log"));
            }
        } finally {
            process.destroy();
        }
    }

    @Test
    void exampleServesStdio() {
        List<String> command = command("--spring.profiles.active=stdio");
        ServerParameters server = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .initializationTimeout(Duration.ofSeconds(60))
                .build()) {
            client.initialize();
            assertThat(RunningApplication.allText(RunningApplication.call(client, "get_log", Map.of())))
                    .contains("plimsoll_read");
        }
    }

    private static String row(McpSyncClient client, String tool) {
        // the cursors of two runs are different texts, and can have different numbers of tokens
        String firstAnswer = RunningApplication.allText(RunningApplication.call(client, tool, Map.of()))
                .replaceAll("\"nextCursor\":\"[^\"]*\"", "\"nextCursor\":\"\"");
        Matcher cursor = Pattern.compile("(?<![\\w-])[\\w-]{48}(?![\\w-])")
                .matcher(RunningApplication.allText(RunningApplication.call(client, tool, Map.of())));
        assertThat(cursor.find()).isTrue();
        CallToolResult fullAnswer =
                RunningApplication.call(client, "plimsoll_read", Map.of("cursor", cursor.group(), "mode", "full"));
        String fullText = fullAnswer.structuredContent() == null
                ? RunningApplication.allText(fullAnswer)
                : RunningApplication.JSON.writeValueAsString(fullAnswer.structuredContent());
        return String.format(Locale.ROOT, "| `%s` | %,d | %,d |%n", tool, tokens(fullText), tokens(firstAnswer));
    }

    private static int tokens(String text) {
        return Estimator.BPE.decidingCounter().count(Slice.of(text));
    }

    private static void checkTable(Path page, String rows) throws IOException {
        String table =
                "<!-- written: tokens -->\n| call | tokens before | tokens of the first answer |\n|---|---|---|\n"
                        + rows + "<!-- end -->";
        String text = Files.readString(page);
        if ("write".equals(System.getProperty("plimsoll.docs"))) {
            Files.writeString(page, TABLE.matcher(text).replaceFirst(Matcher.quoteReplacement(table)));
        } else {
            assertThat(text).contains(table);
        }
    }

    // --- contents of the guide

    @Test
    void exampleDoesNotImportPlimsoll() throws IOException {
        for (Path file : files(EXAMPLE.resolve("java")).toList()) {
            assertThat(Files.readAllLines(file))
                    .as(file.toString())
                    .noneMatch(line -> line.contains("import dev.plimsoll"));
        }
    }

    @Test
    void codeInTheGuideCompiles() throws IOException {
        StringBuilder compiled =
                new StringBuilder(withoutSpaces(Files.readString(Path.of("../examples/spring/pom.xml"))));
        for (Path folder : List.of(EXAMPLE.resolve("java"), SNIPPETS)) {
            for (Path file : files(folder).toList()) {
                compiled.append(withoutSpaces(Files.readString(file)));
            }
        }
        List<String> blocks = blocks(GUIDE, "java|xml");
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
        assertThat(blocks).allSatisfy(block -> assertThat(compiled.toString()).contains(withoutSpaces(block)));
    }

    @Test
    void propertiesInTheGuideAreValid() throws IOException {
        List<String> blocks = new ArrayList<>(blocks(GUIDE, "yaml"));
        blocks.addAll(blocks(REFERENCE, "yaml"));
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(2);
        for (String block : blocks) {
            StandardEnvironment environment = new StandardEnvironment();
            environment
                    .getPropertySources()
                    .addFirst(new YamlPropertySourceLoader()
                            .load("guide", new ByteArrayResource(block.getBytes(StandardCharsets.UTF_8)))
                            .get(0));
            assertThat(new SettingsReader(environment).read().policies().rules())
                    .hasSize(2);
        }
    }

    private static List<String> blocks(Path page, String languages) throws IOException {
        return Pattern.compile("(?ms)^```(?:" + languages + ")\\n(.*?)^```$")
                .matcher(Files.readString(page))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String withoutSpaces(String code) {
        return code.replaceAll("\\s+", "");
    }
}
