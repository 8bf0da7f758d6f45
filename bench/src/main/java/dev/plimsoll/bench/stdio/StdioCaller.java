package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.LineFramer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The client of a chain of processes: starts the chain, and calls a tool through it. */
final class StdioCaller implements AutoCloseable {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}\n";

    private final Process process;
    private final OutputStream stdin;
    private final LineFramer stdout;
    private int id;

    StdioCaller(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        stdin = process.getOutputStream();
        stdout = new LineFramer(process.getInputStream(), 256 << 20);
    }

    void initialize() throws IOException {
        send(INITIALIZE);
    }

    void call() throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + ++id
                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"n\":" + id + "}}}\n");
    }

    private void send(String line) throws IOException {
        stdin.write(line.getBytes(StandardCharsets.US_ASCII));
        stdin.flush();
        Slice answer = stdout.next();
        if (answer == null) {
            throw new IOException("the chain of processes ended: " + process.info().command().orElse("?"));
        }
    }

    /** Returns the resident memory in megabytes, or 0 if the system does not report it. */
    long residentMegabytes() throws IOException {
        return megabytes("status", "VmRSS:");
    }

    /**
     * Returns the proportional memory in megabytes, or 0 if the system does not report it. In it, a page that n processes share
     * counts as 1/n.
     */
    long proportionalMegabytes() throws IOException {
        return megabytes("smaps_rollup", "Pss:");
    }

    private long megabytes(String file, String field) throws IOException {
        Path statusFile = Path.of("/proc/" + process.pid() + "/" + file);
        if (!Files.isReadable(statusFile)) {
            return 0;
        }
        for (String line : Files.readAllLines(statusFile)) {
            if (line.startsWith(field)) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        stdin.close();
        try {
            if (!process.waitFor(3, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
