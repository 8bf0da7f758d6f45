package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.data.PrivateFiles;
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

/** The state of a rollout in a data folder, which several processes read and change. */
public final class RolloutStateFile {

    private static final Object OURS = new Object();

    private final Path folder;
    private final Path file;

    public RolloutStateFile(Path data) {
        this.folder = data.resolve("rollout");
        this.file = folder.resolve("state");
    }

    /**
     * As it is now.
     *
     * @throws IOException in words for people
     */
    public RolloutState read() throws IOException {
        try {
            return RolloutStateCodec.read(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return RolloutState.NONE;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Another text whenever the file is another. */
    String mark() {
        try {
            BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
            return is.fileKey() + " " + is.size() + " " + is.lastModifiedTime();
        } catch (IOException e) {
            return "none";
        }
    }

    /**
     * Changes it as a whole, whoever else changes it now; what came of it.
     *
     * @throws IOException in words for people; nothing has changed then
     */
    public RolloutState change(UnaryOperator<RolloutState> change) throws IOException {
        Files.createDirectories(folder, PrivateFiles.folder(folder));
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // a lock is one of the whole process
        synchronized (OURS) {
            try (FileChannel guard = FileChannel.open(folder.resolve("lock"), options, PrivateFiles.file(folder));
                    FileLock lock = guard.lock()) {
                RolloutState before = read();
                RolloutState after = change.apply(before);
                if (lock.isValid() && !after.equals(before)) {
                    replace(RolloutStateCodec.write(after));
                }
                return after;
            }
        }
    }

    private void replace(byte[] bytes) throws IOException {
        Path aside = folder.resolve("state." + ProcessHandle.current().pid());
        Files.deleteIfExists(aside);
        Files.createFile(aside, PrivateFiles.file(folder));
        Files.write(aside, bytes);
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
