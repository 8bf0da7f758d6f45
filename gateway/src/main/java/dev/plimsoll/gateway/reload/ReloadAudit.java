package dev.plimsoll.gateway.reload;

import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Audit log of changes of the configuration: a file with one line of JSON for each attempt. Only its owner
 * can read it. Secrets are masked.
 */
public final class ReloadAudit {

    /** Name of the file in the data folder. */
    public static final String FILE_NAME = "config-audit.jsonl";

    private static final long MAX_FILE_BYTES = 4L << 20;

    private final Path data;
    private final Path file;
    private final Log log;

    public ReloadAudit(Path data, Log log) {
        this.data = data;
        this.file = data.resolve(FILE_NAME);
        this.log = log;
    }

    /**
     * Appends the line of an attempt. The whole line is written in one step, because several processes may append to
     * the file.
     */
    public void write(ReloadAttempt reloadAttempt) {
        ByteSink line = new ByteSink();
        JsonWriter json = new JsonWriter(line).beginObject();
        json.string("at", reloadAttempt.at().toString()).string("by", reloadAttempt.trigger());
        json.string("result", reloadAttempt.result().label());
        json.array("changes", reloadAttempt.changes(), ReloadAudit::write);
        if (!reloadAttempt.deferredChanges().isEmpty()) {
            json.array("fromNextStart", reloadAttempt.deferredChanges(), ReloadAudit::write);
        }
        if (!reloadAttempt.errors().isEmpty()) {
            json.strings("faults", reloadAttempt.errors());
        }
        json.number("micros", reloadAttempt.micros()).endObject();
        try {
            append(line.ascii("\n").toByteArray());
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "a configuration change was not written to the audit log", "why", e);
        }
    }

    private static void write(ConfigChange configChange, JsonWriter json) {
        json.beginObject().string("path", configChange.path()).string("was", configChange.oldValue());
        json.string("is", configChange.newValue()).endObject();
    }

    private void append(byte[] line) throws IOException {
        Files.createDirectories(data, PrivateFiles.folderAttributes(data));
        if (Files.exists(file) && Files.size(file) > MAX_FILE_BYTES) {
            Files.move(file, file.resolveSibling(FILE_NAME + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        try (FileChannel out = FileChannel.open(file, options, PrivateFiles.fileAttributes(file))) {
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
    }
}
