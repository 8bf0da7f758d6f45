package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.SessionRequest.DeclinedException;
import dev.plimsoll.gateway.dashboard.StatusService.RunState;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.statistics.SavingsCounter;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.upstream.process.ServerProcess;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Process that serves all sessions of a user. Native clients start it and connect to its socket. */
public final class Daemon {

    /** Name of the command with which clients start a daemon. */
    public static final String LISTEN = "listen";

    /** Time without a session after which the daemon ends. */
    private static final Duration IDLE_TIME = Duration.ofMinutes(10);

    /** Maximum time until a client sends its request, and then until it starts its session. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final long CHECK_MILLIS = 1_000;
    private static final long STOP_MILLIS = 2_000;
    private static final int BACKLOG = 1_024;

    private final DaemonSettings settings;
    private final UserPrincipal owner;
    private final ServerSocketChannel server;
    private final Object socketKey;
    private final DaemonMemory memory = new DaemonMemory(Runtime.getRuntime().maxMemory());
    private final SavingsCounter savings = new SavingsCounter();
    private final Set<DaemonSession> sessions = ConcurrentHashMap.newKeySet();
    private final DaemonConnections connections = new DaemonConnections(REQUEST_TIMEOUT);
    private final DaemonDashboard dashboard;
    private final AtomicInteger sessionsSinceStart = new AtomicInteger();
    private final long startedNanos = System.nanoTime();
    private volatile String stopReason = "the daemon was stopped";

    private Daemon(DaemonSettings settings, UserPrincipal owner, ServerSocketChannel server, Log log)
            throws IOException {
        this.settings = settings;
        this.owner = owner;
        this.server = server;
        socketKey = Objects.requireNonNull(fileKeyOf(settings.socket()));
        dashboard = new DaemonDashboard(this::sessionStates, connections::markUsed, log);
    }

    /** Runs the daemon until it is no longer needed, and returns the exit code. */
    public static int listen(Terminal terminal, List<String> options) {
        try {
            DaemonMemory.limitQueries(Runtime.getRuntime().maxMemory());
            Daemon daemon =
                    open(DaemonSettings.parse(options, System.getenv()), new Log(terminal.err(), LogSeverity.WARN));
            ServerProcess.prepareFirstStart();
            Runtime.getRuntime().addShutdownHook(new Thread(daemon::shutDown, "plimsoll-exit"));
            Thread checker = new Thread(daemon::endWhenUnused, "plimsoll-check");
            checker.setDaemon(true);
            checker.start();
            daemon.accept();
            daemon.shutDown();
            return ExitCode.SUCCESS;
        } catch (UsageException e) {
            terminal.err().println("plimsoll: daemon: " + e.getMessage());
            return ExitCode.USAGE;
        } catch (IOException e) {
            terminal.err().println("plimsoll: daemon: " + e.getMessage());
            return ExitCode.FAILURE;
        }
    }

