package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.file.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.UnaryOperator;

/** File in the data folder with the state of the rollouts. Several processes read and change it. */
public final class RolloutStateFile {

    private static final Object PROCESS_LOCK = new Object();

    private final Path folder;
    private final Path file;

    public RolloutStateFile(Path data) {
        this.folder = data.resolve("rollout");
        this.file = folder.resolve("state");
    }

    /**
     * Reads the current state; the empty state if there is no file.
     *
     * @throws IOException if the file cannot be read; the message is written for people
     */
    public RolloutState read() throws IOException {
        try {
            return RolloutStateCodec.decode(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return RolloutState.NONE;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Returns a text that changes whenever the file changes; "none" if there is no file. */
    String version() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        } catch (IOException e) {
            return "none";
        }
    }

    /**
     * Changes the state while no other process can change it. Returns the new state.
     *
     * @throws IOException if the file cannot be changed; its content is then the same as before, and the message is
     *     written for people
     */
    public RolloutState change(UnaryOperator<RolloutState> change) throws IOException {
        Files.createDirectories(folder, PrivateFiles.folderAttributes(folder));
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // a file lock belongs to the whole process, so threads need a lock of their own
        synchronized (PROCESS_LOCK) {
            try (FileChannel lockFile =
                            FileChannel.open(folder.resolve("lock"), options, PrivateFiles.fileAttributes(folder));
                    FileLock lock = lockFile.lock()) {
                RolloutState oldState = read();
                RolloutState newState = change.apply(oldState);
                if (lock.isValid() && !newState.equals(oldState)) {
                    replaceFile(RolloutStateCodec.encode(newState));
                }
                return newState;
            }
        }
    }

    private void replaceFile(byte[] bytes) throws IOException {
        Path temporary = folder.resolve("state." + ProcessHandle.current().pid());
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PrivateFiles.fileAttributes(folder));
        Files.write(temporary, bytes);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
