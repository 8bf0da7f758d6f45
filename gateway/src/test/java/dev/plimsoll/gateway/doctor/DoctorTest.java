package dev.plimsoll.gateway.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.daemon.DaemonControl;
import dev.plimsoll.gateway.fixture.BrokenDaemon;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.testkit.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    private static final String SERVER_SCRIPT =
            "read a; echo 'a banner'; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"
                    + "{\"protocolVersion\":\"2025-06-18\",\"serverInfo\":{\"name\":\"tidy\"}}}'; read b; read c; "
                    + "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[{\"name\":\"t\"},{\"name\":\"u\"}]}}'; cat >/dev/null";

    @TempDir
    Path folder;

    private String output = "";

    private boolean runDoctor(ServerConfig extra) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        boolean isSuccessful = new Doctor(hostEnvironment, new PrintStream(out, true, StandardCharsets.UTF_8))
                .run(null, List.of(CommandLineValue.data("data")), extra);
        output = out.toString(StandardCharsets.UTF_8);
        return isSuccessful;
    }

    @Test
    void reportsServerThatStarts() {
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh", "-c", SERVER_SCRIPT))))
                .isTrue();
        assertThat(output)
                .contains("server mine    tidy, revision 2025-06-18, 2 tools of ")
                .contains("1 lines on standard output are not messages");
    }

    @Test
    void reportsDaemonThatDoesNotRespond() throws IOException {
        DaemonControl daemonControl = DaemonControl.of(new HostEnvironment(Map.of(), folder, folder, "Linux"));
        try (BrokenDaemon _ = BrokenDaemon.start(daemonControl, BrokenDaemon.invalidFrame())) {
            runDoctor(ServerConfig.of("mine", List.of("sh", "-c", SERVER_SCRIPT)));
        }
        assertThat(output).contains("broken.sock: a frame has -1 bytes").doesNotContain("none is running");
        runDoctor(ServerConfig.of("mine", List.of("sh", "-c", SERVER_SCRIPT)));
        assertThat(output).contains("none is running");
    }

    @Test
    void reportsServerWithoutInitialize() {
        assertThat(runDoctor(ServerConfig.of("mine", FixtureServer.modernOnly())))
                .isTrue();
        assertThat(output).contains("server mine    fixture, revision ", ", 9 tools of ");
    }

    @Test
    void warnsAboutAppsThatMayIgnoreStructuredContent() throws IOException {
        String tools = "{\"name\":\"show\",\"_meta\":{\"ui\":{\"resourceUri\":\"ui://a/b\"}}},"
                + "{\"name\":\"load\",\"_meta\":{\"ui\":{\"resourceUri\":\"ui://a/b\",\"visibility\":[\"app\"]}}},"
                + "{\"name\":\"chart\",\"outputSchema\":{},\"_meta\":{\"ui\":{\"resourceUri\":\"ui://a/c\"}}}";
        String server = SERVER_SCRIPT.replace("{\"name\":\"t\"}", tools);
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh", "-c", server))))
                .isTrue();
        assertThat(output)
                .contains("WARN  apps of mine   show: no outputSchema")
                .contains("tools: {\"mine/show\": {style: pass}}");
        Files.writeString(folder.resolve("plimsoll.yaml"), "tools: { \"mine/show\": { style: pass } }\n");
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh", "-c", server))))
                .isTrue();
        assertThat(output).doesNotContain("apps of mine");
    }

    @Test
    void doesNotStartStoppedServers() throws IOException {
        Files.writeString(
                folder.resolve("plimsoll.yaml"), "servers: { off: { command: [no-such-server], enabled: false } }\n");
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh", "-c", SERVER_SCRIPT))))
                .isTrue();
        assertThat(output).contains("server off").contains("stopped (enabled: false)");
    }

    @Test
    void reportsServerThatDoesNotStart() {
        assertThat(runDoctor(ServerConfig.of("mine", List.of("no-such-server"))))
                .isFalse();
        assertThat(output).contains("FIX   server mine").contains("no such program on PATH");
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh", "-c", "exit 7"))))
                .isFalse();
        assertThat(output).contains("gives no answer to initialize: it ended with exit code 7");
    }

    @Test
    void reportsConfigurationErrors() throws IOException {
        Files.writeString(folder.resolve("plimsoll.yaml"), "polcy: {}\n");
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh")))).isFalse();
        assertThat(output).contains("FIX   configuration").contains("polcy").contains("policy");
    }

    @Test
    void checksRedis(@TempDir Path redisFolder) throws IOException {
        try (RedisServer redis = RedisServer.start(redisFolder, "--requirepass", "the-right-one")) {
            Files.writeString(
                    folder.resolve("plimsoll.yaml"),
                    "store: { type: redis }\nredis: { url: \"redis://:hidden@127.0.0.1:" + redis.port() + "\" }\n");
            ServerConfig serverConfig = ServerConfig.of("mine", List.of("sh", "-c", SERVER_SCRIPT));
            assertThat(runDoctor(serverConfig)).as("with a wrong password").isFalse();
            assertThat(output)
                    .contains("FIX   store")
                    .contains("refuses the user or password")
                    .doesNotContain("hidden");
            Files.writeString(
                    folder.resolve("plimsoll.yaml"),
                    "store: { type: redis }\nredis: { url: \"redis://:the-right-one@127.0.0.1:" + redis.port()
                            + "\" }\n");
            assertThat(runDoctor(serverConfig)).isTrue();
            assertThat(output)
                    .contains("ok    store          redis at 127.0.0.1:" + redis.port() + ", 256 MB, holds 0 results")
                    .contains("without cursor.key");
            redis.kill();
            assertThat(runDoctor(serverConfig)).isFalse();
            assertThat(output).contains("FIX   store          Redis refuses the connection");
        }
    }

    @Test
    void reportsDataFolderThatIsAFile() throws IOException {
        Files.writeString(folder.resolve("data"), "a file");
        assertThat(runDoctor(ServerConfig.of("mine", List.of("sh", "-c", SERVER_SCRIPT))))
                .isFalse();
        assertThat(output).contains("FIX   data folder");
    }
}
