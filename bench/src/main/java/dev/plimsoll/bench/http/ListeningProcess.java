package dev.plimsoll.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that listens on a port. */
final class ListeningProcess implements AutoCloseable {

    static final String JAVA_HOME = System.getProperty("java.home");

    private static final long START_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Process process;
    private final int port;

    private ListeningProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static String javaCommand() {
        return Path.of(JAVA_HOME, "bin", "java").toString();
    }

    /** Starts a program of the benchmark, which prints its port on standard output. */
    static ListeningProcess startJava(Class<?> main, List<String> flags, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(javaCommand()));
        command.addAll(flags);
        command.addAll(List.of(
                "-Dslf4j.internal.verbosity=ERROR", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String line = out.readLine();
        if (line == null) {
            throw new IOException(main.getSimpleName() + " did not start");
        }
        return new ListeningProcess(process, Integer.parseInt(line));
    }

    /** Starts any program that listens on the given port, and waits until it accepts connections. */
    static ListeningProcess start(List<String> command, Map<String, String> environment, int port) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT);
        builder.environment().putAll(environment);
        ListeningProcess process = new ListeningProcess(builder.start(), port);
        long startNanos = System.nanoTime();
        while (!process.isListening()) {
            if (!process.process.isAlive() || System.nanoTime() - startNanos > START_TIMEOUT_NANOS) {
                process.close();
                throw new IOException(command.getFirst() + " does not listen");
            }
            pause();
        }
        return process;
    }

    private boolean isListening() {
        try (RawHttpConnection _ = new RawHttpConnection(port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Returns a port that is currently free. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    /**
     * Returns the processor time that the process and its children have used, in nanoseconds; 0 if
     * the system does not report it.
     */
    long processorNanos() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(handle ->
                        handle.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
                .sum();
    }

    /** Returns the resident memory, or 0 if the system does not report it. */
    long residentBytes() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        return 0;
    }

    /** Runs a full garbage collection in a Java program, and returns the memory of the objects that remain. */
    long liveBytes() throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(JAVA_HOME, "bin", "jcmd").toString(), "" + process.pid(), "GC.class_histogram")
                .redirectError(Redirect.INHERIT)
                .start();
        String out = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (String line : out.split("\n")) {
            if (line.startsWith("Total")) {
                return Long.parseLong(line.strip().split("\\s+")[2]);
            }
        }
        throw new IOException("jcmd printed no total of the heap");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
