package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Fuzzes complete configuration files: each is applied, or refused line by line, and no line can be forged. */
class ConfigurationFuzzTest {

    @FuzzTest
    void anyFileIsTakenOrRefused(byte[] data) throws IOException {
        Path folder = Files.createTempDirectory("plimsoll-fuzz");
        ConfigSandbox configSandbox = new ConfigSandbox(folder).file(new String(data, StandardCharsets.ISO_8859_1));
        try {
            new ConfigurationReader(configSandbox.hostEnvironment()).read(DefaultFile.WORKING_FOLDER, null, List.of());
        } catch (ConfigurationException refused) {
            assertThat(refused.getMessage()).hasLineCount(refused.errors().size());
            assertThat(refused.getMessage()).doesNotContain("\u001b", "\u202e");
        } finally {
            Files.delete(folder.resolve("plimsoll.yaml"));
            Files.delete(folder);
        }
    }
}
