package dev.plimsoll.gateway.upstream.process;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.line.LinePeer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Server that runs as a child process, with messages on its standard input and output. Its standard error is copied to
 * the standard error of Plimsoll.
 */
public final class ServerProcess implements Upstream {

    private static final AtomicBoolean PREPARED = new AtomicBoolean();

    /** Time to wait for the end of the standard error after the end of the process. */
    private static final long ERROR_OUTPUT_WAIT_MILLIS = 200;

    private final Process process;
    private final OutputStream input;
    private final LinePeer peer;
    private final LineFramer framer;
    private final StopTimeouts stopTimeouts;
    private final int maxMessageBytes;
    private final ErrorOutput errorOutput;
    private volatile boolean isTerminatedByPlimsoll;
    private volatile boolean hasSentMessage;

    /**
     * Time limits for ending a server.
     *
     * @param beforeTerminate time from the end of its input to the signal to terminate
     * @param beforeKill time from the signal to terminate to the kill
     */
    public record StopTimeouts(Duration beforeTerminate, Duration beforeKill) {}

    private ServerProcess(
            Process process,
            int maxMessageBytes,
            StopTimeouts stopTimeouts,
            ServerHost serverHost,
            Collection<String> secrets) {
        this.process = process;
        this.input = process.getOutputStream();
        this.peer = new LinePeer(flushingInput(process));
        this.framer = new LineFramer(
                process.getInputStream(),
                maxMessageBytes,
                serverHost.messageMemory().openReservation());
        this.stopTimeouts = stopTimeouts;
        this.maxMessageBytes = maxMessageBytes;
        this.errorOutput = ErrorOutput.copy(process.getErrorStream(), serverHost.errorOutput(), secrets);
    }

    /**
     * Prepares the first start of a process, in the background. When Java starts its first process, it looks
     * for a logger. This opens each library and takes 20 ms. This method looks for the logger in advance.
     */
    public static void prepareFirstStart() {
        if (!PREPARED.getAndSet(true)) {
            Thread loggerThread = new Thread(ServerProcess::openProcessLogger, "plimsoll-process-logger");
            loggerThread.setDaemon(true);
            loggerThread.start();
        }
    }

    private static void openProcessLogger() {
        // Java looks for the logger only when its level is requested
        var _ = System.getLogger(ProcessBuilder.class.getName()).isLoggable(System.Logger.Level.DEBUG);
    }

    /** Starts a configured server. */
    public static ServerProcess start(ServerConfig serverConfig, int maxMessageBytes, StopTimeouts stopTimeouts)
            throws UpstreamException {
        return start(serverConfig, maxMessageBytes, stopTimeouts, ServerHost.ofProcess());
    }

    /** Starts a configured server with the environment, folder, and standard error of a host. */
    public static ServerProcess start(
            ServerConfig serverConfig, int maxMessageBytes, StopTimeouts stopTimeouts, ServerHost serverHost)
            throws UpstreamException {
        Path configuredFolder = serverConfig.cwd();
        File folder = configuredFolder == null ? serverHost.folder() : configuredFolder.toFile();
        return start(serverConfig.command(), serverConfig.env(), folder, maxMessageBytes, stopTimeouts, serverHost);
    }

    /**
     * Starts the server.
     *
     * @param environment variables in addition to those of this process
     * @param folder working folder; null for the folder of this process
     * @throws UpstreamException if it cannot be started
     */
    public static ServerProcess start(
            List<String> command,
            Map<String, String> environment,
            @Nullable File folder,
            int maxMessageBytes,
            StopTimeouts stopTimeouts)
            throws UpstreamException {
        return start(command, environment, folder, maxMessageBytes, stopTimeouts, ServerHost.ofProcess());
    }

