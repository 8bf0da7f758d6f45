package dev.plimsoll.gateway.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Polls files for changes. Unlike notifications of the operating system, polling also notices replaced files,
 * changed links, and changes in remote folders.
 */
final class FileWatcher implements AutoCloseable {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    /**
     * Interval between checks whether a changed file still changes, because its writer may not have finished.
     * After {@code MAX_STABILITY_CHECKS} checks, the file counts as complete.
     */
    private static final Duration STABILITY_INTERVAL = Duration.ofMillis(50);

    private static final Duration MAX_RECENT_AGE = Duration.ofSeconds(10);
    private static final int MAX_STABILITY_CHECKS = 20;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final List<Path> files;
    private final Runnable onChange;
    private final CountDownLatch closed = new CountDownLatch(1);
    private List<String> lastStates;
    private volatile @Nullable Thread thread;

    private FileWatcher(List<Path> files, Runnable onChange) {
        this.files = List.copyOf(files);
        this.onChange = onChange;
        this.lastStates = files.stream().map(FileWatcher::initialState).toList();
    }

    /**
     * Returns the initial state of a file. A file with a very recent change gets a state that no later state
     * equals, so that it is read again: it may have changed after it was read at the start.
     */
    private static String initialState(Path file) {
        try {
            FileTime modifiedAt = Files.getLastModifiedTime(file);
            boolean isRecent = modifiedAt.toInstant().isAfter(Instant.now().minus(MAX_RECENT_AGE));
            return isRecent ? "written just now" : readState(file);
        } catch (IOException e) {
            return readState(file);
        }
    }

    static FileWatcher start(List<Path> files, Runnable onChange) {
        FileWatcher fileWatcher = new FileWatcher(files, onChange);
        fileWatcher.thread = Thread.ofVirtual().name("plimsoll-watch").start(fileWatcher::poll);
        return fileWatcher;
    }

    private void poll() {
        while (!awaitClosed(POLL_INTERVAL)) {
            List<String> states = readStates();
            if (!states.equals(lastStates)) {
                lastStates = waitUntilStable(states);
                onChange.run();
            }
        }
    }

    private List<String> waitUntilStable(List<String> initialStates) {
        List<String> previousStates = initialStates;
        for (int i = 0; i < MAX_STABILITY_CHECKS && !awaitClosed(STABILITY_INTERVAL); i++) {
            List<String> states = readStates();
            if (states.equals(previousStates)) {
                return states;
            }
            previousStates = states;
        }
        return previousStates;
    }

    /** Waits; returns whether the watcher was closed. */
    private boolean awaitClosed(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private List<String> readStates() {
        List<String> states = new ArrayList<>(files.size());
        for (Path file : files) {
            states.add(readState(file));
        }
        return states;
    }

    private static String readState(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.size() + " " + attributes.lastModifiedTime();
        } catch (IOException e) {
            return "none";
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Thread watcher = thread;
        if (watcher == null || watcher.equals(Thread.currentThread())) {
            return;
        }
        try {
            // wait until a reload that has already begun ends, including its entry in the audit log
            var _ = watcher.join(CLOSE_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
