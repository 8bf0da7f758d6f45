package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.tokens.Estimator;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that all code in the guide is also in the example or in {@link GuideSnippets}, where it is compiled.
 * Compares the tokens in the guide's table with those of the example, called by the SDK's client. {@code
 * -Dplimsoll.docs=write} updates the table.
 */
class GuideTest {

    private static final Pattern CURSOR = Pattern.compile("(?<![\\w-])[\\w-]{48}(?![\\w-])");

    private static final Path ROOT = Path.of("..");
    private static final Path GUIDE = ROOT.resolve("docs/guides/java-sdk.md");
    private static final Path EXAMPLE = ROOT.resolve("examples/java-sdk/src/main/java");
    private static final Pattern CODE = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (dev\\.plimsoll[a-z.]*)\\.([A-Z]\\w*);$");
    private static final Pattern TABLE = Pattern.compile("(?ms)<!-- made: tokens -->\\n.*?<!-- end -->");

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compileTheExample() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            List<String> sources = files.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .sorted()
                    .toList();
            List<String> options = List.of(
                    "-parameters", "-proc:none", "-d", classes.toString(), "-cp", libraries(), "-encoding", "UTF-8");
            String[] arguments =
                    Stream.concat(options.stream(), sources.stream()).toArray(String[]::new);
            assertThat(compiler.run(null, null, null, arguments)).isZero();
        }
    }

    private static String libraries() {
        return System.getProperty("java.class.path");
    }

    private static McpSyncClient client(String main) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ServerParameters server = ServerParameters.builder(java)
                .args("-Dfile.encoding=UTF-8", "-cp", classes + File.pathSeparator + libraries(), main)
                .build();
        McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .enableCallToolSchemaCaching(true)
                .build();
        client.initialize();
        client.listTools();
        return client;
    }

    private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        CallToolResult result = client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
        String text = result.content().stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining("\n"));
        return text.isEmpty() ? TestJson.write(result.structuredContent()) : text;
    }

    private static int tokens(String text) {
        return Estimator.BPE.decidingCounter().count(Slice.of(text));
    }

    private static String row(String call, int before, String answer) {
        return String.format(Locale.ROOT, "| %s | %,d | %,d |%n", call, before, tokens(answer));
    }

    /** Removes cursors: they differ between runs, and their token counts may differ too. */
    private static String withoutCursors(String answer) {
        return answer.replaceAll("\"(nextCursor|continuation_token)\":\"[^\"]*\"", "\"$1\":\"\"");
    }

    @Test
    void guideHasTheMeasuredTokens() throws IOException {
        StringBuilder rows = new StringBuilder();
        try (McpSyncClient client = client("example.InventoryServer")) {
            for (String tool : List.of("list_items", "get_log")) {
                String first = withoutCursors(call(client, tool, Map.of()));
                assertThat(first).contains("plimsoll_read");
                rows.append(row("`" + tool + "`", tokensOfResult("example.InventoryServer", tool), first));
            }
        }
        try (McpSyncClient client = client("example.AnnotatedServer")) {
            String probe = call(client, "inventory.list_all", Map.of());
            assertThat(probe).contains("available_modes");
            rows.append(row(
                    "`inventory.list_all`, first call: a probe",
                    tokensOfResult("example.AnnotatedServer", "inventory.list_all"),
                    withoutCursors(probe)));
            String token = String.valueOf(TestJson.read(probe).get("continuation_token"));
            String page = call(
                    client, "inventory.list_all", Map.of("continuation_token", token, "mode", "paginated", "page", 3));
            assertThat(page).contains("\"total\":430");
            rows.append(row(
                    "`inventory.list_all`, second call: page 3",
                    tokensOfResult("example.AnnotatedServer", "inventory.list_all"),
                    withoutCursors(page)));
            assertThat(call(client, "restock", Map.of("id", 1, "quantity", 2))).isEqualTo("item 1: 2");
        }
        String table = "<!-- made: tokens -->\n| call | tokens before | tokens of the answer |\n|---|---|---|\n" + rows
                + "<!-- end -->";
        String guide = Files.readString(GUIDE);
        if ("write".equals(System.getProperty("plimsoll.docs"))) {
            Files.writeString(GUIDE, TABLE.matcher(guide).replaceFirst(Matcher.quoteReplacement(table)));
        } else {
            assertThat(guide).contains(table);
        }
    }

    /** Reads the complete result of a tool with a cursor, and returns its number of tokens. */
    private static int tokensOfResult(String main, String tool) {
        try (McpSyncClient client = client(main)) {
            Matcher cursor = CURSOR.matcher(call(client, tool, Map.of()));
            assertThat(cursor.find()).isTrue();
            return tokens(call(client, "plimsoll_read", Map.of("cursor", cursor.group(), "mode", "full")));
        }
    }

    @Test
    void codeInTheGuideCompiles() throws IOException {
        StringBuilder compiled = new StringBuilder(
                withoutSpace(Files.readString(Path.of("src/test/java/dev/plimsoll/mcp/GuideSnippets.java"))));
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                compiled.append(withoutSpace(Files.readString(file)));
            }
        }
        // the first block is a whole file, which GuideProjectTest compiles
        List<String> blocks = CODE.matcher(Files.readString(GUIDE))
                .results()
                .map(MatchResult::group)
                .map(block -> block.replaceAll("(?m)^```.*$", ""))
                .skip(1)
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(7);
        for (String block : blocks) {
            assertThat(compiled.toString()).contains(withoutSpace(block));
        }
    }

    @Test
    void guideListsThePackagesOfTheTypesInItsCode() throws IOException {
        StringBuilder sources =
                new StringBuilder(Files.readString(Path.of("src/test/java/dev/plimsoll/mcp/GuideSnippets.java")));
        for (String file : List.of("Warehouse", "AnnotatedServer")) {
            sources.append(Files.readString(EXAMPLE.resolve("example").resolve(file + ".java")));
        }
        String guide = Files.readString(GUIDE);
        List<MatchResult> imports = IMPORT.matcher(sources).results().toList();
        assertThat(imports).hasSizeGreaterThan(8);
        for (MatchResult found : imports) {
            assertThat(guide).containsPattern("\\| `" + found.group(1) + "` \\|[^\n]*`" + found.group(2) + "`");
        }
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
