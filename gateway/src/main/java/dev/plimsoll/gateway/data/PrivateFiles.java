package dev.plimsoll.gateway.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates and checks files that contain secrets: only their owner can read them, from the first byte on. */
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
     * @throws IOException if others can; the message is written for people
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
