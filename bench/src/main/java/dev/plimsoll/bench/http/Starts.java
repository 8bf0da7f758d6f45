package dev.plimsoll.bench.http;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the time from the start of the {@code serve} process to the first answer through it. */
final class Starts {

    private static final double GOAL_MILLIS = 600;

    private Starts() {}

    static void measure(GatewayProcess gatewayProcess, int upstream, int rounds, HttpReport httpReport)
            throws IOException {
        double[] plimsoll = new double[rounds];
        double[] blind = new double[rounds];
        double[] bareJvm = new double[rounds];
        double[] ratios = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            long startNanos = System.nanoTime();
            try (Program program = gatewayProcess.plimsoll("")) {
                plimsoll[i] = firstAnswer(program, startNanos);
            }
            startNanos = System.nanoTime();
            try (Program program = Program.startJava(BlindHttpProxy.class, List.of("-XX:+UseG1GC"), "" + upstream)) {
                blind[i] = firstAnswer(program, startNanos);
            }
            bareJvm[i] = bareJvm();
            ratios[i] = plimsoll[i] / bareJvm[i];
        }
        double start = HttpReport.median(plimsoll);
        httpReport.add(
                "start of serve",
                String.format(
                        Locale.ROOT,
                        "first answer after %.0f ms, %.1f x java -version (%.0f ms); the blind proxy, without an AOT"
                                + " cache, %.0f ms; goal ≤ %.0f ms: %s",
                        start,
                        HttpReport.median(ratios),
                        HttpReport.median(bareJvm),
                        HttpReport.median(blind),
                        GOAL_MILLIS,
                        start <= GOAL_MILLIS ? "met" : "MISSED"),
                Map.of(
                        "millis", start,
                        "ratioToJavaVersion", HttpReport.median(ratios),
                        "javaVersionMillis", HttpReport.median(bareJvm),
                        "blindProxyMillis", HttpReport.median(blind)));
    }

    /** Returns the milliseconds to the first answer. */
    private static double firstAnswer(Program program, long startNanos) throws IOException {
        try (LoadClient loadClient = new LoadClient(program.port(), "small", false)) {
            loadClient.firstCall();
            return (System.nanoTime() - startNanos) / 1e6;
        }
    }

    private static double bareJvm() throws IOException {
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(Program.java(), "-XX:+UseG1GC", "-version")
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        return (System.nanoTime() - startNanos) / 1e6;
    }
}
