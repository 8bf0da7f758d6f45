package dev.plimsoll.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Redis or Valkey server for one test, on a free local port, without persistence. If neither is installed, the
 * test is skipped; in continuous integration it fails.
 */
public final class RedisServer implements AutoCloseable {

    private static final int ATTEMPTS = 5;

    private final Path folder;
    private final List<String> options;
    private final int port;
    private Process process;

    private RedisServer(Path folder, List<String> options, int port, Process process) {
        this.folder = folder;
        this.options = options;
        this.port = port;
        this.process = process;
    }

    /** Starts a server with options of its command line, such as {@code --requirepass secret}. */
    public static RedisServer start(Path folder, String... options) throws IOException {
        List<String> arguments = List.of(options);
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = freePort();
            Process process = launch(folder, arguments, port);
            if (process != null) {
                return new RedisServer(folder, arguments, port, process);
            }
        }
        throw new IOException("redis-server does not start in " + folder + " with " + arguments);
    }

    /** Returns a port that is currently free. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String program() {
        for (String name : List.of("redis-server", "valkey-server")) {
            for (String dir : String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1)) {
                File file = new File(dir, name);
                if (file.canExecute()) {
                    return file.getPath();
                }
            }
        }
        String missing = "neither redis-server nor valkey-server is installed (Debian: apt-get install redis-server)";
        if ("true".equals(System.getenv("CI"))) {
            throw new IllegalStateException(missing);
        }
        return Assumptions.abort(missing);
    }

    private static @Nullable Process launch(Path folder, List<String> options, int port) throws IOException {
        List<String> command = new ArrayList<>(List.of(program()));
        if (options.contains("--sentinel")) {
            command.add(options.get(0)); // the configuration file must come first
        }
        command.addAll(List.of("--port", "" + port, "--bind", "127.0.0.1", "--dir", folder.toString()));
        if (options.contains("--sentinel")) {
            command.add("--sentinel");
        } else {
            command.addAll(List.of("--save", "", "--appendonly", "no"));
            command.addAll(options);
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return hasStarted(process) ? process : null;
    }

    /**
     * Reads the output of the server until it has started. If it has, returns true, and continues to read the output on
     * another thread, because a full pipe would block the server. If the output ends before, returns false.
     */
    private static boolean hasStarted(Process process) throws IOException {
        BufferedReader output = process.inputReader(UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains("eady to accept connections") || line.contains("Sentinel ID is")) {
                Thread reader = new Thread(() -> drain(output), "redis-server");
                reader.setDaemon(true);
                reader.start();
                return true;
            }
        }
        return false;
    }

    private static void drain(BufferedReader output) {
        try {
            while (output.readLine() != null) {
                // the output is not needed
            }
        } catch (IOException e) {
            // the server was killed
        }
    }

    public int port() {
        return port;
    }

    /** Returns {@code redis://127.0.0.1:PORT}. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Kills the server; its data is lost. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Starts an empty server on the same port after {@link #kill}. */
    public void restart() throws IOException {
        Process restarted = launch(folder, options, port);
        if (restarted == null) {
            throw new IOException("redis-server did not restart on port " + port);
        }
        process = restarted;
    }

    /** Suspends the server: its port stays open, but it does not respond. */
    public void suspend() throws IOException {
        signal("-STOP");
    }

    /** Resumes a suspended server. */
    public void resume() throws IOException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException {
        try {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
