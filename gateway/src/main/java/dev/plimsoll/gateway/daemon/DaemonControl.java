package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.config.HostEnvironment;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.net.ExtendedSocketOptions;

/** Controls the running daemons of the user. Each installation of Plimsoll has its own daemon. */
public final class DaemonControl {

    static final String STATUS = "status";
    static final String STOP = "stop";
    static final String DASHBOARD = "dashboard";
    static final String CLOSE_DASHBOARD = "close dashboard";

    /** Prefixes of the variables that determine the configuration and the data folder of a user. */
    private static final List<String> VARIABLE_PREFIXES = List.of("PLIMSOLL_", "XDG_", "HOME");

    private static final String SUFFIX = ".sock";
    private static final long TIMEOUT_SECONDS = 5;

    private final Path folder;
    private final Map<String, String> environment;

    private DaemonControl(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** Creates the control for the user of this process. The native client uses the same folder for sockets. */
    public static DaemonControl of(HostEnvironment hostEnvironment) {
        String runtime = hostEnvironment.environment().getOrDefault("XDG_RUNTIME_DIR", "");
        Path folder = runtime.startsWith("/") && Files.isDirectory(Path.of(runtime))
                ? Path.of(runtime, "plimsoll")
                : hostEnvironment.defaultDataFolder().resolve("daemon");
        return new DaemonControl(folder, hostEnvironment.environment());
    }

    /** Returns the folder of the sockets. It may not exist. */
    public Path folder() {
        return folder;
    }

    /** Returns a description of each daemon. */
    public List<ControlResponse> status() throws IOException {
        return send(ControlRequest.of(STATUS));
    }

    /** Stops each daemon and its sessions. */
    public List<ControlResponse> stop() throws IOException {
        return send(ControlRequest.of(STOP));
    }

    /** Opens the dashboard of each daemon. The responses are URLs, each of which works once. */
    public List<ControlResponse> openDashboard() throws IOException {
        Map<String, String> variables = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (VARIABLE_PREFIXES.stream().anyMatch(name::startsWith)) {
                variables.put(name, value);
            }
        });
        return send(new ControlRequest(DASHBOARD, variables));
    }

    /** Closes the dashboard of each daemon. */
    public List<ControlResponse> closeDashboard() throws IOException {
        return send(ControlRequest.of(CLOSE_DASHBOARD));
    }

    private List<ControlResponse> send(ControlRequest request) throws IOException {
        List<ControlResponse> responses = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return responses;
        }
        UserPrincipal owner = requirePrivate(folder);
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path socket : sockets) {
                try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                    if (connect(channel, socket)) {
                        UserPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED)
                                .user();
                        responses.add(
                                peer.equals(owner)
                                        ? send(request, channel, socket)
                                        : new ControlResponse(
                                                false, socket + ": belongs to a process of " + peer.getName()));
                    }
                }
            }
        }
        return responses;
    }

    /** Checks that only this user can put sockets into the folder, and returns this user. */
    private static UserPrincipal requirePrivate(Path folder) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String user = System.getProperty("user.name", "");
        String owner = attributes.owner().getName();
        // Java has no name for a user without an entry in the user database
        if (!owner.equals(user) && !user.equals("?")) {
            throw new IOException(folder + ": belongs to " + owner + ", not to " + user + ", so it is not used");
        }
        if (!attributes.permissions().equals(PosixFilePermissions.fromString("rwx------"))) {
            throw new IOException(folder + ": others can enter it, so it is not used; its mode must be 0700");
        }
        return attributes.owner();
    }

    /** Connects to a daemon. Returns false if no process listens, because the daemon was killed and left its socket. */
    private static boolean connect(SocketChannel channel, Path socket) {
        try {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Sends a request and waits for the response, with a time limit, because a daemon may be suspended. After the
     * limit, the caller closes the connection, which ends the wait.
     */
    private static ControlResponse send(ControlRequest request, SocketChannel channel, Path socket) throws IOException {
        CompletableFuture<ControlResponse> response = CompletableFuture.supplyAsync(() -> {
            try {
                FrameChannel frames = new FrameChannel(channel);
                frames.write(Frame.CONTROL_REQUEST, request.toText());
                Frame frame = frames.read(Frame.MAX_REQUEST_BYTES);
                if (frame == null) {
                    return new ControlResponse(true, socket + ": the daemon is ending");
                }
                return frame.type() == Frame.CONTROL_FAILURE
                        ? new ControlResponse(false, socket + ": " + frame.text())
                        : new ControlResponse(true, frame.text());
            } catch (IOException e) {
                return new ControlResponse(false, socket + ": " + e.getMessage());
            }
        });
        try {
            return response.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            return new ControlResponse(
                    false,
                    socket + ": the daemon does not respond within " + TIMEOUT_SECONDS
                            + " seconds; kill its process if the process is suspended");
        }
    }
}
