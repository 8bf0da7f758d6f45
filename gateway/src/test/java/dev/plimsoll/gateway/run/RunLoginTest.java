package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.cli.ExitCode;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.Following;
import dev.plimsoll.gateway.login.Login;
import dev.plimsoll.gateway.login.PlayedAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests {@code plimsoll run} in front of a server that requires a login. */
class RunLoginTest {

    @TempDir
    Path folder;

    private PlayedAccess played;

    @BeforeEach
    void play() throws IOException {
        played = new PlayedAccess();
    }

    @AfterEach
    void stop() {
        played.close();
    }

    private void login() throws IOException {
        Login.at(ServerConfig.of("main", played.url()), folder, line -> {}).run(new Following(), List.of(), 0);
    }

    @Test
    void explainsLoginAndContinuesAfterIt() throws Exception {
        String url = played.url().toString();
        try (Running run = Running.bare(folder, "--data", folder.toString(), "--url", url, "--log-level", "debug")) {
            JsonNode error = Running.toolError(run.call(1, "big").answer());
            assertThat(error.get("code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
            assertThat(error.at("/details/suggestion").asString())
                    .startsWith("plimsoll login " + url + " --data " + folder + ", or");
            login();
            assertThat(run.request(2, "initialize", "{}").answer().has("result"))
                    .isTrue();
            assertThat(run.call(3, "big").answer().at("/result/content/0/text").asString())
                    .contains("plimsoll_read");
            assertThat(run.log()).doesNotContain("access-", "refresh-");
            run.endInput();
            assertThat(run.status()).isEqualTo(ExitCode.GOOD);
        }
    }

    @Test
    void reportsRequiredScopes() throws Exception {
        played.challenge = "Bearer scope=\"files:read a/b\"";
        String url = played.url().toString();
        try (Running run = Running.bare(folder, "--data", folder.toString(), "--url", url, "--log-level", "debug")) {
            JsonNode error = Running.toolError(run.call(1, "big").answer());
            assertThat(error.at("/details/suggestion").asString())
                    .startsWith("plimsoll login " + url + " --data " + folder + " --scope \"files:read a/b\", or");
            run.endInput();
            assertThat(run.status()).isEqualTo(ExitCode.GOOD);
        }
    }

    @Test
    void processesRefreshTokenOnce() throws Exception {
        played.lifeSeconds = 0;
        login();
        played.lifeSeconds = 3600;
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            all.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "run",
                            "--data",
                            folder.toString(),
                            "--url",
                            played.url().toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }
        for (Process run : all) {
            run.outputWriter().write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n");
            run.outputWriter().flush();
        }
        for (Process run : all) {
            assertThat(run.inputReader().readLine()).contains("\"result\":{\"protocolVersion\"");
            run.outputWriter().close();
            assertThat(run.waitFor()).isZero();
        }
        assertThat(played.renewals()).isEqualTo(1);
    }
}
