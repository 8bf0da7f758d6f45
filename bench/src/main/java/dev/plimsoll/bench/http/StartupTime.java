package dev.plimsoll.bench.http;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the time from the start of the {@code serve} process to the first answer through it. */
final class StartupTime {

    private static final double GOAL_MILLIS = 600;

    private StartupTime() {}

    static void measure(ProxyLauncher proxyLauncher, int upstreamPort, int rounds, HttpReport httpReport)
            throws IOException {
        double[] plimsollMillis = new double[rounds];
        double[] blindProxyMillis = new double[rounds];
        double[] bareJvmMillis = new double[rounds];
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            long startNanos = System.nanoTime();
            try (ListeningProcess process = proxyLauncher.startPlimsoll("")) {
                plimsollMillis[i] = millisToFirstAnswer(process, startNanos);
            }
            startNanos = System.nanoTime();
            try (ListeningProcess process =
                    ListeningProcess.startJava(BlindHttpProxy.class, List.of("-XX:+UseG1GC"), "" + upstreamPort)) {
                blindProxyMillis[i] = millisToFirstAnswer(process, startNanos);
            }
            bareJvmMillis[i] = measureBareJvm();
            ratios[i] = plimsollMillis[i] / bareJvmMillis[i];
        }
        double start = HttpReport.median(plimsollMillis);
        httpReport.add(
                "start of serve",
                String.format(
                        Locale.ROOT,
                        "first answer after %.0f ms, %.1f x java -version (%.0f ms); the blind proxy, without an AOT"
                                + " cache, %.0f ms; goal ≤ %.0f ms: %s",
                        start,
                        HttpReport.median(ratios),
                        HttpReport.median(bareJvmMillis),
                        HttpReport.median(blindProxyMillis),
                        GOAL_MILLIS,
                        start <= GOAL_MILLIS ? "met" : "MISSED"),
                Map.of(
                        "millis", start,
                        "ratioToJavaVersion", HttpReport.median(ratios),
                        "javaVersionMillis", HttpReport.median(bareJvmMillis),
                        "blindProxyMillis", HttpReport.median(blindProxyMillis)));
    }

    /** Makes the first call, and returns the milliseconds from the start of the process to its answer. */
    private static double millisToFirstAnswer(ListeningProcess process, long startNanos) throws IOException {
        try (LoadClient loadClient = new LoadClient(process.port(), "small", false)) {
            loadClient.firstCall();
            return (System.nanoTime() - startNanos) / 1e6;
        }
    }

    private static double measureBareJvm() throws IOException {
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(ListeningProcess.javaCommand(), "-XX:+UseG1GC", "-version")
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        return (System.nanoTime() - startNanos) / 1e6;
    }
}
