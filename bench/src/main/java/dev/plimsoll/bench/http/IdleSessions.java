package dev.plimsoll.bench.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the memory of an idle session. The session is initialized and has had one call, but has no event stream, and the
 * connection of its client is closed. Plimsoll keeps its connection to the server for a minute after the call.
 */
final class IdleSessions {

    /** The heap in which 10,000 sessions must fit. */
    private static final String OPTIONS = "-Xmx512m";

    private static final double GOAL_KILOBYTES = 10;

    /**
     * The number of sessions that are opened before the first measurement, so that the classes and caches that they load are
     * not measured.
     */
    private static final int WARM_UP_SESSIONS = 100;

    /** Somewhat longer than the time for which Plimsoll keeps an unused connection to a server. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(65);

    private IdleSessions() {}

    static void measure(ProxyLauncher proxyLauncher, int sessions, HttpReport httpReport)
            throws IOException, InterruptedException {
        try (ListeningProcess process = proxyLauncher.startPlimsoll(OPTIONS)) {
            openSessions(process, WARM_UP_SESSIONS);
            long heapBefore = process.liveBytes();
            long residentBefore = process.residentBytes();
            long startNanos = System.nanoTime();
            openSessions(process, sessions);
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            double recentKilobytesEach = (process.liveBytes() - heapBefore) / 1e3 / sessions;
            Thread.sleep(KEEP_ALIVE);
            double heapKilobytesEach = (process.liveBytes() - heapBefore) / 1e3 / sessions;
            double residentKilobytesEach = (process.residentBytes() - residentBefore) / 1e3 / sessions;
            double residentMegabytes = process.residentBytes() / 1e6;
            httpReport.add(
                    "idle sessions",
                    String.format(
                            Locale.ROOT,
                            "%,d opened, %,.0f a second: %.1f KB of heap each after the last call, %.1f KB after %d seconds"
                                    + " (goal ≤ %.0f KB: %s), %.1f KB resident each; the process: %.0f MB resident with"
                                    + " %s",
                            sessions,
                            sessions / seconds,
                            recentKilobytesEach,
                            heapKilobytesEach,
                            KEEP_ALIVE.toSeconds(),
                            GOAL_KILOBYTES,
                            heapKilobytesEach <= GOAL_KILOBYTES ? "met" : "MISSED",
                            residentKilobytesEach,
                            residentMegabytes,
                            OPTIONS),
                    Map.of(
                            "sessions", (double) sessions,
                            "recentKilobytesEach", recentKilobytesEach,
                            "heapKilobytesEach", heapKilobytesEach,
                            "residentKilobytesEach", residentKilobytesEach,
                            "residentMegabytes", residentMegabytes));
        }
    }

    private static void openSessions(ListeningProcess process, int sessions) throws IOException {
        for (int i = 0; i < sessions; i++) {
            try (LoadClient loadClient = new LoadClient(process.port(), "small", false)) {
                // the call is made so that the memory that a session's first call needs is included
                loadClient.firstCall();
            }
        }
    }
}
