package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.gateway.file.ServerFileName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** File with the pins of one server. Several processes read and change it. */
final class PinFile {

    static final String SUFFIX = ".json";

    private static final long MAX_BYTES = 128L << 20;
    private static final Object PROCESS_LOCK = new Object();

    private final Path file;

    PinFile(Path file) {
        this.file = file;
    }

    static Path folder(Path data) {
        return data.resolve("pins");
    }

    /**
     * Returns the file of a server. Its name contains a hash of the server's command, or of its URL without
     * credentials.
     */
    static PinFile of(Path data, ServerConfig serverConfig) {
        return new PinFile(folder(data).resolve(ServerFileName.of(serverConfig) + SUFFIX));
    }

    /** Returns the name of the file without its suffix. */
    String id() {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    /** Returns the name of the server, from the name of the file. */
    String server() {
        String id = id();
        return id.substring(0, Math.max(0, id.lastIndexOf('-')));
    }

    /**
     * Reads the pins; returns null if there is no file.
     *
     * @throws IOException if the file cannot be read; the message is written for people
     */
    @Nullable PinSet read() throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("too large");
            }
            return PinSetCodec.decode(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Returns a text that changes whenever the file changes; "none" if there is no file. */
    String version() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        } catch (IOException e) {
            return "none";
        }
    }

    /**
     * Changes the pins while no other process can change them. Returns the new pins.
     *
     * @param ifAbsent the pins to change if there is no file
     * @throws IOException if the file cannot be changed; its content is then unchanged, and the message is written
     *     for people
     */
    PinSet change(PinSet ifAbsent, UnaryOperator<PinSet> change) throws IOException {
        Path folder = file.resolveSibling("");
        Files.createDirectories(folder, PrivateFiles.folderAttributes(folder));
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // a file lock belongs to the whole process, so threads need a lock of their own
        synchronized (PROCESS_LOCK) {
            try (FileChannel lockFile =
                            FileChannel.open(folder.resolve("lock"), options, PrivateFiles.fileAttributes(folder));
                    FileLock lock = lockFile.lock()) {
                PinSet oldPins = read();
                PinSet newPins = change.apply(oldPins == null ? ifAbsent : oldPins);
                if (lock.isValid() && !newPins.equals(oldPins)) {
                    writeFile(PinSetCodec.encode(newPins), folder);
                }
                return newPins;
            }
        }
    }

    private void writeFile(byte[] bytes, Path folder) throws IOException {
        Path temporary = folder.resolve(id() + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PrivateFiles.fileAttributes(folder));
        Files.write(temporary, bytes);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes the file, and returns whether it existed. */
    boolean delete() throws IOException {
        return Files.deleteIfExists(file);
    }
}
