package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.run.RunContext;
import dev.plimsoll.gateway.statistics.Savings;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Session of {@code plimsoll run} that runs in the daemon instead of a process of its own. */
final class DaemonSession {

    /** Number that is added to the number of a signal: the sum is the exit code of a process that the signal ended. */
    private static final int SIGNAL_EXIT_BASE = 128;

    /** Number of the signal SIGTERM. */
    private static final int TERMINATE = 15;

    /**
     * Time from the end of the client's connection until its servers get SIGTERM. {@code KILL_AFTER} later, they are
     * killed. Together, this takes less than a second.
     */
    private static final Duration TERMINATE_AFTER = Duration.ofMillis(400);

    private static final Duration KILL_AFTER = Duration.ofMillis(400);

    private final FrameChannel frameChannel;
    private final SessionRequest request;
    private final SessionResources resources;
    private final ReceivedInput input;
    private final SentOutput output;
    private final SentOutput errorOutput;
    private final SessionServerHost serverHost;
    private final List<Runnable> exitHooks = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isExitCodeSent = new AtomicBoolean();
    private final AtomicBoolean isStopping = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final long startedNanos = System.nanoTime();

    /**
     * Creates a session.
     *
     * @param resources memory, threads, and counters, which the session closes at its end
     */
    DaemonSession(FrameChannel frameChannel, SessionRequest request, String daemonUmask, SessionResources resources) {
        this.frameChannel = frameChannel;
        this.request = request;
        this.resources = resources;
        input = new ReceivedInput(frameChannel);
        output = new SentOutput(frameChannel, Frame.OUTPUT);
        errorOutput = new SentOutput(frameChannel, Frame.ERROR_OUTPUT);
        Map<String, String> environment = LauncherEnvironment.create(request.environment(), request.folder());
        serverHost = new SessionServerHost(environment, request, errorOutput, resources.messages(), daemonUmask);
    }

    /** Runs the session, and receives frames from its client until the client has disconnected. */
    void serve() {
        Thread runner = new Thread(this::run, "plimsoll-session");
        runner.setDaemon(true);
        runner.start();
        try {
            receive();
        } catch (IOException e) {
            // the client has disconnected
        } finally {
            onClientDisconnected();
        }
    }

    private void receive() throws IOException {
        Frame frame = frameChannel.read(Frame.MAX_DATA_BYTES);
        while (frame != null) {
            switch (frame.type()) {
                case Frame.INPUT -> input.add(frame.payload());
                case Frame.INPUT_END -> input.end();
                case Frame.WINDOW_UPDATE -> outputOf(frame).enlargeWindow(readCount(frame));
                case Frame.BROKEN_PIPE -> outputOf(frame).breakPipe();
                case Frame.SIGNAL -> onSignal(firstByte(frame));
                default -> throw new IOException("unknown frame " + frame.type());
            }
            frame = frameChannel.read(Frame.MAX_DATA_BYTES);
        }
    }

    private SentOutput outputOf(Frame frame) throws IOException {
        return firstByte(frame) == Frame.OUTPUT ? output : errorOutput;
    }

    private static byte firstByte(Frame frame) throws IOException {
        if (frame.payload().length == 0) {
            throw new IOException("an empty frame " + frame.type());
        }
        return frame.payload()[0];
    }

    private static int readCount(Frame frame) throws IOException {
        if (frame.payload().length != 1 + Integer.BYTES) {
            throw new IOException("a frame " + frame.type() + " of the wrong length");
        }
        return ByteBuffer.wrap(frame.payload()).getInt(1);
    }

    private void run() {
        int exitCode = ExitCode.FAILURE;
        try {
            Terminal terminal = Terminal.of(input, output, errorOutput, request.streams(), request.environment());
            HostEnvironment hostEnvironment = HostEnvironment.of(serverHost.environment(), Path.of(request.folder()));
            RunContext context =
                    new RunContext(terminal, output, hostEnvironment, serverHost, exitHooks::add, resources.run());
            List<String> arguments = request.arguments();
            exitCode = terminal.finish(new RunCommand(context)
                    .run(arguments.subList(1, arguments.size()).toArray(String[]::new)));
        } catch (RuntimeException e) {
            printError("the session failed: " + e);
        } finally {
            // if a signal ends the session, endBySignal sends the exit code
            if (!isStopping.get()) {
                sendExitCode(exitCode);
            }
            resources.close();
            ended.countDown();
        }
    }

    /** Writes a message for people to the standard error of the client. */
    private void printError(String message) {
        PrintStream err = new PrintStream(errorOutput, true, StandardCharsets.UTF_8);
        err.println("plimsoll: " + message);
    }

    /** Sends the exit code, unless one was sent before, and closes the streams. */
    private void sendExitCode(int exitCode) {
        if (!isExitCodeSent.compareAndSet(false, true)) {
            return;
        }
        try (frameChannel) {
            frameChannel.write(Frame.EXIT, (byte) exitCode);
        } catch (IOException e) {
            // the client has disconnected
        }
        closeStreams();
    }

    private void closeStreams() {
        input.end();
        output.breakPipe();
        errorOutput.breakPipe();
    }

    /** Ends the session as a signal ends a process: stops the server, and does not wait for responses. */
    private void onSignal(int signal) {
        if (!isStopping.getAndSet(true)) {
            endBySignal(signal);
        }
    }

    private void endBySignal(int signal) {
        Thread stopper = new Thread(
                () -> {
                    exitHooks.forEach(Runnable::run);
                    sendExitCode(SIGNAL_EXIT_BASE + signal);
                },
                "plimsoll-exit");
        stopper.setDaemon(true);
        stopper.start();
    }

    /** Ends the session because the daemon ends. */
    void stop(String reason) {
        if (isExitCodeSent.get() || isStopping.getAndSet(true)) {
            return;
        }
        printError(reason);
        endBySignal(TERMINATE);
    }

    /** Waits for the end of the session, and returns whether it has ended in time. */
    boolean awaitEnd(long millis) throws InterruptedException {
        return ended.await(millis, TimeUnit.MILLISECONDS);
    }

    private void onClientDisconnected() {
        closeStreams();
        try {
            if (!awaitServers(TERMINATE_AFTER)) {
                serverHost.runningProcesses().forEach(ProcessHandle::destroy);
                if (!awaitServers(KILL_AFTER)) {
                    serverHost.runningProcesses().forEach(ProcessHandle::destroyForcibly);
                }
            }
            if (!awaitEnd(KILL_AFTER.toMillis())) {
                // a server with a URL has no process to kill, and may leave a request without a response
                exitHooks.forEach(Runnable::run);
            }
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits up to this time for the end of the session. Returns whether the session or all its servers have ended.
     */
    private boolean awaitServers(Duration time) throws InterruptedException {
        return awaitEnd(time.toMillis()) || serverHost.runningProcesses().isEmpty();
    }

    SessionRequest request() {
        return request;
    }

    String serverName() {
        return RunCommand.serverName(
                request.arguments().subList(1, request.arguments().size()));
    }

    List<ProcessHandle> servers() {
        return serverHost.servers();
    }

    Savings savings() {
        return resources.savings();
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }
}