    /**
     * Binds the socket under a temporary name, and renames it when it listens, so that clients never find a socket
     * that does not listen yet.
     */
    private static Daemon open(DaemonSettings settings, Log log) throws IOException {
        Path folder = Objects.requireNonNull(settings.socket().getParent());
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory()
                || !attributes.permissions().equals(PosixFilePermissions.fromString("rwx------"))) {
            throw new IOException(folder + ": must be a folder that only its owner can enter (0700)");
        }
        Path temporary = folder.resolve(ProcessHandle.current().pid() + ".new");
        Files.deleteIfExists(temporary);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(temporary), BACKLOG);
        UserPrincipal user = Files.getOwner(temporary);
        if (!attributes.owner().equals(user)) {
            Files.delete(temporary);
            throw new IOException(
                    folder + ": belongs to " + attributes.owner().getName() + ", not to " + user.getName());
        }
        Files.move(temporary, settings.socket(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new Daemon(settings, user, server, log);
    }

    private static @Nullable Object fileKeyOf(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    private void accept() throws IOException {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                Thread connection = new Thread(() -> serve(channel), "plimsoll-connection");
                connection.setDaemon(true);
                connection.start();
            }
        } catch (ClosedChannelException e) {
            // the daemon ends: closeSocket() has closed the channel
        }
    }

    private void serve(SocketChannel channel) {
        connections.onOpened();
        try (FrameChannel frameChannel = new FrameChannel(channel)) {
            if (channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(owner)) {
                serve(frameChannel);
            }
        } catch (IOException e) {
            // the client has disconnected
        } finally {
            connections.onClosed();
        }
    }

    private void serve(FrameChannel frameChannel) throws IOException {
        Frame firstFrame = connections.read(frameChannel, Frame.MAX_REQUEST_BYTES);
        if (firstFrame == null) {
            return;
        }
        if (firstFrame.type() == Frame.CONTROL_REQUEST) {
            respond(ControlRequest.parse(firstFrame.text()), frameChannel);
            return;
        }
        DaemonSession session = acceptSession(firstFrame, frameChannel);
        if (session != null && awaitStart(frameChannel)) {
            run(session);
        }
    }

    /** Creates and accepts the session of a request; returns null if the daemon declines it. */
    private @Nullable DaemonSession acceptSession(Frame frame, FrameChannel frameChannel) throws IOException {
        try {
            SessionRequest request = SessionRequest.parse(frame.payload());
            settings.requireSupported(request);
            DaemonSession session = new DaemonSession(
                    frameChannel, request, settings.umask(), memory.open(savings.andThen(dashboard), dashboard));
            frameChannel.write(Frame.ACCEPTED);
            return session;
        } catch (DeclinedException e) {
            frameChannel.write(Frame.DECLINED, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /**
     * Waits for the client, and returns whether it starts the session. A client that has waited too long starts a
     * process of its own instead.
     */
    private boolean awaitStart(FrameChannel frameChannel) throws IOException {
        Frame frame = connections.read(frameChannel, Frame.MAX_DATA_BYTES);
        return frame != null && frame.type() == Frame.START;
    }

    private void run(DaemonSession session) {
        sessions.add(session);
        sessionsSinceStart.incrementAndGet();
        try {
            session.serve();
        } finally {
            sessions.remove(session);
            connections.markUsed();
        }
    }

    private void respond(ControlRequest request, FrameChannel frameChannel) throws IOException {
        switch (request.name()) {
            case DaemonControl.STATUS -> frameChannel.write(Frame.CONTROL_RESPONSE, describeStatus());
            case DaemonControl.STOP -> stop(frameChannel);
            case DaemonControl.DASHBOARD -> openDashboard(request, frameChannel);
            case DaemonControl.CLOSE_DASHBOARD ->
                frameChannel.write(
                        Frame.CONTROL_RESPONSE,
                        dashboard.close() ? "closed the dashboard" : "the dashboard was not open");
            default ->
                frameChannel.write(
                        Frame.CONTROL_FAILURE,
                        "this daemon has another version and does not know this command: stop it first");
        }
    }

    private String describeStatus() {
        return new DaemonStatus(
                        settings.socket(),
                        Duration.ofNanos(System.nanoTime() - startedNanos),
                        sessionsSinceStart.get(),
                        savings.total(),
                        List.copyOf(sessions))
                .describe();
    }

    private List<RunState> sessionStates() {
        return sessions.stream().map(DaemonStatus::runState).toList();
    }

    private void openDashboard(ControlRequest request, FrameChannel frameChannel) throws IOException {
        try {
            Path folder = Objects.requireNonNull(settings.socket().getParent());
            frameChannel.write(
                    Frame.CONTROL_RESPONSE, dashboard.open(HostEnvironment.of(request.environment(), folder)));
        } catch (IOException e) {
            frameChannel.write(Frame.CONTROL_FAILURE, String.valueOf(e.getMessage()));
        }
    }

    private void stop(FrameChannel frameChannel) throws IOException {
        int count = sessions.size();
        stopReason = "the daemon was stopped by 'plimsoll daemon stop'";
        closeSocket();
        stopSessions();
        frameChannel.write(
                Frame.CONTROL_RESPONSE,
                "stopped the daemon, which had " + count + (count == 1 ? " session" : " sessions"));
    }

    /**
     * Ends the daemon after some time without sessions and requests of the dashboard, or, if the socket was deleted (as
     * at a logout), after the last session. Also closes connections that send nothing, and an unused dashboard.
     */
    private void endWhenUnused() {
        try {
            while (true) {
                Thread.sleep(CHECK_MILLIS);
                connections.closeSilent();
                // read before the check for sessions: a session that begins now counts for the next check
                int begunSessions = sessionsSinceStart.get();
                if (sessions.isEmpty()) {
                    memory.returnUnusedHeap(begunSessions);
                }
                dashboard.closeIfUnused(DaemonDashboard.IDLE_TIME);
                boolean isUnreachable = !connections.hasOpen() && !socketKey.equals(fileKeyOf(settings.socket()));
                if (isUnreachable || connections.isUnusedFor(IDLE_TIME)) {
                    closeSocket();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Deletes the socket, so that no client can connect anymore. Does nothing to the file if another daemon has put
     * its own socket in its place.
     */
    private void closeSocket() {
        try {
            if (socketKey.equals(fileKeyOf(settings.socket()))) {
                Files.deleteIfExists(settings.socket());
            }
            server.close();
        } catch (IOException e) {
            // the daemon ends anyway; clients ignore a socket that nobody listens to
        }
    }

    private void shutDown() {
        closeSocket();
        stopSessions();
        dashboard.close();
        long deadlineNanos = System.nanoTime() + Duration.ofMillis(STOP_MILLIS).toNanos();
        try {
            // 'plimsoll daemon stop' still waits for the response
            while (connections.hasOpen() && System.nanoTime() < deadlineNanos) {
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopSessions() {
        List<DaemonSession> runningSessions = List.copyOf(sessions);
        runningSessions.forEach(session -> session.stop(stopReason));
        long deadlineNanos = System.nanoTime() + Duration.ofMillis(STOP_MILLIS).toNanos();
        try {
            for (DaemonSession session : runningSessions) {
                session.awaitEnd(Math.max(0, (deadlineNanos - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
