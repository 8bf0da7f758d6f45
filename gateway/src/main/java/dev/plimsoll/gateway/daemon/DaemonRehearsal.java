package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs a daemon with one session while the JVM records an AOT cache, so that the cache contains the daemon's classes.
 * Only the package {@code rehearsal} uses it.
 */
public final class DaemonRehearsal {

    private static final String PROCESS_ATTRIBUTES = "rehearsal";
    private static final long POLL_MILLIS = 5;

    private DaemonRehearsal() {}

    /** Returns whether a daemon can run on this system. */
    public static boolean isPossible() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Starts a daemon, and runs a session in it. Returns the standard output of the session.
     *
     * @param folder an existing folder, private to this user, for the socket and the session
     * @param arguments arguments of the session, from {@code run}
     * @param input standard input of the session; it stays open until all responses are printed
     * @param responses number of response lines that the session prints
     */
    public static String run(Terminal terminal, Path folder, List<String> arguments, String input, int responses)
            throws IOException {
        // a short name, because the path of a socket is limited to about 100 bytes
        Path socket = folder.resolve("s");
        List<String> options =
                List.of("--socket=" + socket, "--umask=22", "--process-attributes=" + PROCESS_ATTRIBUTES);
        CompletableFuture<Integer> daemon = CompletableFuture.supplyAsync(
                () -> Daemon.listen(terminal, options),
                task -> Thread.ofPlatform().daemon().start(task));
        try {
            while (!Files.exists(socket)) {
                if (daemon.isDone()) {
                    throw new IOException("the daemon ended with " + daemon.join());
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        String output = runSession(socket, folder, arguments, input, responses);
        stop(socket);
        int status = daemon.join();
        if (status != ExitCode.SUCCESS) {
            throw new IOException("the daemon ended with " + status);
        }
        return output;
    }

    private static void stop(Path socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            FrameChannel frames = new FrameChannel(channel);
            frames.write(
                    Frame.CONTROL_REQUEST, ControlRequest.of(DaemonControl.STOP).toText());
            var _ = frames.read(Frame.MAX_DATA_BYTES);
        }
    }

    private static String runSession(Path socket, Path folder, List<String> arguments, String input, int responses)
            throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                FrameChannel frames = new FrameChannel(channel)) {
            frames.write(Frame.SESSION_REQUEST, request(folder, arguments));
            Frame accepted = frames.read(Frame.MAX_DATA_BYTES);
            if (accepted == null || accepted.type() != Frame.ACCEPTED) {
                throw new IOException("the daemon declined: " + (accepted == null ? "" : accepted.text()));
            }
            frames.write(Frame.START);
            frames.write(Frame.INPUT, input);
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            Frame frame = frames.read(Frame.MAX_DATA_BYTES);
            while (frame != null && frame.type() != Frame.EXIT) {
                if (frame.type() == Frame.OUTPUT) {
                    output.writeBytes(frame.payload());
                    frames.writeWindowUpdate(Frame.OUTPUT, frame.payload().length);
                    if (output.toString(StandardCharsets.UTF_8)
                                    .chars()
                                    .filter(c -> c == '\n')
                                    .count()
                            == responses) {
                        frames.write(Frame.INPUT_END);
                    }
                }
                frame = frames.read(Frame.MAX_DATA_BYTES);
            }
            return output.toString(StandardCharsets.UTF_8);
        }
    }

    private static byte[] request(Path folder, List<String> arguments) {
        List<String> fields = new ArrayList<>(List.of(
                SessionRequest.PROTOCOL,
                "",
                String.valueOf(ProcessHandle.current().pid()),
                "22",
                PROCESS_ATTRIBUTES,
                folder.toString(),
                "",
                String.valueOf(arguments.size())));
        fields.addAll(arguments);
        // the variables that the daemon compares with its own
        System.getenv().forEach((name, value) -> {
            if (name.equals("PATH") || name.contains("JAVA")) {
                fields.add(name + "=" + value);
            }
        });
        List<byte[]> encoded = fields.stream()
                .map(field -> field.getBytes(StandardCharsets.UTF_8))
                .toList();
        ByteBuffer bytes = ByteBuffer.allocate(
                encoded.stream().mapToInt(field -> Integer.BYTES + field.length).sum());
        encoded.forEach(field -> bytes.putInt(field.length).put(field));
        return bytes.array();
    }
}
