package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.Terminal;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;

/** Starts a daemon in this JVM or in a process, and connects clients to it without the native client. */
@NullMarked
final class DaemonFixture implements AutoCloseable {

    /** Process attributes of the daemon, which declines requests of clients with other attributes. */
    static final String PROCESS_ATTRIBUTES = "same";

    /** Value of a variable in the environment of the control command, which must not reach the daemon. */
    static final String CONTROL_SECRET = "control-secret";

    private final Path folder;
    private final Path socket;
    private final DaemonControl control;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exitCode;

    private DaemonFixture(Path folder, String... javaOptions) throws IOException {
        Path sockets = Files.createDirectories(
                folder.resolve("plimsoll/daemon"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        this.folder = folder;
        this.socket = sockets.resolve("test.sock");
        control = DaemonControl.of(new HostEnvironment(
                Map.of(
                        "XDG_DATA_HOME",
                        folder.toString(),
                        "XDG_CONFIG_HOME",
                        folder.toString(),
                        "PLIMSOLL_DATA",
                        folder.resolve("data").toString(),
                        "SECRET",
                        CONTROL_SECRET),
                folder,
                folder,
                "Linux"));
        List<String> options =
                List.of("--socket=" + socket, "--umask=22", "--process-attributes=" + PROCESS_ATTRIBUTES);
        exitCode = javaOptions.length == 0
                ? CompletableFuture.supplyAsync(
                        () -> Daemon.listen(terminal(errors), options),
                        task -> Thread.ofPlatform().daemon().start(task))
                : startProcess(List.of(javaOptions), options);
    }

    private static CompletableFuture<Integer> startProcess(List<String> javaOptions, List<String> options)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(javaOptions);
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "daemon", Daemon.LISTEN));
        command.addAll(options);
        return new ProcessBuilder(command).inheritIO().start().onExit().thenApply(Process::exitValue);
    }

    static Terminal terminal(ByteArrayOutputStream errors) {
        return Terminal.of(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), errors, "", Map.of());
    }

    static DaemonFixture start(Path folder) throws Exception {
        return new DaemonFixture(folder).awaitSocket();
    }

    /** Starts a daemon in a process of its own, with options for Java. */
    static DaemonFixture startProcess(Path folder, String... javaOptions) throws Exception {
        return new DaemonFixture(folder, javaOptions).awaitSocket();
    }

    private DaemonFixture awaitSocket() throws Exception {
        Await.until("the daemon listens", () -> Files.exists(socket) || exitCode.isDone());
        return this;
    }

    boolean isRunning() {
        return !exitCode.isDone();
    }

    Path folder() {
        return folder;
    }

    Path socket() {
        return socket;
    }

    DaemonControl control() {
        return control;
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
        for (String name : new String[] {"JAVA_HOME", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"}) {
            String value = System.getenv(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.putAll(additional);
        return environment;
    }

    DaemonClient connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        return new DaemonClient(new FrameChannel(channel));
    }

    /** Connects a client that sends a request. The next frame that the client receives is the daemon's response. */
    DaemonClient request(Map<String, String> environment, String processAttributes, String... arguments)
            throws IOException {
        DaemonClient client = connect();
        client.request(folder.toString(), environment, processAttributes, List.of(arguments));
        return client;
    }

    /** Starts a session with a shell script as its server. */
    DaemonClient open(Map<String, String> additional, String script) throws IOException {
        return request(
                        environment(additional),
                        PROCESS_ATTRIBUTES,
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
            control.stop();
        }
        exitCode.orTimeout(20, TimeUnit.SECONDS).join();
    }
}
