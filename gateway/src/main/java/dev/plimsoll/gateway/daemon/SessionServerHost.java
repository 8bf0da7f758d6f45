package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.daemon.SessionRequest.Origin;
import dev.plimsoll.gateway.upstream.MessageMemory;
import dev.plimsoll.gateway.upstream.process.ProcessTree;
import dev.plimsoll.gateway.upstream.process.ServerHost;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Starts the servers of a session in the client's environment, and remembers their processes. */
final class SessionServerHost implements ServerHost {

    private static final String PATH = "PATH";

    private final Map<String, String> environment;
    private final File folder;
    private final OutputStream errorOutput;
    private final MessageMemory messageMemory;
    private final Origin origin;
    private final String daemonUmask;
    private final List<Process> processes = new CopyOnWriteArrayList<>();

    SessionServerHost(
            Map<String, String> environment,
            SessionRequest request,
            OutputStream errorOutput,
            MessageMemory messageMemory,
            String daemonUmask) {
        this.environment = Map.copyOf(environment);
        this.folder = new File(request.folder());
        this.errorOutput = errorOutput;
        this.messageMemory = messageMemory;
        this.origin = request.origin();
        this.daemonUmask = daemonUmask;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public File folder() {
        return folder;
    }

    @Override
    public OutputStream errorOutput() {
        return errorOutput;
    }

    @Override
    public MessageMemory messageMemory() {
        return messageMemory;
    }

    @Override
    public Process start(ProcessBuilder builder) throws IOException {
        List<String> command = builder.command();
        boolean isPathOfDaemon = String.valueOf(builder.environment().get(PATH)).equals(System.getenv(PATH))
                || command.get(0).indexOf('/') >= 0;
        if (!isPathOfDaemon || !origin.umask().equals(daemonUmask)) {
            builder.command(helped(command, builder));
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /**
     * Returns a command that starts the native client, which sets the umask of the client and then becomes the server.
     * The program is found here, on the {@code PATH} of the client. Java alone would use the {@code PATH} and the umask
     * of the daemon.
     */
    private List<String> helped(List<String> command, ProcessBuilder builder) throws IOException {
        String program = command.get(0);
        File base = builder.directory() == null ? folder : builder.directory();
        File file = find(program, builder.environment().get(PATH), base);
        if (file == null) {
            throw new IOException("error=2, No such file or directory");
        } else if (!file.canExecute()) {
            throw new IOException("error=13, Permission denied");
        } else if (!base.isDirectory()) {
            throw new IOException("error=2, No such folder");
        }
        List<String> helped = new ArrayList<>(List.of(origin.executable(), "--become", origin.umask(), file.getPath()));
        helped.addAll(command);
        return helped;
    }

    /**
     * Finds a program on the path as the system does. Returns a file that is not executable only if there is no
     * executable one; null if there is no file.
     */
    private static @Nullable File find(String program, @Nullable String path, File base) {
        if (program.indexOf('/') >= 0) {
            File file = resolve(base, program);
            return file.exists() ? file : null;
        }
        File unusable = null;
        for (String entry : (path == null ? "/usr/bin:/bin" : path).split(":", -1)) {
            File file = new File(resolve(base, entry.isEmpty() ? "." : entry), program);
            if (file.isFile() && file.canExecute()) {
                return file;
            } else if (file.exists()) {
                unusable = file;
            }
        }
        return unusable;
    }

    private static File resolve(File base, String path) {
        return base.toPath().resolve(path).toFile();
    }

    /** Returns the servers and their descendants that are still running. */
    List<ProcessHandle> running() {
        List<ProcessHandle> servers = processes.stream().map(Process::toHandle).toList();
        return ProcessTree.withDescendants(servers).stream()
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** Returns the processes that were started and still run, without their descendants. */
    List<ProcessHandle> servers() {
        return processes.stream()
                .filter(Process::isAlive)
                .map(Process::toHandle)
                .toList();
    }
}
