package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.view.EffectiveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

    private static final String KEY = "0123456789abcdef";

    @TempDir
    private Path folder;

    private Path data = Path.of("");

    @BeforeEach
    void createDataFolder() throws IOException {
        data = Files.createDirectories(folder.resolve("home/.local/share/plimsoll"));
    }

    private ConfigSandbox sandbox() {
        return new ConfigSandbox(folder);
    }

    private static String server(String env) {
        return "servers: { a: { command: x, env: { V: " + env + " } } }";
    }

    @ParameterizedTest
    @CsvSource({
        "'${T}', sesame",
        "'a${T}b${T}', asesamebsesame",
        "'$${T}', ${T}",
        "'$$${T}', $${T}",
        "'$T', $T",
        "'{}$', {}$",
        "'${file:secret}', from file"
    })
    void resolvesReferences(String reference, String value) throws IOException {
        Files.writeString(data.resolve("secret"), "from file\n");
        ServerConfig serverConfig = sandbox()
                .file(server("'" + reference + "'"))
                .variable("T", "sesame")
                .read()
                .configuration()
                .servers()
                .get(0);

        assertThat(serverConfig.env()).containsEntry("V", value);
    }

    @ParameterizedTest
    @CsvSource({
        "'${MISSING}', the environment variable MISSING is not set",
        "'${file:missing}', there is no file missing",
        "'${T', a reference ${ without }; write $${ for a literal ${",
        "'${}', 'a reference is ${NAME} or ${file:PATH}, got ${an empty text}'",
        "'${T:-x}', 'a reference is ${NAME} or ${file:PATH}, got ${T:-x}'",
        "'${1T}', 'a reference is ${NAME} or ${file:PATH}, got ${1T}'",
        "'${file:big}', the file big is larger than 64 KB",
        "'${file:binary}', the file binary is not UTF-8",
        "'${file:.}', the file . cannot be read"
    })
    void reportsInvalidReferences(String reference, String expected) throws IOException {
        Files.write(data.resolve("big"), new byte[70_000]);
        Files.write(data.resolve("binary"), new byte[] {(byte) 0xff});

        assertThat(sandbox()
                        .file(server("'" + reference + "'"))
                        .variable("T", "sesame")
                        .errors())
                .containsExactly("plimsoll.yaml:1:39: servers.a.env.V: " + expected);
    }

    @Test
    void readsCursorKeysFromEnvironmentOrFile() throws IOException {
        Files.writeString(data.resolve("key"), KEY + "\r\n");
        ConfigSandbox configSandbox = sandbox()
                .file("cursor: { key: '${K}', previousKeys: ['${file:key}'] }")
                .variable("K", KEY + "!");

        assertThat(configSandbox.read().configuration().cursor().key()).isEqualTo(new SecretValue(KEY + "!"));
        assertThat(configSandbox.read().configuration().cursor().previousKeys()).containsExactly(new SecretValue(KEY));
        assertThat(configSandbox
                        .variable("PLIMSOLL_CURSOR_KEY", KEY)
                        .read()
                        .configuration()
                        .cursor()
                        .key())
                .isEqualTo(new SecretValue(KEY));
    }

    @Test
    void areMaskedInOutput() {
        LoadedConfiguration loadedConfiguration = sandbox()
                .file("""
                        servers:
                          a:
                            command: [x, --api-token=hidden1, --password, hidden2, "--url=http://hidden3@h/?k=hidden4", "${T}"]
                            args: [--secret, hidden5, "t=${T}", -v, shown1,
                              --header, "Authorization: Basic hidden20=", -H, "X-Any:hidden21", --header, hidden22,
                              "--header=Cookie: hidden23", "x-api-key: hidden24", "curl -H 'Authorization: Basic hidden25='", '{"token": "hidden26"}',
                              "shown2: shown3", "/token:shown4"]
                            env: { E: hidden6, F: "${T}" }
                          b: { url: "https://hidden7@h/p?k=hidden8", headers: { Authorization: "Bearer ${T}", X: hidden9 } }
                        cursor: { key: "${K}", previousKeys: ["${K}"] }
                        redis: { url: "redis://:hidden10@h" }
                        alerts: { webhook: "https://h/hidden11" }
                        """)
                .variable("T", "hidden12")
                .variable("K", KEY + "hidden13")
                .read();
        String yaml = new EffectiveConfig(loadedConfiguration).yaml();

        assertThat(yaml)
                .contains("\"--api-token=***\"", "Bearer ***", "${T}", "${K}", "https://***@h/p?***", "shown1")
                .contains("\"Authorization: ***\"", "\"X-Any:***\"", "\"--header=Cookie: ***\"", "\"x-api-key: ***\"")
                .contains("shown2: shown3", "/token:shown4")
                .doesNotContain("hidden");
        assertThat(new EffectiveConfig(loadedConfiguration).json())
                .contains("Bearer ***")
                .doesNotContain("hidden");
        assertThat(loadedConfiguration.configuration().toString()).doesNotContain("hidden");
    }

    @Test
    void areNotInErrors() {
        assertThat(sandbox()
                        .file("""
                        servers: { a: { url: "${T}" } }
                        cursor: { key: hidden, previousKeys: [hidden, "x${T}"] }
                        auth: { tokens: [{ id: a, hash: hidden }] }
                        redis: { url: hidden }
                        alerts: { webhook: hidden }
                        """)
                        .variable("T", "hidden")
                        .variable("PLIMSOLL_CURSOR_KEY", "hidden")
                        .errors())
                .hasSize(8)
                .noneMatch(error -> error.contains("hidden"));
    }
}
