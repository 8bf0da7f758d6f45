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
 * Polls files for changes. Polling finds what system notifications miss: replaced files, changed links, remote folders.
 */
final class FileWatcher implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(200);
    /**
     * Interval for checking that a file written in place is complete. After {@code MAX_STABILITY_CHECKS} checks it counts as complete.
     */
    private static final Duration SETTLED = Duration.ofMillis(50);

    private static final Duration JUST_NOW = Duration.ofSeconds(10);
    private static final int LOOKS = 20;
    private static final Duration LAST_CHANGE = Duration.ofSeconds(5);

    private final List<Path> places;
    private final Runnable changed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private List<String> seen;
    private volatile @Nullable Thread thread;

    private FileWatcher(List<Path> places, Runnable changed) {
        this.places = List.copyOf(places);
        this.changed = changed;
        this.seen = places.stream().map(FileWatcher::first).toList();
    }

    /**
     * Returns the initial state. A file that was just written may have changed after it was read, so it counts as
     * changed.
     */
    private static String first(Path place) {
        try {
            FileTime written = Files.getLastModifiedTime(place);
            boolean justNow = written.toInstant().isAfter(Instant.now().minus(JUST_NOW));
            return justNow ? "written just now" : look(place);
        } catch (IOException e) {
            return look(place);
        }
    }

    static FileWatcher of(List<Path> places, Runnable changed) {
        FileWatcher fileWatcher = new FileWatcher(places, changed);
        fileWatcher.thread = Thread.ofVirtual().name("plimsoll-watch").start(fileWatcher::keepLooking);
        return fileWatcher;
    }

    private void keepLooking() {
        while (!pause(EVERY)) {
            List<String> now = look();
            if (!now.equals(seen)) {
                seen = settled(now);
                changed.run();
            }
        }
    }

    private List<String> settled(List<String> first) {
        List<String> last = first;
        for (int i = 0; i < LOOKS && !pause(SETTLED); i++) {
            List<String> now = look();
            if (now.equals(last)) {
                return now;
            }
            last = now;
        }
        return last;
    }

    /** Waits; returns whether the watcher was closed. */
    private boolean pause(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private List<String> look() {
        List<String> found = new ArrayList<>(places.size());
        for (Path place : places) {
            found.add(look(place));
        }
        return found;
    }

    private static String look(Path place) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(place, BasicFileAttributes.class);
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
            // a change that was already found is completed, including its audit
            var _ = watcher.join(LAST_CHANGE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
