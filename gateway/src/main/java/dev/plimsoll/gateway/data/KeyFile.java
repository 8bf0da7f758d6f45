package dev.plimsoll.gateway.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Key for cursors, in a file that only its owner can read. It is written to a temporary file and then linked into
 * place: if several processes start at once, the first wins, and no process reads half a key.
 */
public final class KeyFile {

    private static final String NAME = "cursor.key";
    private static final int BYTES = 32;
    private static final int LONGEST = 4096;

    private KeyFile() {}

    /**
     * Returns the key in this folder, and creates it if there is none.
     *
     * @throws IOException if that fails; the message is written for people
     */
    public static byte[] in(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        try {
            return read(file);
        } catch (NoSuchFileException e) {
            return made(folder, file);
        }
    }

    private static byte[] read(Path file) throws IOException {
        if (Files.size(file) > LONGEST) {
            throw new IOException(file + ": is not a key: it has more than " + LONGEST + " bytes");
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        PrivateFiles.require(file, "this key");
        try {
            byte[] key = HexFormat.of().parseHex(text);
            if (key.length >= BYTES) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new IOException(file + ": is not a key of at least " + BYTES + " bytes in hex; move it away to get a new key"
                + " (earlier cursors become invalid)");
    }

    private static byte[] made(Path folder, Path file) throws IOException {
        Files.createDirectories(folder, PrivateFiles.folder(folder));
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        Path temporary = Files.createTempFile(folder, NAME, ".new", PrivateFiles.file(folder));
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
