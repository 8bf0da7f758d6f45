package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.reload.FileSource;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the engine of {@code run} answers before it is created. */
class RunEngineTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void isRestrictedBeforeItsCreationIfAToolIsBlocked(boolean isBlocked, boolean isUnrestricted) throws Exception {
        Files.writeString(folder.resolve("plimsoll.json"), "{\"tools\":{\"s/wipe\":{\"blocked\":" + isBlocked + "}}}");
        FileSource source = new FileSource(
                new ConfigurationReader(HostEnvironment.of(Map.of(), folder)),
                DefaultFile.USER,
                folder.resolve("plimsoll.json").toString(),
                List.of());
        Log log = new Log(
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), LogSeverity.OFF);
        try (RunEngine runEngine = new RunEngine(
                ServerConfig.of("s", List.of("x")), source.read(), source, null, RunResources.ofProcess(), log)) {
            assertThat(runEngine.isUnrestricted()).isEqualTo(isUnrestricted);
        }
    }
}
