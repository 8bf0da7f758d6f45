package dev.plimsoll.bench.stdio;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The client of a chain of processes: starts the chain, and calls a tool through it. */
final class StdioCaller implements AutoCloseable {

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
        JsonWriter json = beginRequest(0, "initialize").string("protocolVersion", "2025-11-25");
        json.beginObject("capabilities").endObject();
        json.beginObject("clientInfo")
                .string("name", "bench")
                .string("version", "1")
                .endObject();
        exchange(json);
    }

    /** Sends the notification that ends the initialization, and lists the tools. */
    void listTools() throws IOException {
        JsonWriter json = new JsonWriter().beginObject().string("jsonrpc", "2.0");
        write(json.string("method", "notifications/initialized").endObject().slice());
        exchange(beginRequest(++id, "tools/list"));
    }

    void call() throws IOException {
        call("t");
    }

    void call(String tool) throws IOException {
        JsonWriter json = beginRequest(++id, "tools/call").string("name", tool);
        exchange(json.beginObject("arguments").number("n", id).endObject());
    }

    /** Begins a request and its parameters. */
    private static JsonWriter beginRequest(int id, String method) {
        JsonWriter json =
                new JsonWriter().beginObject().string("jsonrpc", "2.0").number("id", id);
        return json.string("method", method).beginObject("params");
    }

    /** Ends the request, sends it, and waits for the response. */
    private void exchange(JsonWriter request) throws IOException {
        write(request.endObject().endObject().slice());
        Slice answer = stdout.next();
        if (answer == null) {
            throw new IOException(
                    "the chain of processes ended: " + process.info().command().orElse("?"));
        }
    }

    private void write(Slice message) throws IOException {
        stdin.write(new ByteSink(message.length() + 1).raw(message).ascii("\n").toByteArray());
        stdin.flush();
    }

    /** Returns the resident memory of the first process of the chain, in megabytes, or 0 if the system does not report it. */
    long residentMegabytes() throws IOException {
        return readMegabytes("status", "VmRSS:");
    }

    /**
     * Returns the proportional memory of the first process of the chain, in megabytes, or 0 if the system does not report
     * it. In this number, a memory page that n processes share counts as 1/n.
     */
    long proportionalMegabytes() throws IOException {
        return readMegabytes("smaps_rollup", "Pss:");
    }

    private long readMegabytes(String file, String field) throws IOException {
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
