package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the quick start of the guide in an empty folder, with only the dependencies of the artifact. Maven
 * writes these to {@code target/runtime.classpath}.
 */
class GuideProjectTest {

    private static final Path GUIDE = Path.of("..", "docs", "guides", "java-sdk.md");
    private static final Path RUNTIME_CLASS_PATH = Path.of("target", "runtime.classpath");
    private static final Pattern FILE =
            Pattern.compile("(?ms)^(?:[^\\n]* is )?`([^`\\n]+)`:\\n\\n```\\w+\\n(.*?)^```$");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "(?s)<dependency>\\s*<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");

    @TempDir
    private Path folder;

    private static Map<String, String> files() throws IOException {
        return FILE.matcher(Files.readString(GUIDE))
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    @Test
    void projectDependsOnlyOnThisArtifact() throws IOException {
        String version = Pattern.compile("<version>(.*?)</version>")
                .matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .orElseThrow();
        List<MatchResult> dependencies =
                DEPENDENCY.matcher(files().get("pom.xml")).results().toList();

        assertThat(dependencies).hasSize(1);
        assertThat(dependencies.get(0).group(1)).isEqualTo("dev.plimsoll");
        assertThat(dependencies.get(0).group(2)).isEqualTo("plimsoll-mcp-sdk");
        assertThat(dependencies.get(0).group(3)).isEqualTo(version);
    }

    @Test
    void compilesAndRunsWithTheDependenciesOfTheArtifact() throws Exception {
        assumeTrue(
                Files.exists(RUNTIME_CLASS_PATH) || System.getenv("CI") != null,
                "Maven writes the dependencies of the artifact");
        String libraries = Path.of("target", "classes").toAbsolutePath()
                + File.pathSeparator
                + Files.readString(RUNTIME_CLASS_PATH).strip();
        Path classes = Files.createDirectory(folder.resolve("classes"));
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        String source = folder.resolve("src/main/java/Inventory.java").toString();
        String[] compile = {"--release", "17", "-proc:none", "-d", classes.toString(), "-cp", libraries, source};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, compile))
                .isZero();

        String listed = callListItems(classes + File.pathSeparator + libraries);
        assertThat(listed).contains("plimsoll_read with cursor").contains("\"totalCount\":430");
    }

    /** Starts the server of the guide, calls {@code list_items}, and returns the response. */
    private static String callListItems(String classPath) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process server = new ProcessBuilder(java, "-cp", classPath, "Inventory")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Writer in = server.outputWriter();
                BufferedReader out = server.inputReader()) {
            send(in, """
                    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                    "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}""");
            assertThat(out.readLine()).contains("\"inventory\"");
            send(in, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            send(
                    in,
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"list_items\",\"arguments\":{}}}");
            return String.valueOf(out.readLine()).replace("\\\"", "\"");
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static void send(Writer in, String message) throws IOException {
        in.write(message + "\n");
        in.flush();
    }
}
