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

/** Starts the servers of a session in the environment of its client. */
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
        boolean canJavaFindProgram =
                String.valueOf(builder.environment().get(PATH)).equals(System.getenv(PATH))
                        || command.get(0).indexOf('/') >= 0;
        if (!canJavaFindProgram || !origin.umask().equals(daemonUmask)) {
            builder.command(createNativeClientCommand(command, builder));
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /**
     * Creates a command that starts the native client, which sets the umask of the client and then replaces itself
     * with the server. Finds the program on the {@code PATH} of the client, because Java would use the {@code PATH}
     * of the daemon.
     */
    private List<String> createNativeClientCommand(List<String> command, ProcessBuilder builder) throws IOException {
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
        List<String> nativeCommand =
                new ArrayList<>(List.of(origin.executable(), "--become", origin.umask(), file.getPath()));
        nativeCommand.addAll(command);
        return nativeCommand;
    }

    /**
     * Finds a program in the folders of a {@code PATH}, as the system does. If no file with the name is executable,
     * returns another file with the name; null if there is none.
     */
    private static @Nullable File find(String program, @Nullable String path, File base) {
        if (program.indexOf('/') >= 0) {
            File file = resolve(base, program);
            return file.exists() ? file : null;
        }
        File notExecutable = null;
        for (String entry : (path == null ? "/usr/bin:/bin" : path).split(":", -1)) {
            File file = new File(resolve(base, entry.isEmpty() ? "." : entry), program);
            if (file.isFile() && file.canExecute()) {
                return file;
            } else if (file.exists()) {
                notExecutable = file;
            }
        }
        return notExecutable;
    }

    private static File resolve(File base, String path) {
        return base.toPath().resolve(path).toFile();
    }

    /** Returns the servers and their descendants that are still running. */
    List<ProcessHandle> runningProcesses() {
        List<ProcessHandle> servers = processes.stream().map(Process::toHandle).toList();
        return ProcessTree.withDescendants(servers).stream()
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** Returns the servers that are still running, without their descendants. */
    List<ProcessHandle> servers() {
        return processes.stream()
                .filter(Process::isAlive)
                .map(Process::toHandle)
                .toList();
    }
}
