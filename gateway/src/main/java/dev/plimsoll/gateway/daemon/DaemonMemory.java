package dev.plimsoll.gateway.daemon;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.run.AnswerListener;
import dev.plimsoll.gateway.run.RunResources;
import dev.plimsoll.gateway.statistics.SavingsCounter;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.work.FairWorkers;
import dev.plimsoll.query.QueryLimits;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Divides the heap of the daemon among its sessions. Each pool reserves a tenth of its memory for sessions that use
 * less than their share. A request for memory that does not fit is refused, so that the daemon does not run out of
 * memory.
 */
final class DaemonMemory {

    /** The pools get fractions of the heap: 6 is a sixth. */
    private static final int MESSAGES_DIVISOR = 6;

    private static final int PROGRAMS_DIVISOR = 8;
    private static final int STORES_DIVISOR = 8;
    private static final int QUERY_DIVISOR = 32;

    /** Heap size in bytes up to which a daemon without sessions does not run the garbage collector. */
    private static final long MAX_IDLE_HEAP = 48L << 20;

    private final FairPool messages;
    private final FairPool stores;
    private final FairPool programs;
    private final HeavyWork heavyWork = FairWorkers.createForHalfOfHeap();
    private final AtomicInteger lastSession = new AtomicInteger();
    /** Number of sessions that had begun at the last call of {@link #returnUnusedHeap}. */
    private int lastBegunSessions;

    /** @param heapBytes the limit of the heap */
    DaemonMemory(long heapBytes) {
        messages = new FairPool("messages of sessions", heapBytes / MESSAGES_DIVISOR);
        programs = new FairPool("programs", heapBytes / PROGRAMS_DIVISOR);
        stores = new FairPool("results of sessions in memory", heapBytes / STORES_DIVISOR);
    }

    /** Limits the memory of each query in this process, even if the configuration of a session allows more. */
    static void limitQueries(long heapBytes) {
        System.setProperty(QueryLimits.MAX_MEMORY_PROPERTY, Long.toString(heapBytes / QUERY_DIVISOR));
    }

    /**
     * Gives the heap of ended sessions back to the operating system, if the heap is large. The caller makes sure that
     * no session is running. Returns false, and does nothing, if no session has begun since the last call.
     *
     * @param begunSessions number of sessions that have begun until now
     */
    boolean returnUnusedHeap(int begunSessions) {
        if (begunSessions == lastBegunSessions) {
            return false;
        }
        lastBegunSessions = begunSessions;
        if (Runtime.getRuntime().totalMemory() > MAX_IDLE_HEAP) {
            System.gc();
        }
        return true;
    }

    /**
     * Opens the resources of a session.
     *
     * @param allEntries receives the telemetry entries of all sessions
     * @param answers receives the answers of all sessions
     */
    SessionResources open(Consumer<List<TelemetryEntry>> allEntries, AnswerListener answers) {
        String session = String.valueOf(lastSession.incrementAndGet());
        SessionMessages sessionMessages = new SessionMessages(messages, session);
        SavingsCounter savings = new SavingsCounter();
        RunResources run = new RunResources(
                // sessions are scheduled separately, even if several of them have the same caller
                (caller, bytes, work) -> heavyWork.run(session + " " + caller, bytes, work),
                sessionMessages,
                () -> programs.createInner(session),
                stores.createInner(session),
                savings.andThen(allEntries),
                answers);
        return new SessionResources(run, sessionMessages, savings);
    }
}
