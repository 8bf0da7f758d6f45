package dev.plimsoll.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Fuzzes complete configuration files. Each file must be accepted, or refused with one line for each error. The file's
 * content must not be able to add lines to the message.
 */
class ConfigurationFuzzTest {

    @FuzzTest
    void anyFileIsAcceptedOrRefused(byte[] data) throws IOException {
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
