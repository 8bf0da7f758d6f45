package dev.plimsoll.gateway.data;

import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.file.PrivateFiles;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Reads and creates the file with the key for cursors, which only its owner can read. A new key is written to a
 * temporary file, which is then linked under the final name. Therefore, processes that start at the same time all use
 * the key of the first one, and no process reads an incomplete key.
 */
public final class KeyFile {

    private static final String FILE_NAME = "cursor.key";
    private static final int MIN_KEY_BYTES = 32;
    private static final int MAX_FILE_BYTES = 4096;

    private KeyFile() {}

    /**
     * Returns the configured key, or else the key in the data folder. If the folder cannot be used, returns a new key
     * for this process.
     */
    static byte[] load(Configuration configuration, Log log) {
        SecretValue configuredKey = configuration.cursor().key();
        if (configuredKey != null) {
            return configuredKey.revealBytes();
        }
        try {
            return readOrCreate(configuration.data());
        } catch (IOException e) {
            log.log(
                    LogSeverity.WARN,
                    "no key file: cursors are valid only in this process",
                    "why",
                    String.valueOf(e.getMessage()));
            byte[] key = new byte[MIN_KEY_BYTES];
            new SecureRandom().nextBytes(key);
            return key;
        }
    }

    /**
     * Returns the key in this folder, and creates it if there is none.
     *
     * @throws IOException if that fails; the message is written for people
     */
    public static byte[] readOrCreate(Path folder) throws IOException {
        Path file = folder.resolve(FILE_NAME);
        try {
            return read(file);
        } catch (NoSuchFileException e) {
            return create(folder, file);
        }
    }

    private static byte[] read(Path file) throws IOException {
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IOException(file + ": is not a key: it has more than " + MAX_FILE_BYTES + " bytes");
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        PrivateFiles.requirePrivate(file, "this key");
        try {
            byte[] key = HexFormat.of().parseHex(text);
            if (key.length >= MIN_KEY_BYTES) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new IOException(file + ": is not a key of at least " + MIN_KEY_BYTES
                + " bytes in hex; move it away to get a new key (earlier cursors become invalid)");
    }

    private static byte[] create(Path folder, Path file) throws IOException {
        Files.createDirectories(folder, PrivateFiles.folderAttributes(folder));
        byte[] key = new byte[MIN_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path temporary = Files.createTempFile(folder, FILE_NAME, ".new", PrivateFiles.fileAttributes(folder));
        try {
            Files.writeString(temporary, HexFormat.of().formatHex(key) + "\n");
            Files.createLink(file, temporary);
            return key;
        } catch (FileAlreadyExistsException e) {
            return read(file);
        } catch (UnsupportedOperationException e) {
            // the file system does not support links
            Files.move(temporary, file);
            return read(file);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
