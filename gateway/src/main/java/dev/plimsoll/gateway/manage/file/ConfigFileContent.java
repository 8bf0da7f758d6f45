package dev.plimsoll.gateway.manage.file;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.gateway.file.AtomicFileWriter;
import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Content of a configuration file when it was read. The file is written only if it still has this content. */
final class ConfigFileContent {

    private static final String LOCK_NAME = "config-edit.lock";
    private static final Duration MAX_LOCK_WAIT = Duration.ofSeconds(5);

    private final Path file;
    private final byte[] bytes;
    private final String text;

    private ConfigFileContent(Path file, byte[] bytes, String text) {
        this.file = file;
        this.bytes = bytes;
        this.text = text;
    }

    /**
     * Reads a file. If the path is a symbolic link, the file that it points to is read, and later written.
     *
     * @throws ConfigEditException if it cannot be read or written
     */
    static ConfigFileContent read(Path path) throws ConfigEditException {
        try {
            Path file = path.toRealPath();
            byte[] bytes = Files.readAllBytes(file);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (!Files.isWritable(file)) {
                throw unwritableException(path, "permission denied");
            }
            return new ConfigFileContent(file, bytes, text);
        } catch (CharacterCodingException e) {
            throw new ConfigEditException(ConfigEditException.Reason.INVALID, path + " is not UTF-8", e);
        } catch (IOException e) {
            throw new ConfigEditException(
                    ConfigEditException.Reason.UNWRITABLE, path + " cannot be read; nothing was changed", e);
        }
    }

    private static ConfigEditException unwritableException(Path path, String why) {
        return new ConfigEditException(
                ConfigEditException.Reason.UNWRITABLE, path + " cannot be written: " + why + "; nothing was changed");
    }

    /** Returns the text, with its byte order mark if it has one. */
    String text() {
        return text;
    }

    /**
     * Returns the SHA-256 digest of the content. Clients send it with a change, to say which content they
     * have read.
     */
    String digest() {
        return digest(bytes);
    }

    private static String digest(byte[] content) {
        return HexFormat.of().formatHex(Sha256.of(Slice.of(content)));
    }

    /**
     * Writes a new text to the file, in one step. Its owner and permissions stay. Returns the new content.
     *
     * @throws ConfigEditException if the file has changed meanwhile, or cannot be written
     */
    ConfigFileContent writeFile(String newText) throws ConfigEditException {
        byte[] newBytes = newText.getBytes(StandardCharsets.UTF_8);
        try {
            if (!Arrays.equals(Files.readAllBytes(file), bytes)) {
                throw new ConfigEditException(
                        ConfigEditException.Reason.CONFLICT,
                        file + " was changed by another program meanwhile; nothing was changed");
            }
            AtomicFileWriter.replace(file, newBytes);
            return new ConfigFileContent(file, newBytes, newText);
        } catch (IOException e) {
            throw new ConfigEditException(
                    ConfigEditException.Reason.UNWRITABLE,
                    file + " cannot be written: " + e.getMessage() + "; nothing was changed",
                    e);
        }
    }

    /** Work that runs while no other process changes the configuration. */
    interface LockedWork<T> {
        T run() throws ConfigEditException;
    }

    /**
     * Runs work while this process holds the lock of a data folder.
     *
     * @throws ConfigEditException if another process holds the lock for too long
     */
    static <T> T withLock(Path data, LockedWork<T> work) throws ConfigEditException {
        Path lockFile = data.resolve(LOCK_NAME);
        try {
            Files.createDirectories(data, PrivateFiles.folderAttributes(data));
            try (FileChannel channel = FileChannel.open(
                    lockFile,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PrivateFiles.fileAttributes(lockFile))) {
                long deadline = System.nanoTime() + MAX_LOCK_WAIT.toNanos();
                FileLock lock = tryLock(channel);
                while (lock == null && System.nanoTime() < deadline) {
                    TimeUnit.MILLISECONDS.sleep(20);
                    lock = tryLock(channel);
                }
                if (lock == null) {
                    throw new ConfigEditException(
                            ConfigEditException.Reason.CONFLICT,
                            "another program is changing the configuration; repeat the request");
                }
                // closing the channel releases the lock
                return work.run();
            }
        } catch (IOException e) {
            throw new ConfigEditException(
                    ConfigEditException.Reason.UNWRITABLE,
                    lockFile + " cannot be written: " + e.getMessage() + "; nothing was changed",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConfigEditException(ConfigEditException.Reason.CONFLICT, "interrupted; nothing was changed", e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }
}
