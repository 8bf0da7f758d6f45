package dev.plimsoll.gateway.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * Creates, replaces, and checks files that contain secrets. Only their owner can read them, even while they are
 * written.
 */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** Returns the attributes of a new folder that only its owner can access. */
    public static FileAttribute<?>[] folderAttributes(Path path) {
        return attributes(path, "rwx------");
    }

    /** Returns the attributes of a new file that only its owner can access. */
    public static FileAttribute<?>[] fileAttributes(Path path) {
        return attributes(path, "rw-------");
    }

    /**
     * Checks that only the owner can access the file.
     *
     * @param what the content of the file in the message, such as "this key"
     * @throws IOException if other users can; the message is written for people
     */
    public static void requirePrivate(Path file, String what) throws IOException {
        if (!isPosix(file)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        for (PosixFilePermission permission : permissions) {
            if (!permission.name().startsWith("OWNER_")) {
                throw new IOException(file + ": other users may read " + what + "; chmod 600 it");
            }
        }
    }

    /**
     * Replaces a file, or creates it, and its folder if needed. Other processes read either the old or the
     * new content, never a mixture.
     *
     * @throws IOException if it cannot be written; the file is then unchanged
     */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Files.createDirectories(folder, folderAttributes(folder));
        Path temporary = Files.createTempFile(folder, file.getFileName().toString(), ".tmp", fileAttributes(folder));
        try {
            Files.write(temporary, bytes);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
