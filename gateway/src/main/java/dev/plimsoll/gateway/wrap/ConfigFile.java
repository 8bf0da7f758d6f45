package dev.plimsoll.gateway.wrap;

import dev.plimsoll.gateway.file.AtomicFileWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Configuration file of a client, which is read and replaced completely. Its backups are in the same folder, and are
 * never overwritten.
 *
 * @param path the path as given
 * @param target the real path, without links
 */
record ConfigFile(Path path, Path target, byte[] bytes, String text) {

    private static final String BACKUP_SUFFIX = ".plimsoll-backup";
    private static final long MAX_BYTES = 256L << 20;

    static ConfigFile read(Path path) throws WrapException, IOException {
        try {
            Path target = path.toRealPath();
            if (Files.isDirectory(target)) {
                throw new WrapException(path + " is a directory: must be a client's configuration file");
            } else if (!Files.isRegularFile(target)) {
                throw new WrapException(path + " is not a regular file");
            } else if (Files.size(target) > MAX_BYTES) {
                throw new WrapException(path + " is too large: the maximum is " + (MAX_BYTES >> 20) + " MB");
            }
            byte[] bytes = Files.readAllBytes(target);
            return new ConfigFile(path, target, bytes, decode(path, bytes));
        } catch (NoSuchFileException e) {
            throw new WrapException(path + " does not exist");
        } catch (AccessDeniedException e) {
            throw new WrapException(path + " cannot be read: permission denied");
        }
    }

    FileFormat format() {
        return FileFormat.of(path);
    }

    /** Decodes the bytes. Throws if they are not UTF-8, because the text must be written back without changes. */
    private static String decode(Path path, byte[] bytes) throws WrapException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            // the byte order mark of UTF-16 is FE FF or FF FE
            boolean isUtf16 = bytes.length > 1 && (bytes[0] & bytes[1] & 0xff) == 0xfe && bytes[0] != bytes[1];
            throw new WrapException(
                    path + " is not " + (isUtf16 ? "UTF-8 but UTF-16" : "UTF-8") + ": save it as UTF-8");
        }
    }

    void requireWritable() throws IOException {
        if (!Files.isWritable(target)) {
            throw new IOException(path + " is not writable; nothing was written");
        }
    }

    /** Creates a backup, unless one with this content exists, and returns its path. */
    Path backUp() throws IOException {
        for (int i = 1; ; i++) {
            Path backup = backupPath(i);
            if (!Files.exists(backup) && AtomicFileWriter.create(backup, bytes, target)) {
                return backup;
            } else if (hasContent(backup, bytes)) {
                return backup;
            }
        }
    }

    /** Writes a new text to the file. Throws if another program has changed the file since it was read. */
    void overwrite(String newText) throws IOException {
        byte[] currentBytes = Files.readAllBytes(target);
        if (!Arrays.equals(currentBytes, bytes)) {
            throw new IOException(path + " was changed by another program; nothing was written; try again");
        }
        AtomicFileWriter.replace(target, newText.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the backups, oldest first. */
    List<Path> backups() {
        List<Path> backups = new ArrayList<>();
        for (int i = 1; Files.exists(backupPath(i)); i++) {
            backups.add(backupPath(i));
        }
        return backups;
    }

    /** Returns the backup with a text; null if there is none. */
    @Nullable Path findBackup(String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        for (Path backup : backups()) {
            if (hasContent(backup, bytes)) {
                return backup;
            }
        }
        return null;
    }

    private Path backupPath(int number) {
        String name = Objects.requireNonNull(path.getFileName()) + BACKUP_SUFFIX;
        return path.resolveSibling(number == 1 ? name : name + "-" + number);
    }

    private static boolean hasContent(Path file, byte[] content) throws IOException {
        return Files.isReadable(file)
                && Files.isRegularFile(file)
                && Files.size(file) == content.length
                && Arrays.equals(Files.readAllBytes(file), content);
    }
}
