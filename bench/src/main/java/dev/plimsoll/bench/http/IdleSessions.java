package dev.plimsoll.bench.http;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Measures the memory of an idle session: initialized, without an event stream, and with its connection closed. */
final class IdleSessions {

    /** The heap in which 10,000 sessions must fit. */
    private static final String OPTIONS = "-Xmx512m";

    private static final double GOAL_KILOBYTES = 10;

    /** The number of sessions before the first measurement, to exclude classes and caches that the first ones load. */
    private static final int WARM_UP_SESSIONS = 100;

    private IdleSessions() {}

    static void measure(GatewayProcess gatewayProcess, int sessions, HttpReport httpReport) throws IOException {
        try (Program program = gatewayProcess.plimsoll(OPTIONS)) {
            open(program, WARM_UP_SESSIONS);
            long heapBefore = program.liveBytes();
            long residentBefore = program.residentBytes();
            long startNanos = System.nanoTime();
            open(program, sessions);
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            double perSession = (program.liveBytes() - heapBefore) / 1e3 / sessions;
            double residentPer = (program.residentBytes() - residentBefore) / 1e3 / sessions;
            double residentAll = program.residentBytes() / 1e6;
            httpReport.add(
                    "idle sessions",
                    String.format(
                            Locale.ROOT,
                            "%,d opened, %,.0f a second: %.1f KB of heap each (goal ≤ %.0f KB: %s), %.1f KB resident"
                                    + " each, %.0f MB in all with %s",
                            sessions,
                            sessions / seconds,
                            perSession,
                            GOAL_KILOBYTES,
                            perSession <= GOAL_KILOBYTES ? "met" : "MISSED",
                            residentPer,
                            residentAll,
                            OPTIONS),
                    Map.of(
                            "sessions", (double) sessions,
                            "heapKilobytesEach", perSession,
                            "residentKilobytesEach", residentPer,
                            "residentMegabytes", residentAll));
        }
    }

    private static void open(Program program, int sessions) throws IOException {
        for (int i = 0; i < sessions; i++) {
            try (LoadClient loadClient = new LoadClient(program.port(), "small", false)) {
                // one call each, so that memory of a session's first call is included
                loadClient.firstCall();
            }
        }
    }
}
