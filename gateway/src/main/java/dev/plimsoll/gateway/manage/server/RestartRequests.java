package dev.plimsoll.gateway.manage.server;

import dev.plimsoll.gateway.config.key.NameRule;
import dev.plimsoll.gateway.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Requests of other processes to restart servers. The data folder has a file for each server for which there was a
 * request; its modification time is the time of the last request. Every gateway that uses the folder polls
 * these files.
 */
public final class RestartRequests implements AutoCloseable {

    private static final String FOLDER = "restart-requests";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private final Path folder;
    private final Runnable poll;
    private final Consumer<Throwable> onFailure;
    private final Map<String, Long> lastTimeByName = new HashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private RestartRequests(
            Path data, Supplier<List<String>> names, Consumer<String> onRequest, Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
        this.folder = data.resolve(FOLDER);
        this.poll = () -> names.get().forEach(name -> check(name, onRequest));
    }

    /** Asks the gateways that use a data folder to restart a server. */
    public static void request(Path data, String server) throws IOException {
        if (!NameRule.NAME.allows(server)) {
            throw new IllegalArgumentException("'" + server + "' is not the name of a server");
        }
        Path folder = data.resolve(FOLDER);
        Files.createDirectories(folder, PrivateFiles.folderAttributes(folder));
        Path file = folder.resolve(server);
        if (!Files.exists(file)) {
            Files.createFile(file, PrivateFiles.fileAttributes(file));
        }
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    }

    /**
     * Starts to poll for requests. Ignores the requests that already exist.
     *
     * @param names returns the names of the servers whose requests are polled
     * @param onRequest receives the name of a server that is to be restarted
     * @param onFailure receives what {@code onRequest} throws
     */
    public static RestartRequests startPolling(
            Path data, Supplier<List<String>> names, Consumer<String> onRequest, Consumer<Throwable> onFailure) {
        RestartRequests requests = new RestartRequests(data, names, onRequest, onFailure);
        names.get().forEach(name -> requests.check(name, _ -> {}));
        Thread.ofVirtual().name("plimsoll-restarts").start(requests::run);
        return requests;
    }

    private void run() {
        try {
            while (!closed.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    poll.run();
                } catch (RuntimeException | OutOfMemoryError e) {
                    // later requests must be handled even if one fails
                    onFailure.accept(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void check(String name, Consumer<String> onRequest) {
        // 0 without a file, and without the cost of an exception at each poll
        long time = folder.resolve(name).toFile().lastModified();
        // the first check of a name only records the time: the file may be from an old request
        Long lastTime = lastTimeByName.put(name, time);
        if (time != 0 && lastTime != null && time != lastTime) {
            onRequest.accept(name);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
