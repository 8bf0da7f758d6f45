package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.AgreeingBrowser;
import dev.plimsoll.gateway.login.Login;
import dev.plimsoll.gateway.login.SimulatedOAuthServer;
import dev.plimsoll.gateway.terminal.ExitCode;
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

    private SimulatedOAuthServer oauthServer;

    @BeforeEach
    void start() throws IOException {
        oauthServer = new SimulatedOAuthServer();
    }

    @AfterEach
    void stop() {
        oauthServer.close();
    }

    private void login() throws IOException {
        Login.create(ServerConfig.of("main", oauthServer.url()), folder, line -> {})
                .run(new AgreeingBrowser(), List.of(), 0);
    }

    @Test
    void explainsLoginAndContinuesAfterIt() throws Exception {
        String url = oauthServer.url().toString();
        try (RunFixture run = RunFixture.startWithArguments(
                folder, "--data", folder.toString(), "--url", url, "--log-level", "debug")) {
            JsonNode error = RunFixture.toolError(run.call(1, "big").response());
            assertThat(error.get("code").asString()).isEqualTo("CREDENTIAL_NOT_FOUND");
            assertThat(error.at("/details/suggestion").asString())
                    .startsWith("plimsoll login " + url + " --data " + folder + ", or");
            login();
            assertThat(run.request(2, "initialize", "{}").response().has("result"))
                    .isTrue();
            assertThat(run.call(3, "big")
                            .response()
                            .at("/result/content/0/text")
                            .asString())
                    .contains("plimsoll_read");
            assertThat(run.log()).doesNotContain("access-", "refresh-");
            run.endInput();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void reportsRequiredScopes() throws Exception {
        oauthServer.challenge = "Bearer scope=\"files:read a/b\"";
        String url = oauthServer.url().toString();
        try (RunFixture run = RunFixture.startWithArguments(
                folder, "--data", folder.toString(), "--url", url, "--log-level", "debug")) {
            JsonNode error = RunFixture.toolError(run.call(1, "big").response());
            assertThat(error.at("/details/suggestion").asString())
                    .startsWith("plimsoll login " + url + " --data " + folder + " --scope \"files:read a/b\", or");
            run.endInput();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void twoProcessesRefreshTheTokenOnce() throws Exception {
        oauthServer.lifetimeSeconds = 0;
        login();
        oauthServer.lifetimeSeconds = 3600;
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "run",
                            "--data",
                            folder.toString(),
                            "--url",
                            oauthServer.url().toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }
        for (Process run : processes) {
            run.outputWriter().write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n");
            run.outputWriter().flush();
        }
        for (Process run : processes) {
            assertThat(run.inputReader().readLine()).contains("\"result\":{\"protocolVersion\"");
            run.outputWriter().close();
            assertThat(run.waitFor()).isZero();
        }
        assertThat(oauthServer.refreshCount()).isEqualTo(1);
    }
}
