package dev.plimsoll.gateway.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Objects;

/**
 * Writes files atomically: writes a draft in the same folder, forces it to disk, and renames or links it. A new file is
 * never less private than the one that it replaces, because these files contain secrets.
 */
public final class AtomicFileWriter {

    private AtomicFileWriter() {}

    /** Replaces the content of a file, which keeps its owner and permissions. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path draft = writeDraft(file, bytes, file);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder(file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Creates a file with the owner and permissions of another. Returns false if it already exists. */
    public static boolean create(Path file, byte[] bytes, Path original) throws IOException {
        Path draft = writeDraft(file, bytes, original);
        try {
            publish(draft, file);
            syncFolder(file);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Gives the draft its final name by a link, which never replaces a file. Without support for links, renames it. */
    private static void publish(Path draft, Path file) throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(draft, file);
        }
    }

    private static Path writeDraft(Path file, byte[] bytes, Path original) throws IOException {
        Path folder = folderOf(file);
        Path draft = createDraft(file, folder);
        try {
            try (FileChannel out = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                ByteBuffer remaining = ByteBuffer.wrap(bytes);
                while (remaining.hasRemaining()) {
                    out.write(remaining);
                }
                out.force(true);
            }
            copyPermissions(original, draft);
            return draft;
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw new IOException(
                    "cannot write to " + folder + ": " + describe(e) + "; " + file.getFileName() + " is unchanged", e);
        }
    }

    private static Path createDraft(Path file, Path folder) throws IOException {
        try {
            // only its owner can read it until it gets the permissions of the original
            return Files.createTempFile(folder, "." + file.getFileName() + ".", ".tmp");
        } catch (IOException e) {
            throw new IOException("cannot write to " + folder + ": " + describe(e) + "; nothing was written", e);
        }
    }

    private static void copyPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView source = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (source == null || view == null) {
            return;
        }
        PosixFileAttributes sourceAttributes = source.readAttributes();
        PosixFileAttributes targetAttributes = view.readAttributes();
        if (!targetAttributes.owner().equals(sourceAttributes.owner())) {
            view.setOwner(sourceAttributes.owner());
        }
        if (!targetAttributes.group().equals(sourceAttributes.group())) {
            view.setGroup(sourceAttributes.group());
        }
        view.setPermissions(sourceAttributes.permissions());
    }

    /**
     * Forces the folder to disk, so that the rename survives a power failure. Not every system allows opening a folder.
     */
    private static void syncFolder(Path file) {
        try (FileChannel folder = FileChannel.open(folderOf(file), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // even without this, the file has either the old or the new content
        }
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    private static String describe(IOException e) {
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        if (reason != null) {
            return reason;
        }
        return e.getClass().getSimpleName().equals("AccessDeniedException")
                ? "permission denied"
                : e.getClass().getSimpleName();
    }
}
