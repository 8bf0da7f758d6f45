package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests encrypted logins, with a script in place of the keyring's program. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script needs a shell")
class KeyringTest {

    private static final String WORKING =
            "case \"$1\" in store) cat >\"$0.secret\" ;; lookup) cat \"$0.secret\" 2>/dev/null || exit 1 ;; esac";

    @TempDir
    Path data;

    @TempDir
    Path programs;

    private final List<String> output = new ArrayList<>();
    private SimulatedOAuthServer oauthServer;
    private volatile Instant now = Instant.now();

    @BeforeEach
    void startServer() throws IOException {
        oauthServer = new SimulatedOAuthServer();
    }

    @AfterEach
    void stopServer() {
        oauthServer.close();
    }

    private Path script(String text) throws IOException {
        Path file = programs.resolve("secret-tool");
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    private Keyring keyring(String text) throws IOException {
        script(text);
        return new Keyring(KeyringProgram.find(
                Map.of("PATH", programs.toString(), "DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere"), "Linux"));
    }

    private void login(Keyring keyring) throws IOException {
        Login.create(ServerConfig.of("crm", oauthServer.url()), data, keyring, output::add)
                .withKeyring()
                .run(new AgreeingBrowser(), List.of(), 0);
    }

    private GrantFile file(Keyring keyring) {
        return GrantFile.of(data, oauthServer.url(), keyring);
    }

    private String storedText() throws IOException {
        return Files.readString(file(new Keyring(null)).path());
    }

    @Test
    void tokensAreEncryptedAndStayEncryptedWhenRenewed() throws Exception {
        Keyring keyring = keyring(WORKING);
        login(keyring);
        assertThat(storedText()).contains("\"encrypted\"").doesNotContain("access", "refresh", "client");
        now = now.plusSeconds(3_550);
        StoredCredentials credentials = new StoredCredentials(
                ServerConfig.of("crm", oauthServer.url()),
                file(keyring(WORKING)),
                "plimsoll login crm",
                () -> now,
                new Log(new PrintStream(System.err, true, StandardCharsets.UTF_8), LogSeverity.ERROR));
        assertThat(credentials.authorization()).isEqualTo("Bearer access-3");
        assertThat(storedText()).contains("\"encrypted\"");
        assertThat(file(keyring).read().tokens().access().reveal()).isEqualTo("access-3");
    }

    @Test
    void keyTravelsOutsideOfCommandLines() throws Exception {
        Keyring keyring = keyring("echo \"$@\" >>\"$0.arguments\"\n" + WORKING);
        login(keyring);
        String secret = Files.readString(programs.resolve("secret-tool.secret"));
        assertThat(secret).hasSize(44);
        assertThat(Files.readString(programs.resolve("secret-tool.arguments")))
                .contains("lookup application plimsoll purpose logins")
                .doesNotContain(secret);
        assertThat(String.join("\n", output)).doesNotContain(secret);
    }

    @Test
    void brokenKeyringLeavesPlainFile() throws Exception {
        for (String broken : List.of("echo 'no such bus' >&2; exit 1", "exit 0", "echo nonsense")) {
            output.clear();
            login(keyring(broken));
            assertThat(file(new Keyring(null)).read()).isNotNull();
            assertThat(String.join("\n", output)).contains("The tokens are not encrypted, because the");
        }
    }

    @Test
    void hangingKeyringIsLeft() throws Exception {
        KeyringProgram hanging =
                new KeyringProgram(script("exec sleep 600"), List.of("lookup"), List.of(), "%s", Duration.ofMillis(100));
        assertThatThrownBy(hanging::lookup).isInstanceOf(LoginException.class).hasMessageContaining("did not answer");
    }

    @Test
    void encryptedFileWithoutItsKeyIsAnError() throws Exception {
        login(keyring(WORKING));
        assertThatThrownBy(() -> file(new Keyring(null)).read())
                .isInstanceOf(LoginException.class)
                .hasMessageContaining("there is no keyring here");
        Files.delete(programs.resolve("secret-tool.secret"));
        Keyring emptied = keyring(WORKING);
        assertThatThrownBy(() -> file(emptied).read()).hasMessageContaining("has no key of Plimsoll");
        emptied.createKey();
        assertThatThrownBy(() -> file(emptied).read()).hasMessageContaining("log in again");
        login(emptied);
        assertThat(file(emptied).read()).isNotNull();
    }

    @Test
    void fileOfAnotherServerIsRefused() throws Exception {
        Keyring keyring = keyring(WORKING);
        login(keyring);
        EncryptedGrant grant = EncryptedGrant.parse(storedText().getBytes(StandardCharsets.UTF_8));
        assertThat(grant.decrypt(keyring.key(), "https://other.example/mcp")).isNull();
    }

    @Test
    void loginWithoutKeyringIsPlain() throws Exception {
        login(keyring(WORKING));
        Login.create(ServerConfig.of("crm", oauthServer.url()), data, keyring(WORKING), output::add)
                .run(new AgreeingBrowser(), List.of(), 0);
        assertThat(storedText()).contains("access-").doesNotContain("encrypted");
    }

    @Test
    void systemsWithoutKeyringHaveNone() throws Exception {
        script(WORKING);
        String path = programs.toString();
        assertThat(KeyringProgram.find(Map.of("PATH", path), "Linux")).isNull();
        assertThat(KeyringProgram.find(Map.of("PATH", path, "XDG_RUNTIME_DIR", path), "Linux"))
                .isNull();
        assertThat(KeyringProgram.find(Map.of("PATH", "", "DBUS_SESSION_BUS_ADDRESS", "x"), "Linux"))
                .isNull();
        assertThat(KeyringProgram.find(Map.of("PATH", path, "DBUS_SESSION_BUS_ADDRESS", "x"), "Linux"))
                .isNotNull();
    }
}
