package dev.plimsoll.gateway.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files with secrets in them: nobody but their owner may read them, from their first byte on. */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** What a new folder gets, so that nobody else looks into it. */
    public static FileAttribute<?>[] folder(Path place) {
        return attributes(place, "rwx------");
    }

    /** What a new file gets. */
    public static FileAttribute<?>[] file(Path place) {
        return attributes(place, "rw-------");
    }

    /**
     * Makes sure that it is so.
     *
     * @throws IOException in words for people
     */
    public static void require(Path file, String what) throws IOException {
        if (!posix(file)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        for (PosixFilePermission permission : permissions) {
            if (!permission.name().startsWith("OWNER_")) {
                throw new IOException(file + ": others may read " + what + "; chmod 600 it");
            }
        }
    }

    private static boolean posix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(Path place, String permissions) {
        return posix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
