package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostileFileTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private String firstError(String text) {
        return Assertions.assertTimeoutPreemptively(
                TIMEOUT, () -> new ConfigSandbox(folder).file(text).errors().get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: [1, 2|1:9: not valid YAML or JSON: expected ',' or ']', but got <stream end>, while parsing a flow sequence",
                "a: b: c|1:5: not valid YAML or JSON: mapping values are not allowed here",
                "policy:\\n\\tttl: 5m|2:1: not valid YAML or JSON: a tab cannot indent; use spaces",
                "policy: {}\\n---\\npolicy: {}|2:1: a second document (---) is not allowed",
                "ttl: *x|1:6: there is no anchor &x before this alias",
                "policy: &x { limits: *x }|1:22: there is no anchor &x before this alias",
                "policy: !!java.net.URL []|1:9: tags such as tag:yaml.org,2002:java.net.URL are not allowed",
                "policy: !env X|1:9: tags such as !env are not allowed",
                "? [a]\\n: b|1:3: a name must be a text, not a list",
                "listen: BELL|1:9: a character that is not allowed in YAML"
            })
    void reportsPositionOfSyntaxErrors(String text, String expected) {
        assertThat(firstError(text.translateEscapes().replace("BELL", "\u0007")))
                .isEqualTo("plimsoll.yaml:" + expected);
    }

    @Test
    void reportsBothLinesOfDuplicateKey() {
        assertThat(new ConfigSandbox(folder)
                        .file("policy:\n  ttl: 5m\n  style: page\n  ttl: 6m\npolicy: {}\n")
                        .errors())
                .containsExactly(
                        "plimsoll.yaml:4:3: ttl: occurs twice, first on line 2",
                        "plimsoll.yaml:5:1: policy: occurs twice, first on line 1");
    }

    @Test
    void refusesDeepNesting() {
        assertThat(firstError("policy: " + "[".repeat(100_000))).contains("is nested deeper than 32 levels");
        assertThat(firstError("- ".repeat(100_000))).contains("is nested deeper than 32 levels");
        assertThat(firstError("{\"a\":".repeat(100_000))).contains("is nested deeper than 32 levels");
    }

    @Test
    void refusesAliasBomb() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 20; i++) {
            text.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1) + "]\n");
        }

        assertThat(firstError(text.toString())).contains("has more than 100000 values (aliases count in full)");
    }

    @Test
    void resolvesAliases() {
        assertThat(new ConfigSandbox(folder)
                        .file("policy: &p { ttl: 5m }\ntools: { a: *p }")
                        .read()
                        .configuration()
                        .policies()
                        .rules())
                .hasSize(1);
    }

    @Test
    void refusesTooLargeFile() throws IOException {
        Path file = folder.resolve("plimsoll.yaml");
        try (RandomAccessFile sparseFile = new RandomAccessFile(file.toFile(), "rw")) {
            sparseFile.setLength(100L << 20);
        }

        assertThat(new ConfigSandbox(folder).errors()).containsExactly("plimsoll.yaml: is larger than 1 MB");
    }

    @Test
    void readsLargestAllowedFile() {
        assertThat(firstError("listen: \"" + "x".repeat(1_000_000) + "\""))
                .contains("listen: must be HOST:PORT, got xxx");
        assertThat(firstError("x: 1\n".repeat(200_000).substring(0, 1_000_000)))
                .contains("has more than 100000 values");
    }

    @Test
    void refusesFilesThatAreNotUtf8() throws IOException {
        Files.write(folder.resolve("plimsoll.yaml"), "policy:\n  style: ä".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(new ConfigSandbox(folder).errors())
                .containsExactly("plimsoll.yaml:2:10: is not UTF-8: save the file as UTF-8");

        Files.write(folder.resolve("plimsoll.yaml"), "policy: {}".getBytes(StandardCharsets.UTF_16));
        assertThat(new ConfigSandbox(folder).errors())
                .containsExactly("plimsoll.yaml:1:1: is not UTF-8: save the file as UTF-8");
    }

    @Test
    void ignoresByteOrderMark() {
        assertThat(new ConfigSandbox(folder).file("\uFEFFlogLevel: warn").read().warnings())
                .isEmpty();
    }

    @Test
    void refusesFolderAndUnreadableFile() throws IOException {
        Files.createDirectory(folder.resolve("plimsoll.yaml"));
        assertThat(new ConfigSandbox(folder).errors()).containsExactly("plimsoll.yaml: is a directory, not a file");

        Files.delete(folder.resolve("plimsoll.yaml"));
        Path file = Files.writeString(folder.resolve("plimsoll.yaml"), "logLevel: warn");
        Files.setPosixFilePermissions(file, Set.of());
        if (!Files.isReadable(file)) {
            assertThat(new ConfigSandbox(folder).errors())
                    .containsExactly("plimsoll.yaml: is not readable (permission denied)");
        }
    }

    @Test
    void mutatedFilesAreReadOrRefused() {
        String validText = """
                servers:
                  files: { command: [npx, -y, "@m/server", /data], timeouts: { start: 5s } }
                policy: { ttl: 5m, limits: { depth: 3 }, keepFields: [a, b] }
                tools:
                  "crm/*": { style: page }  # a comment
                """;
        String characters = "{}[]:,&*!|>'\"%@`#-?\n\t \\~$é\u0000\uD83D";
        Random random = new Random(11);
        for (int i = 0; i < 1500; i++) {
            StringBuilder text = new StringBuilder(validText);
            for (int remainingChanges = random.nextInt(1, 4); remainingChanges > 0; remainingChanges--) {
                int position = random.nextInt(text.length());
                char character = characters.charAt(random.nextInt(characters.length()));
                switch (random.nextInt(3)) {
                    case 0 -> text.insert(position, character);
                    case 1 -> text.setCharAt(position, character);
                    default -> text.delete(position, Math.min(text.length(), position + random.nextInt(9)));
                }
            }
            assertReadOrRefused(text.toString());
        }
    }

    private void assertReadOrRefused(String text) {
        try {
            Files.write(folder.resolve("plimsoll.yaml"), text.getBytes(StandardCharsets.UTF_8));
            new ConfigurationReader(new ConfigSandbox(folder).hostEnvironment())
                    .read(DefaultFile.WORKING_FOLDER, null, List.of());
        } catch (ConfigurationException e) {
            assertThat(e.errors()).isNotEmpty();
        } catch (IOException | RuntimeException | Error e) {
            throw new AssertionError("on " + text, e);
        }
    }
}
