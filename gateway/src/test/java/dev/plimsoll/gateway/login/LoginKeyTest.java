package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.oauth.LoginException;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import dev.plimsoll.model.RefusedException;
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

/** Tests the encryption of stored tokens. A script replaces {@code secret-tool}, the program of the keyring. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script needs a shell")
class LoginKeyTest {

    private static final String WORKING_KEYRING =
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

    /** Returns the key of logins in a simulated keyring, whose program is this script. */
    private LoginKey key(String text) throws IOException {
        script(text);
        return new LoginKey(KeyringProgram.find(
                Map.of(
                        "PATH",
                        programs + ":" + System.getenv("PATH"),
                        "DBUS_SESSION_BUS_ADDRESS",
                        "unix:path=/nowhere"),
                "Linux"));
    }

    private void login(LoginKey loginKey) throws IOException {
        Login.create(ServerConfig.of("crm", oauthServer.url()), data, loginKey, output::add)
                .withKeyring()
                .run(new AgreeingBrowser(), List.of(), 0);
    }

    private GrantFile file(LoginKey loginKey) {
        return GrantFile.of(data, oauthServer.url(), loginKey);
    }

    private StoredCredentials credentials(LoginKey loginKey) {
        return new StoredCredentials(
                ServerConfig.of("crm", oauthServer.url()),
                oauthServer.url(),
                file(loginKey),
                "plimsoll login crm",
                () -> now,
                new Log(new PrintStream(System.err, true, StandardCharsets.UTF_8), LogSeverity.ERROR));
    }

    private String storedText() throws IOException {
        return Files.readString(file(new LoginKey(null)).path());
    }

    @Test
    void tokensAreEncryptedAndStayEncryptedWhenRenewed() throws Exception {
        LoginKey loginKey = key(WORKING_KEYRING);
        login(loginKey);
        assertThat(storedText()).contains("\"encrypted\"").doesNotContain("access", "refresh", "client");
        now = now.plusSeconds(3_550);
        assertThat(credentials(key(WORKING_KEYRING)).authorization()).isEqualTo("Bearer access-3");
        assertThat(storedText()).contains("\"encrypted\"");
        ServerGrant renewed = file(loginKey).read();
        assertThat(renewed).isNotNull();
        assertThat(renewed.tokens().accessToken().reveal()).isEqualTo("access-3");
    }

    @Test
    void keyIsNotInCommandLines() throws Exception {
        LoginKey loginKey = key("echo \"$@\" >>\"$0.arguments\"\n" + WORKING_KEYRING);
        login(loginKey);
        String secret = Files.readString(programs.resolve("secret-tool.secret"));
        assertThat(secret).hasSize(44);
        assertThat(Files.readString(programs.resolve("secret-tool.arguments")))
                .contains("lookup application plimsoll purpose logins")
                .doesNotContain(secret);
        assertThat(String.join("\n", output)).doesNotContain(secret);
    }

    @Test
    void readsTheKeyFromTheKeyringThatTheVariablesName() throws Exception {
        script("printf '%044d' 0 | tr 0 \"$LETTER\" | sed 's/.$/=/'; [ -z \"$HOME\" ] || echo leaked");
        LoginKey first = LoginKey.of(variables("A"));
        LoginKey second = LoginKey.of(variables("B"));
        assertThat(first.key().getEncoded())
                .hasSize(32)
                .isNotEqualTo(second.key().getEncoded());
        assertThat(LoginKey.of(Map.of("PATH", programs.toString())).hasKeyring())
                .as("without a session bus")
                .isFalse();
    }

    private Map<String, String> variables(String letter) {
        return Map.of(
                "PATH", programs + ":" + System.getenv("PATH"), "DBUS_SESSION_BUS_ADDRESS", "unix:", "LETTER", letter);
    }

    @Test
    void storesPlainTokensIfTheKeyringFails() throws Exception {
        for (String broken : List.of("echo 'no such bus' >&2; exit 1", "exit 0", "echo nonsense")) {
            output.clear();
            login(key(broken));
            assertThat(file(new LoginKey(null)).read()).isNotNull();
            assertThat(String.join("\n", output)).contains("The tokens are not encrypted, because the");
        }
    }

    @Test
    void stopsWaitingForHangingKeyring() throws Exception {
        KeyringProgram hanging = new KeyringProgram(
                script("exec sleep 600"), Map.of(), List.of("lookup"), List.of(), "%s", Duration.ofMillis(100));
        assertThatThrownBy(hanging::lookup).isInstanceOf(LoginException.class).hasMessageContaining("did not answer");
    }

    @Test
    void encryptedFileWithoutItsKeyIsAnError() throws Exception {
        login(key(WORKING_KEYRING));
        assertThatThrownBy(() -> file(new LoginKey(null)).read())
                .isInstanceOf(LoginException.class)
                .hasMessageContaining("there is no keyring here");
        Files.delete(programs.resolve("secret-tool.secret"));
        LoginKey keyOfEmptyKeyring = key(WORKING_KEYRING);
        assertThatThrownBy(() -> file(keyOfEmptyKeyring).read()).hasMessageContaining("has no key of Plimsoll");
        keyOfEmptyKeyring.getOrCreateKey();
        assertThatThrownBy(() -> file(keyOfEmptyKeyring).read()).hasMessageContaining("log in again");
        login(keyOfEmptyKeyring);
        assertThat(file(keyOfEmptyKeyring).read()).isNotNull();
    }

    @Test
    void refusalSaysThatTheKeyIsMissing() throws Exception {
        login(key(WORKING_KEYRING));
        assertThatThrownBy(() -> credentials(new LoginKey(null)).authorization())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("encrypted with a key in the user's keyring, and there is no keyring here")
                .hasMessageNotContaining(data.toString());
    }

    @Test
    void refusesFileOfAnotherServer() throws Exception {
        LoginKey loginKey = key(WORKING_KEYRING);
        login(loginKey);
        EncryptedGrant grant = EncryptedGrant.parse(storedText().getBytes(StandardCharsets.UTF_8));
        assertThat(grant).isNotNull();
        assertThat(grant.decrypt(loginKey.key(), "https://other.example/mcp")).isNull();
    }

    @Test
    void storesPlainTokensIfEncryptionIsNotRequested() throws Exception {
        login(key(WORKING_KEYRING));
        Login.create(ServerConfig.of("crm", oauthServer.url()), data, key(WORKING_KEYRING), output::add)
                .run(new AgreeingBrowser(), List.of(), 0);
        assertThat(storedText()).contains("access-").doesNotContain("encrypted");
    }

    @Test
    void findsNoKeyringWithoutSessionBusOrProgram() throws Exception {
        script(WORKING_KEYRING);
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
