package dev.plimsoll.gateway.daemon;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.run.RunResources;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.work.FairWorkers;
import dev.plimsoll.query.QueryLimits;
import java.util.List;
import java.util.function.Consumer;

/**
 * The heap of the daemon, which its sessions share. A session above its share leaves a tenth of each part to those below
 * theirs. What does not fit is refused, so that the daemon does not run out of memory.
 */
final class DaemonMemory {

    /** Parts of the heap, as divisors. */
    private static final int MESSAGES_DIVISOR = 4;

    private static final int PROGRAMS_DIVISOR = 8;
    private static final int STORES_DIVISOR = 8;
    private static final int QUERY_DIVISOR = 16;

    private final FairPool messages;
    private final FairPool stores;
    private final FairPool programs;
    private final HeavyWork heavyWork = FairWorkers.createForHalf();

    /** @param heapBytes the limit of the heap */
    DaemonMemory(long heapBytes) {
        messages = new FairPool("messages of sessions", heapBytes / MESSAGES_DIVISOR);
        programs = new FairPool("programs", heapBytes / PROGRAMS_DIVISOR);
        stores = new FairPool("results of sessions in memory", heapBytes / STORES_DIVISOR);
    }

    /** Limits the memory of each query in this process, whatever the configurations of sessions allow. */
    static void limitQueries(long heapBytes) {
        System.setProperty(QueryLimits.MAX_MEMORY, Long.toString(heapBytes / QUERY_DIVISOR));
    }

    /** Returns the part of a session. */
    RunResources ofSession(String session, SessionMessages sessionMessages, Consumer<List<TelemetryEntry>> counter) {
        return new RunResources(
                // sessions take turns, whoever their callers are
                (caller, bytes, work) -> heavyWork.run(session + " " + caller, bytes, work),
                sessionMessages,
                () -> programs.inner(session),
                stores.inner(session),
                counter);
    }

    /** Opens the memory for the long messages of a session. */
    SessionMessages messagesOf(String session) {
        return new SessionMessages(messages, session);
    }
}
