package dev.plimsoll.gateway.wrap;

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
 * Writes files so that nobody ever sees half of one, whatever happens: beside the place, to the disk, then by one
 * renaming. A new file is as private as the one it stands for, from its first byte on: these files hold secrets.
 */
final class SafeWrite {

    private SafeWrite() {}

    static void replace(Path file, byte[] bytes) throws IOException {
        Path draft = draft(file, bytes, file);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder(file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** {@code false} if somebody else was there first. */
    static boolean create(Path file, byte[] bytes, Path like) throws IOException {
        Path draft = draft(file, bytes, like);
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

    /** A link never replaces; where there are none, a plain renaming has to do. */
    private static void publish(Path draft, Path file) throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(draft, file);
        }
    }

    private static Path draft(Path file, byte[] bytes, Path like) throws IOException {
        Path folder = folder(file);
        Path draft = created(file, folder);
        try {
            try (FileChannel out = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
                out.force(true);
            }
            copyRights(like, draft);
            return draft;
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw new IOException(
                    "cannot write to " + folder + ": " + reason(e) + "; " + file.getFileName() + " is as it was", e);
        }
    }

    private static Path created(Path file, Path folder) throws IOException {
        try {
            // readable by its owner alone until it has the rights of the other
            return Files.createTempFile(folder, "." + file.getFileName() + ".", ".tmp");
        } catch (IOException e) {
            throw new IOException("cannot write to " + folder + ": " + reason(e) + "; nothing was written", e);
        }
    }

    private static void copyRights(Path from, Path to) throws IOException {
        PosixFileAttributeView source = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        if (source == null || view == null) {
            return;
        }
        PosixFileAttributes wanted = source.readAttributes();
        PosixFileAttributes now = view.readAttributes();
        if (!now.owner().equals(wanted.owner())) {
            view.setOwner(wanted.owner());
        }
        if (!now.group().equals(wanted.group())) {
            view.setGroup(wanted.group());
        }
        view.setPermissions(wanted.permissions());
    }

    /** So that the renaming survives a power cut; not every system lets one open a folder. */
    private static void syncFolder(Path file) {
        try (FileChannel folder = FileChannel.open(folder(file), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // the file is whole either way: the old one or the new one
        }
    }

    private static Path folder(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    private static String reason(IOException e) {
        String said = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        if (said != null) {
            return said;
        }
        return e.getClass().getSimpleName().equals("AccessDeniedException")
                ? "permission denied"
                : e.getClass().getSimpleName();
    }
}
