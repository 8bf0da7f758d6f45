package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.rpc.LinePeer;
import dev.plimsoll.json.LineFramer;
import dev.plimsoll.json.Slice;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server that runs as our child and speaks over its standard input and output. What it logs goes where ours goes. */
public final class ServerProcess implements Upstream {

    private static final AtomicBoolean PREPARED = new AtomicBoolean();

    private final Process process;
    private final OutputStream input;
    private final LinePeer peer;
    private final LineFramer lines;
    private final Patience patience;
    private final int maxMessageBytes;
    private volatile boolean terminated;

    /**
     * How long an end may take.
     *
     * @param leave until a server that got the end of its input is told to terminate
     * @param terminate until one that was told to is killed
     */
    public record Patience(Duration leave, Duration terminate) {}

    private ServerProcess(Process process, int maxMessageBytes, Patience patience) {
        this.process = process;
        this.input = process.getOutputStream();
        this.peer = new LinePeer(unbuffered(process));
        this.lines = new LineFramer(process.getInputStream(), maxMessageBytes);
        this.patience = patience;
        this.maxMessageBytes = maxMessageBytes;
    }

    /**
     * For those who will start a server soon, and do something else before. Java looks for a logger when it has started its
     * first process: 20 ms in which it opens every library there is, unless that has been done meanwhile.
     */
    public static void prepare() {
        if (!PREPARED.getAndSet(true)) {
            Thread ahead = new Thread(() -> System.getLogger(ProcessBuilder.class.getName()), "plimsoll-ahead");
            ahead.setDaemon(true);
            ahead.start();
        }
    }

    /** Starts a server that the configuration describes. */
    public static ServerProcess start(ServerConfig serverConfig, int maxMessageBytes, Patience patience) throws UpstreamException {
        Path folder = serverConfig.cwd();
        return start(
                serverConfig.command(), serverConfig.env(), folder == null ? null : folder.toFile(), maxMessageBytes, patience);
    }

    /**
     * Starts the server.
     *
     * @param environment set besides what this process has itself
     * @param folder where it starts; null for this process's own
     * @throws UpstreamException when it cannot be started
     */
    public static ServerProcess start(
            List<String> command,
            Map<String, String> environment,
            @Nullable File folder,
            int maxMessageBytes,
            Patience patience)
            throws UpstreamException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).directory(folder);
        builder.environment().putAll(environment);
        prepare();
        try {
            return new ServerProcess(builder.start(), maxMessageBytes, patience);
        } catch (IOException e) {
            throw new UpstreamException("cannot start " + command.get(0) + ": " + reason(e, command, folder), e);
        }
    }

    /** The system says "error=2, No such file" for a folder that is missing as well. */
    private static String reason(IOException e, List<String> command, @Nullable File folder) {
        if (folder != null && !folder.isDirectory()) {
            return "its folder " + folder + " does not exist";
        }
        String said = String.valueOf(e.getMessage());
        if (said.contains("error=2,") || said.contains("error: 2 ")) {
            return command.get(0).indexOf('/') < 0 ? "no such program on PATH" : "no such file";
        }
        if (said.contains("error=13,") || said.contains("error: 13 ")) {
            return "it may not be executed";
        }
        // whatever else the system says comes behind its own repetition of the command
        return said.substring(Math.max(0, said.lastIndexOf("error")));
    }

    /** The stream of a process has a buffer that would copy each message once more. */
    private static OutputStream unbuffered(Process process) {
        OutputStream buffered = process.getOutputStream();
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                buffered.write(b);
                buffered.flush();
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                buffered.write(bytes, from, length);
                buffered.flush();
            }
        };
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        peer.send(pieces);
    }

    /** Reading from a process blocks what carries virtual threads, so this takes a thread of the system. */
    @Override
    public void start(UpstreamListener upstreamListener) {
        Thread reading = new Thread(new ProcessReader(this, maxMessageBytes, upstreamListener), "plimsoll-server");
        reading.setDaemon(true);
        reading.start();
    }

    /** The next message; null once the server has ended. */
    @Nullable Slice receive() throws IOException {
        return lines.next();
    }

    /** A server that has nothing else to do ends now. */
    private void endInput() {
        try {
            input.close();
        } catch (IOException e) {
            // it has gone before us
        }
    }

    /** How the server ended, in words; known once {@link #receive} has given null. */
    String ending() {
        try {
            if (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
                return "it closed its output";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it closed its output";
        }
        if (terminated) {
            return "its input was closed, and it was terminated because it was still running "
                    + patience.leave().toMillis() + " ms later";
        }
        int status = process.exitValue();
        return status > 128 ? "it was ended by signal " + (status - 128) : "it ended with exit code " + status;
    }

    @Override
    public void close() {
        // a server that npx or a shell has started has parents in between, which may go first
        Set<ProcessHandle> all = new LinkedHashSet<>();
        addWithChildren(process.toHandle(), all);
        endInput();
        boolean left = end(Set.of(process.toHandle()), patience.leave());
        terminated = !left;
        // once a parent has gone, nobody knows its children
        addAllChildren(all);
        if (!left || all.stream().anyMatch(ProcessHandle::isAlive)) {
            all.forEach(ProcessHandle::destroy);
            end(all, patience.terminate());
        }
        // what they have started since holds our pipes open
        addAllChildren(all);
        all.forEach(ProcessHandle::destroyForcibly);
    }

    private static void addAllChildren(Set<ProcessHandle> all) {
        for (ProcessHandle known : List.copyOf(all)) {
            addWithChildren(known, all);
        }
    }

    private static void addWithChildren(ProcessHandle process, Set<ProcessHandle> all) {
        all.add(process);
        try (Stream<ProcessHandle> below = process.descendants()) {
            below.forEach(all::add);
        }
    }

    /** Whether all of them end within a time. */
    private static boolean end(Set<ProcessHandle> processes, Duration within) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
