package dev.plimsoll.gateway.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.config.DoctorCommand;
import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.login.AgreeingBrowser;
import dev.plimsoll.gateway.login.SimulatedOAuthServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands {@code login} and {@code logout}. Instead of a browser, the test opens the printed URL. */
class LoginCommandTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private SimulatedOAuthServer oauthServer;

    @BeforeEach
    void configure() throws IOException {
        oauthServer = new SimulatedOAuthServer();
        Files.writeString(
                folder.resolve("plimsoll.yaml"),
                "data: state\nservers: { crm: { url: \"" + oauthServer.url() + "\" }, mine: { command: [\"false\"] },"
                        + " own: { url: \"https://own.example\", headers: { authorization: \"Bearer k\" } } }\n");
    }

    @AfterEach
    void stop() {
        oauthServer.close();
    }

    private String run(int status, String... args) {
        output.reset();
        PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.contains("/authorize?")) {
                    new AgreeingBrowser().open(URI.create(line));
                }
            }
        };
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), out, out, false, false);
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder.resolve("home"), "Linux");
        List<Object> commands = List.of(
                new LoginCommand(terminal, hostEnvironment),
                new LogoutCommand(terminal, hostEnvironment),
                new DoctorCommand(terminal, hostEnvironment));
        assertThat(CommandLineProgram.run(terminal, commands, args))
                .as(output.toString(StandardCharsets.UTF_8))
                .isEqualTo(status);
        assertThat(output.toString(StandardCharsets.UTF_8)).doesNotContain("access-", "refresh-");
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void logsInAndOut() {
        assertThat(run(ExitCode.SUCCESS, "login", "crm", "--no-browser"))
                .contains("Grant access to crm at " + "http://127.0.0.1:", "Open it in a browser", "Logged in at crm");
        assertThat(folder.resolve("state/credentials")).isDirectory();
        assertThat(run(ExitCode.FAILURE, "doctor")).contains("server crm     an MCP server, revision 2025-11-25");
        assertThat(run(ExitCode.SUCCESS, "logout", "crm"))
                .contains("Logged out from crm")
                .contains("revoked");
        assertThat(run(ExitCode.FAILURE, "logout", "crm")).contains("not logged in to crm");
    }

    @Test
    void addsAScopeToTheGrantedScopes() {
        run(ExitCode.SUCCESS, "login", "crm", "--no-browser");
        assertThat(run(ExitCode.SUCCESS, "login", "crm", "--no-browser", "--scope", "files:delete"))
                .contains("files:delete");
        assertThat(oauthServer.authorizationRequests).hasSize(2);
        String firstScope = oauthServer.authorizationRequests.get(0).get("scope");
        assertThat(oauthServer.authorizationRequests.get(1)).containsEntry("scope", firstScope + " files:delete");
        assertThat(run(ExitCode.SUCCESS, "logout", "crm")).contains("Logged out");
        run(ExitCode.SUCCESS, "login", "crm", "--no-browser");
        assertThat(oauthServer.authorizationRequests.get(2)).containsEntry("scope", firstScope);
    }

    @Test
    void acceptsTheUrlOfAnUnconfiguredServer() {
        String url = oauthServer.url().toString();
        assertThat(run(ExitCode.SUCCESS, "login", url, "--no-browser", "--scope", "one two", "--scope", "three"))
                .contains("Logged in", "one two three");
        assertThat(run(ExitCode.SUCCESS, "logout", url)).contains("Logged out");
    }

    @Test
    void rejectsInvalidArguments() {
        assertThat(run(ExitCode.USAGE, "login", "other")).contains("no server is named 'other'", "crm, own");
        assertThat(run(ExitCode.USAGE, "logout", "other")).contains("no server is named 'other'");
        assertThat(run(ExitCode.USAGE, "login", "mine")).contains("has no URL");
        assertThat(run(ExitCode.USAGE, "login", "own")).contains("servers.own.headers.Authorization is set");
        assertThat(run(ExitCode.USAGE, "login", "http://u:secret@e/x")).doesNotContain("secret");
        assertThat(run(ExitCode.USAGE, "login", "crm", "--port", "70000")).contains("--port");
        assertThat(run(ExitCode.USAGE, "login", "crm", "--scope", "é")).contains("--scope");
        assertThat(run(ExitCode.USAGE, "login")).contains("SERVER");
        assertThat(run(ExitCode.FAILURE, "login", "http://crm.example/mcp")).contains("plain http");
    }
}
