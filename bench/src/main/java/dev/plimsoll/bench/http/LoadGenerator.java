package dev.plimsoll.bench.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Generates load with clients that each send their next call when they have the answer to the previous one. */
final class LoadGenerator {

    private LoadGenerator() {}

    /**
     * The measured values of a run.
     *
     * @param rate successful answers per second
     * @param p50 the median time of successful calls in nanoseconds
     * @param p99 the 99th percentile of these times
     * @param processorNanos the processor time of the called process for each successful answer, in nanoseconds
     */
    record Sample(double rate, double p50, double p99, double processorNanos, long errors) {}

    /** Runs the clients against a process for that time. */
    static Sample run(ListeningProcess calledProcess, List<LoadClient> clients, long nanos)
            throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<ClientLoop> loops = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (LoadClient loadClient : clients) {
            ClientLoop clientLoop = new ClientLoop(loadClient, start, nanos);
            loops.add(clientLoop);
            // platform threads, because the scheduling of virtual threads would add to the measured times
            threads.add(Thread.ofPlatform().start(clientLoop));
        }
        long startProcessorNanos = calledProcess.processorNanos();
        long startNanos = System.nanoTime();
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        long processorNanos = calledProcess.processorNanos() - startProcessorNanos;
        LatencyHistogram merged = new LatencyHistogram();
        long errors = 0;
        for (ClientLoop clientLoop : loops) {
            merged.add(clientLoop.times);
            errors += clientLoop.errors;
        }
        return new Sample(
                merged.count() / seconds,
                merged.quantile(0.5),
                merged.quantile(0.99),
                processorNanos / (double) Math.max(1, merged.count()),
                errors);
    }

    /** The loop of one client. */
    private static final class ClientLoop implements Runnable {

        private final LoadClient loadClient;
        private final CountDownLatch start;
        private final long nanos;
        private final LatencyHistogram times = new LatencyHistogram();
        private long errors;

        ClientLoop(LoadClient loadClient, CountDownLatch start, long nanos) {
            this.loadClient = loadClient;
            this.start = start;
            this.nanos = nanos;
        }

        @Override
        public void run() {
            try {
                start.await();
            } catch (InterruptedException e) {
                return;
            }
            long startNanos = System.nanoTime();
            long deadlineNanos = startNanos + nanos;
            while (startNanos < deadlineNanos) {
                boolean isSuccess = loadClient.call();
                long endNanos = System.nanoTime();
                if (isSuccess) {
                    times.add(endNanos - startNanos);
                } else {
                    errors++;
                }
                startNanos = endNanos;
            }
        }
    }
}
