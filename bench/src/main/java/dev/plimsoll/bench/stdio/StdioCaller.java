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

/** The client end of a chain of processes. */
final class StdioCaller implements AutoCloseable {

    private static final String OPENING = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}\n";

    private final Process process;
    private final OutputStream to;
    private final LineFramer from;
    private int id;

    StdioCaller(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        to = process.getOutputStream();
        from = new LineFramer(process.getInputStream(), 256 << 20);
    }

    void open() throws IOException {
        send(OPENING);
    }

    void call() throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"id\":" + ++id
                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"n\":" + id + "}}}\n");
    }

    private void send(String line) throws IOException {
        to.write(line.getBytes(StandardCharsets.US_ASCII));
        to.flush();
        Slice answer = from.next();
        if (answer == null) {
            throw new IOException("the chain ended: " + process.info().command().orElse("?"));
        }
    }

    /** Returns the resident memory in megabytes, or 0 if the system does not report it. */
    long residentMegabytes() throws IOException {
        return megabytes("status", "VmRSS:");
    }

    /** Returns the proportional memory in megabytes, where shared pages count partly, or 0 if the system does not report it. */
    long ownMegabytes() throws IOException {
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
        to.close();
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
