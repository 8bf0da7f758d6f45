package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.testkit.sample.Payloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests which cursors remain valid after a restart and for which servers, and who can read the key file. */
class RunRestartTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    private RunFixture start(String store, String scriptArgument) throws IOException {
        return start(store, scriptArgument, "main");
    }

    /** Starts {@code run}. With another {@code scriptArgument}, the command is different, and so is the server. */
    private RunFixture start(String store, String scriptArgument, String name) throws IOException {
        Files.writeString(folder.resolve("p.yaml"), "store: { type: " + store + " }\n");
        String bookings = new String(Payloads.bookings(200, 800, 2_400), StandardCharsets.UTF_8);
        Path responseFile = folder.resolve("answer");
        Files.writeString(
                responseFile,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
                        + JSON.writeValueAsString(bookings) + "}]}}\n");
        return RunFixture.start(
                folder,
                List.of("sh", "-c", "read a; cat " + responseFile + "; cat >/dev/null", scriptArgument),
                "--config",
                "p.yaml",
                "--data",
                "data",
                "--name",
                name);
    }

    private static String cursor(JsonNode response) {
        return page(response).get("nextCursor").asString();
    }

    private static JsonNode page(JsonNode response) {
        return JSON.readTree(response.at("/result/content/0/text").asString());
    }

    private static JsonNode read(RunFixture run, String cursor) throws Exception {
        run.request(9, "tools/call", "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
        return run.response();
    }

    @Test
    void diskCursorsSurviveRestart() throws Exception {
        String cursor;
        JsonNode pageBeforeRestart;
        try (RunFixture run = start("disk", "same")) {
            cursor = cursor(run.call(1, "t").response());
            pageBeforeRestart = page(read(run, cursor));
            assertThat(pageBeforeRestart.path("totalCount").toString()).isEqualTo("200");
            assertThat(pageBeforeRestart.at("/items/0/number").asInt())
                    .isEqualTo(pageBeforeRestart.at("/range/0").asInt());
        }
        try (RunFixture run = start("disk", "same")) {
            assertThat(page(read(run, cursor))).isEqualTo(pageBeforeRestart);
        }
    }

    /** Checks that cursors outlive their process, because some frameworks start a process for each call. */
    @Test
    void cursorsSurviveTheProcessByDefault() throws Exception {
        String cursor;
        try (RunFixture run = start("null", "same")) {
            cursor = cursor(run.call(1, "t").response());
        }
        try (RunFixture run = start("null", "same")) {
            assertThat(page(read(run, cursor)).at("/range/0").asInt()).isGreaterThan(1);
        }
        try (Stream<Path> files = Files.list(folder.resolve("data/snapshots"))) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    /** Checks that cursors stay valid if the server is renamed, because its name only selects rules. */
    @Test
    void renamedServerKeepsCursors() throws Exception {
        String cursor;
        JsonNode pageBeforeRestart;
        try (RunFixture run = start("disk", "same", "tickets")) {
            cursor = cursor(run.call(1, "t").response());
            pageBeforeRestart = page(read(run, cursor));
        }
        try (RunFixture run = start("disk", "same", "issues")) {
            assertThat(page(read(run, cursor))).isEqualTo(pageBeforeRestart);
        }
        try (RunFixture run = start("disk", "another", "tickets")) {
            JsonNode error = RunFixture.toolError(read(run, cursor));
            assertThat(error.get("code").asString()).isEqualTo("CURSOR_INVALID");
        }
    }

    @Test
    void refusesCursorsOfOtherServer() throws Exception {
        String cursor;
        try (RunFixture run = start("disk", "one")) {
            cursor = cursor(run.call(1, "t").response());
        }
        try (RunFixture run = start("disk", "another")) {
            JsonNode error = RunFixture.toolError(read(run, cursor));
            assertThat(error.get("code").asString()).isEqualTo("CURSOR_INVALID");
        }
    }

    @Test
    void memoryCursorsEndWithProcess() throws Exception {
        String cursor;
        try (RunFixture run = start("memory", "same")) {
            cursor = cursor(run.call(1, "t").response());
        }
        try (RunFixture run = start("memory", "same")) {
            JsonNode error = RunFixture.toolError(read(run, cursor));
            assertThat(error.get("code").asString()).isEqualTo("CURSOR_EXPIRED");
        }
    }

    @Test
    void keyFileIsReadableOnlyByOwner() throws Exception {
        try (RunFixture run = start("memory", "same")) {
            run.call(1, "t").response();
        }
        Path key = folder.resolve("data/cursor.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key.getParent())))
                .isEqualTo("rwx------");
        assertThat(Files.readString(key)).matches("[0-9a-f]{64}\n");
        try (Stream<Path> files = Files.list(key.getParent())) {
            Path telemetry = key.resolveSibling("telemetry");
            assertThat(files).containsExactlyInAnyOrder(key, telemetry);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(telemetry)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void worksWithoutUsableDataFolder() throws Exception {
        Files.writeString(folder.resolve("data"), "a file where a folder should be");
        try (RunFixture run = start("disk", "same")) {
            JsonNode first = run.call(1, "t").response();
            assertThat(page(read(run, cursor(first))).has("items")).isTrue();
            assertThat(run.log()).contains("no key file").contains("results are stored in memory");
            run.endInput();
            assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
        }
    }

    @Test
    void refusesKeyReadableByOtherUsers() throws Exception {
        Files.createDirectories(folder.resolve("data"));
        Path key = Files.writeString(folder.resolve("data/cursor.key"), "00".repeat(32));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        try (RunFixture run = start("memory", "same")) {
            run.call(1, "t").response();
            assertThat(run.log()).contains("other users may read this key; chmod 600 it");
        }
    }
}
