package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.admin.Savings;
import dev.plimsoll.gateway.cli.ExitCode;
import dev.plimsoll.gateway.cli.Terminal;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.run.RunContext;
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

/** One session of {@code plimsoll run}, which the daemon runs in place of the process that the client would start. */
final class DaemonSession {

    /** A process that a signal has ended has this exit code plus the number of the signal. */
    private static final int SIGNAL_EXIT = 128;

    /** Number of the signal SIGTERM. */
    private static final int TERMINATE = 15;

    /**
     * Time after the end of a client after which its servers get SIGTERM. After {@code KILL_AFTER} more, they are
     * killed, so that all of this takes less than a second.
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
    private final AtomicBoolean hasStatus = new AtomicBoolean();
    private final AtomicBoolean isStopping = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final long startedNanos = System.nanoTime();

    /**
     * Creates a session.
     *
     * @param resources memory, threads, and counters; the session closes them
     */
    DaemonSession(FrameChannel frameChannel, SessionRequest request, String daemonUmask, SessionResources resources) {
        this.frameChannel = frameChannel;
        this.request = request;
        this.resources = resources;
        input = new ReceivedInput(frameChannel);
        output = new SentOutput(frameChannel, Frame.OUTPUT);
        errorOutput = new SentOutput(frameChannel, Frame.ERROR_OUTPUT);
        Map<String, String> environment = LauncherEnvironment.of(request.environment(), request.folder());
        serverHost = new SessionServerHost(environment, request, errorOutput, resources.messages(), daemonUmask);
    }

    /** Runs the session, and receives from its client until the client has gone. */
    void serve() {
        Thread runner = new Thread(this::run, "plimsoll-session");
        runner.setDaemon(true);
        runner.start();
        try {
            receive();
        } catch (IOException e) {
            // the client has gone
        } finally {
            onClientGone();
        }
    }

    private void receive() throws IOException {
        Frame frame = frameChannel.read(Frame.MAX_DATA_BYTES);
        while (frame != null) {
            switch (frame.type()) {
                case Frame.INPUT -> input.add(frame.payload());
                case Frame.INPUT_END -> input.end();
                case Frame.PASSED -> outputOf(frame).passed(count(frame));
                case Frame.BROKEN -> outputOf(frame).breakPipe();
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

    private static int count(Frame frame) throws IOException {
        if (frame.payload().length != 1 + Integer.BYTES) {
            throw new IOException("a frame " + frame.type() + " of the wrong length");
        }
        return ByteBuffer.wrap(frame.payload()).getInt(1);
    }

    private void run() {
        int status = ExitCode.FAILURE;
        try {
            Terminal terminal = Terminal.of(input, output, errorOutput, request.streams(), request.environment());
            HostEnvironment hostEnvironment = HostEnvironment.of(serverHost.environment(), Path.of(request.folder()));
            RunContext context =
                    new RunContext(terminal, output, hostEnvironment, serverHost, exitHooks::add, resources.run());
            List<String> arguments = request.arguments();
            status = terminal.finish(new RunCommand(context)
                    .run(arguments.subList(1, arguments.size()).toArray(String[]::new)));
        } catch (RuntimeException e) {
            say("the session failed: " + e);
        } finally {
            // after a signal, the exit code is already determined by the signal
            if (!isStopping.get()) {
                end(status);
            }
            resources.close();
            ended.countDown();
        }
    }

    /** Writes a message for people to the standard error of the client. */
    private void say(String message) {
        PrintStream err = new PrintStream(errorOutput, true, StandardCharsets.UTF_8);
        err.println("plimsoll: " + message);
    }

    /** Sends the exit code, unless the session has already ended with another exit code. */
    private void end(int status) {
        if (!hasStatus.compareAndSet(false, true)) {
            return;
        }
        try (frameChannel) {
            frameChannel.write(Frame.EXIT, (byte) status);
        } catch (IOException e) {
            // the client has gone
        }
        closeStreams();
    }

    private void closeStreams() {
        input.end();
        output.breakPipe();
        errorOutput.breakPipe();
    }

    /** Ends the session like a process that receives a signal: stops the server, and waits for nothing else. */
    private void onSignal(int signal) {
        if (!isStopping.getAndSet(true)) {
            endBySignal(signal);
        }
    }

    private void endBySignal(int signal) {
        Thread stopper = new Thread(
                () -> {
                    exitHooks.forEach(Runnable::run);
                    end(SIGNAL_EXIT + signal);
                },
                "plimsoll-exit");
        stopper.setDaemon(true);
        stopper.start();
    }

    /** Ends the session because the daemon ends. */
    void stop(String reason) {
        if (hasStatus.get() || isStopping.getAndSet(true)) {
            return;
        }
        say(reason);
        endBySignal(TERMINATE);
    }

    boolean awaitEnd(long millis) throws InterruptedException {
        return ended.await(millis, TimeUnit.MILLISECONDS);
    }

    private void onClientGone() {
        closeStreams();
        try {
            if (!awaitServers(TERMINATE_AFTER)) {
                serverHost.running().forEach(ProcessHandle::destroy);
                if (!awaitServers(KILL_AFTER)) {
                    serverHost.running().forEach(ProcessHandle::destroyForcibly);
                }
            }
            if (!awaitEnd(KILL_AFTER.toMillis())) {
                // a server with a URL has no process to kill, and may keep a request waiting
                exitHooks.forEach(Runnable::run);
            }
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits for the end of the session, at most this long. Returns whether the session or all its servers have ended.
     */
    private boolean awaitServers(Duration time) throws InterruptedException {
        return awaitEnd(time.toMillis()) || serverHost.running().isEmpty();
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
