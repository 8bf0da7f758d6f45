package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@code plimsoll run} loads no classes that it does not need. */
class RunStartTest {

    @TempDir
    Path folder;

    @Test
    void loadsNoClassesOfOtherCommands() throws Exception {
        Path classes = folder.resolve("classes");
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + classes,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "run",
                        "--data",
                        folder.resolve("data").toString(),
                        "--",
                        "sh",
                        "-c",
                        "read a; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'; cat >/dev/null")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var in = run.outputWriter();
                var out = run.inputReader()) {
            in.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n");
            in.flush();
            assertThat(out.readLine()).contains("\"result\":{}");
        }
        assertThat(run.waitFor()).isZero();
        List<String> loaded = Files.readAllLines(classes);
        assertThat(loaded).anyMatch(line -> line.contains(RunCommand.class.getName()));
        assertThat(loaded)
                .noneMatch(line -> line.contains(" picocli.")
                        || line.contains(" org.snakeyaml.")
                        || line.contains(" org.eclipse.jetty.")
                        || line.contains(" java.net.http.")
                        || line.contains(" org.apache.")
                        || line.contains(" redis.clients.")
                        || line.contains(" dev.plimsoll.redis.")
                        || line.contains(" dev.plimsoll.gateway.upstream.http.")
                        || line.contains(" dev.plimsoll.gateway.login.")
                        || line.contains(" dev.plimsoll.gateway.http.")
                        || line.contains(" dev.plimsoll.gateway.serve."));
    }
}
