package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.SpoolPart;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the spool files in which {@code run} stores telemetry until another command imports it. */
class RunSpoolTest {

    private static final String ANSWER =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a word\"}]}}";

    @TempDir
    private Path folder;

    private RunFixture start() throws IOException {
        return RunFixture.startScript(
                folder, "read a; printf '%s\\n' '" + ANSWER + "'; cat >/dev/null", "--data", "data", "--name", "crm");
    }

    @Test
    void spoolsRequestsWithoutDatabase() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (RunFixture run = start()) {
                run.call(1, "get").response();
                assertThat(run.endInput().exitCode()).isEqualTo(ExitCode.SUCCESS);
            }
        }
        Path telemetry = folder.resolve("data/telemetry");
        assertThat(telemetry.resolve("telemetry.db")).doesNotExist();
        List<Path> spools;
        try (Stream<Path> files = Files.list(EntrySpool.folder(folder.resolve("data")))) {
            spools = files.toList();
        }
        assertThat(spools).hasSize(2);
        for (Path spool : spools) {
            List<TelemetryEntry> entries = Objects.requireNonNull(SpoolPart.readFrom(spool, 0, 1 << 16))
                    .entries();
            assertThat(entries).hasSize(1);
            assertThat(entries.get(0).subject().server()).isEqualTo("crm");
            assertThat(entries.get(0).subject().tool()).isEqualTo("get");
            assertThat(entries.get(0).outcome()).isEqualTo("passed");
            assertThat(entries.get(0).subject().era()).isEqualTo("legacy");
        }
    }

    @Test
    void unwritableFolderFailsNoCall() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/telemetry"), "in the way");
        try (RunFixture run = start()) {
            assertThat(run.call(1, "get").response().has("result")).isTrue();
            assertThat(run.endInput().exitCode()).isEqualTo(ExitCode.SUCCESS);
            assertThat(run.log()).contains("telemetry is lost");
        }
    }
}