    private static ServerProcess start(
            List<String> command,
            Map<String, String> environment,
            @Nullable File folder,
            int maxMessageBytes,
            StopTimeouts stopTimeouts,
            ServerHost serverHost)
            throws UpstreamException {
        ProcessBuilder builder = new ProcessBuilder().directory(folder);
        Map<String, String> hostEnvironment = serverHost.environment();
        if (hostEnvironment != null) {
            builder.environment().clear();
            builder.environment().putAll(hostEnvironment);
        }
        builder.environment().putAll(environment);
        builder.command(WindowsCommand.forCurrentSystem(command, builder.environment()));
        prepareFirstStart();
        try {
            return new ServerProcess(
                    serverHost.start(builder), maxMessageBytes, stopTimeouts, serverHost, environment.values());
        } catch (IOException e) {
            throw new UpstreamException(
                    "cannot start " + command.get(0) + ": " + startFailureReason(e, command, folder), e);
        }
    }

    /**
     * Returns the reason for a failed start. The folder is checked first, because the system reports
     * "error=2, No such file" for a missing folder too.
     */
    private static String startFailureReason(IOException e, List<String> command, @Nullable File folder) {
        if (folder != null && !folder.isDirectory()) {
            return "its folder " + folder + " does not exist";
        }
        String message = String.valueOf(e.getMessage());
        if (message.contains("error=2,") || message.contains("error: 2 ")) {
            return command.get(0).indexOf('/') < 0 ? "no such program on PATH" : "no such file";
        }
        if (message.contains("error=13,") || message.contains("error: 13 ")) {
            return "it is not executable";
        }
        // the text before "error" only repeats the command
        return message.substring(Math.max(0, message.lastIndexOf("error")));
    }

    /**
     * Returns a stream that writes to the input of a process, and flushes after each write. The stream of the
     * process itself has a buffer, in which a message would wait.
     */
    private static OutputStream flushingInput(Process process) {
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
    public void send(Message message) throws IOException {
        peer.send(message);
    }

    /**
     * Starts to read on a platform thread, because a read from a process would block the carrier thread of a
     * virtual thread.
     */
    @Override
    public void start(UpstreamListener upstreamListener) {
        Thread readerThread = new Thread(new ProcessReader(this, maxMessageBytes, upstreamListener), "plimsoll-server");
        readerThread.setDaemon(true);
        readerThread.start();
    }

    /** Returns the next line of the output; null when the server has ended. */
    @Nullable Slice receive() throws IOException {
        return framer.next();
    }

    /** Records that the server has sent a message, so that its standard error does not explain a failed start. */
    void recordMessage() {
        hasSentMessage = true;
    }

    /** Closes the input, after which a server should end. */
    private void closeInput() {
        try {
            input.close();
        } catch (IOException e) {
            // the server has already ended
        }
    }

    /**
     * Describes how the server ended. If it has sent no message, adds the last lines of its standard error. Must be
     * called after {@link #receive} has returned null.
     */
    String describeExit() {
        try {
            if (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
                return "it closed its output";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it closed its output";
        }
        if (isTerminatedByPlimsoll) {
            return "its input was closed, and it was terminated because it was still running "
                    + stopTimeouts.beforeTerminate().toMillis() + " ms later";
        }
        int status = process.exitValue();
        String end = status > 128 ? "it was ended by signal " + (status - 128) : "it ended with exit code " + status;
        String lines = hasSentMessage ? "" : errorOutput.lastLines(ERROR_OUTPUT_WAIT_MILLIS);
        return lines.isEmpty() ? end : end + "; its last output: " + lines;
    }

    @Override
    public void close() {
        // all processes are collected first: npx or a shell may be between Plimsoll and the server, and may
        // end before it
        Set<ProcessHandle> processes = ProcessTree.withDescendants(Set.of(process.toHandle()));
        closeInput();
        boolean hasExited = awaitExit(Set.of(process.toHandle()), stopTimeouts.beforeTerminate());
        isTerminatedByPlimsoll = !hasExited;
        // adds the processes that were started in the meantime, while the parents that lead to them still exist
        processes = ProcessTree.withDescendants(processes);
        if (!hasExited || processes.stream().anyMatch(ProcessHandle::isAlive)) {
            processes.forEach(ProcessHandle::destroy);
            awaitExit(processes, stopTimeouts.beforeKill());
        }
        // adds processes that were started since then, because they would keep the pipes open
        ProcessTree.withDescendants(processes).forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns whether all these processes end within the timeout. */
    private static boolean awaitExit(Set<ProcessHandle> processes, Duration timeout) {
        CompletableFuture<?>[] exits =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(exits).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
