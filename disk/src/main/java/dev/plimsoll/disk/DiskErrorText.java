package dev.plimsoll.disk;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Messages about disk errors. The names of snapshot files are secret IDs. So messages contain at most the path
 * of the folder, and exceptions have no cause.
 */
final class DiskErrorText {

    private DiskErrorText() {}

    static StoreException readError(IOException e, File file) {
        if (!file.exists()) {
            return new StoreException(Reason.GONE, "the snapshot's file no longer exists");
        }
        return new StoreException(Reason.FAILED, "the snapshot's file cannot be read: " + reason(e));
    }

    static StoreException writeError(IOException e, Path folder) {
        if (isDiskFull(e)) {
            return new StoreException(Reason.FULL, "no space is left on the disk of " + folder + ": free some space");
        }
        return new StoreException(Reason.FAILED, "cannot write to " + folder + ": " + reason(e));
    }

    static boolean isDiskFull(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("No space left") || message.contains("quota exceeded");
    }

    static boolean isMissing(IOException e) {
        return e instanceof NoSuchFileException
                || (e instanceof FileNotFoundException
                        && String.valueOf(e.getMessage()).contains("No such file"));
    }

    /** Returns the reason of an error without the path that precedes it in the system's message. */
    static String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof AccessDeniedException || message.contains("Permission denied")) {
            return "permission denied; the folder and its files must belong to this user";
        }
        if (message.contains("Read-only file system")) {
            return "the disk is read-only";
        }
        if (isMissing(e)) {
            return "the folder is missing";
        }
        if (message.contains("Too many open files")) {
            return "too many open files";
        }
        int colon = message.lastIndexOf(": ");
        return colon < 0 ? e.getClass().getSimpleName() : message.substring(colon + 2);
    }
}
