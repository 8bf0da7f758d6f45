package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.testkit.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;

/** A daemon in this JVM. Tests connect to it with {@link DaemonClient} instead of the native client. */
@NullMarked
final class DaemonFixture implements AutoCloseable {

    /** The limits and namespaces of the daemon's process. The daemon declines requests with other ones. */
    static final String SURROUNDINGS = "same";

    private final Path folder;
    private final Path socket;
    private final DaemonQueries queries;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exitCode;

    private DaemonFixture(Path folder, Path socket) {
        this.folder = folder;
        this.socket = socket;
        queries = DaemonQueries.of(
                new HostEnvironment(Map.of("XDG_DATA_HOME", folder.toString()), folder, folder, "Linux"));
        exitCode = CompletableFuture.supplyAsync(
                () -> Daemon.listen(
                        terminal(errors),
                        List.of("--socket=" + socket, "--umask=22", "--surroundings=" + SURROUNDINGS)),
                task -> Thread.ofPlatform().daemon().start(task));
    }

    static Terminal terminal(ByteArrayOutputStream errors) {
        return Terminal.of(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), errors, "", Map.of());
    }

    static DaemonFixture start(Path folder) throws Exception {
        Path sockets = Files.createDirectories(
                folder.resolve("plimsoll/daemon"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        DaemonFixture fixture = new DaemonFixture(folder, sockets.resolve("test.sock"));
        Await.until("the daemon listens", () -> Files.exists(fixture.socket) || fixture.exitCode.isDone());
        return fixture;
    }

    Path folder() {
        return folder;
    }

    Path socket() {
        return socket;
    }

    DaemonQueries queries() {
        return queries;
    }

    String errors() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    int exitCode() throws Exception {
        return exitCode.get(20, TimeUnit.SECONDS);
    }

    /** Returns the environment of a client that may use the daemon, with additional variables. */
    Map<String, String> environment(Map<String, String> additional) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", String.valueOf(System.getenv("PATH")));
        environment.put("HOME", folder.toString());
        environment.putAll(additional);
        return environment;
    }

    DaemonClient connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        return new DaemonClient(new FrameChannel(channel));
    }

    /** Connects a client that sends a request. The next frame that the client receives is the daemon's response. */
    DaemonClient request(Map<String, String> environment, String surroundings, String... arguments) throws IOException {
        DaemonClient client = connect();
        client.request(folder.toString(), environment, surroundings, List.of(arguments));
        return client;
    }

    /** Starts a session with a shell script as its server. */
    DaemonClient open(Map<String, String> additional, String script) throws IOException {
        return request(
                        environment(additional),
                        SURROUNDINGS,
                        "run",
                        "--data",
                        "data",
                        "--log-level",
                        "error",
                        "--",
                        "sh",
                        "-c",
                        script)
                .start();
    }

    @Override
    public void close() throws IOException {
        if (!exitCode.isDone()) {
            queries.stop();
        }
        exitCode.orTimeout(20, TimeUnit.SECONDS).join();
    }
}
