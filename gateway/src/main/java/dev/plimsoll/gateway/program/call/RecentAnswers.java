package dev.plimsoll.gateway.program.call;

import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.query.program.ProgramCall;
import dev.plimsoll.query.program.ToolAnswer;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers to the calls of recent programs, so that a corrected program does not make equal calls again. An
 * answer is used only for the same caller and the same configuration. A call that may change something drops
 * all answers of its server. Thread-safe.
 */
public final class RecentAnswers {

    private static final long MAX_BYTES = 32L << 20;
    private static final long MAX_ANSWER_BYTES = 4L << 20;

    private static final int MAX_TOOLS = 100_000;

    private final long reuseNanos;
    private final LongSupplier nanoClock;
    private final Map<Key, Entry> entries = new LinkedHashMap<>();
    /** Tools that only read. */
    private final Set<ToolOwner> readOnlyTools = ConcurrentHashMap.newKeySet();

    private long totalBytes;

    private record Key(String caller, ProgramCall call) {}

    private record Entry(ToolAnswer answer, String server, Policies policies, long addedNanos) {}

    /** @param reuse time for which answers are reused; zero for no reuse */
    public RecentAnswers(Duration reuse) {
        this(reuse, System::nanoTime);
    }

    RecentAnswers(Duration reuse, LongSupplier nanoClock) {
        this.reuseNanos = reuse.toNanos();
        this.nanoClock = nanoClock;
    }

    /**
     * Returns the answer to an equal call of the caller; null if there is none, or if it is too old or from
     * another configuration.
     *
     * @param policies the policies in force
     */
    @SuppressWarnings("ReferenceEquality") // policies that are only equal may belong to another configuration
    synchronized @Nullable ToolAnswer find(String caller, Policies policies, ProgramCall call) {
        Entry entry = entries.get(new Key(caller, call));
        if (entry == null || entry.policies != policies || nanoClock.getAsLong() - entry.addedNanos >= reuseNanos) {
            return null;
        }
        return entry.answer;
    }

    /**
     * Adds the answer to a call. Does nothing if the call writes, follows a call of its program that may have
     * changed something, or has failed, if the answer is too large, or if the caller is not authenticated.
     */
    synchronized void add(String caller, Policies policies, ProgramCall call, String server, ToolAnswer answer) {
        boolean isReusable = reuseNanos > 0
                && !caller.isEmpty()
                && !call.canWrite()
                && call.turn() == 0
                && answer.failure() == null
                && answer.bytes() <= MAX_ANSWER_BYTES;
        if (!isReusable) {
            return;
        }
        Entry replacedEntry = entries.remove(new Key(caller, call));
        totalBytes += answer.bytes() - (replacedEntry == null ? 0 : replacedEntry.answer.bytes());
        entries.put(new Key(caller, call), new Entry(answer, server, policies, nanoClock.getAsLong()));
        removeOld();
    }

    private void removeOld() {
        long nowNanos = nanoClock.getAsLong();
        Iterator<Entry> oldest = entries.values().iterator();
        while (oldest.hasNext()) {
            Entry entry = oldest.next();
            if (totalBytes <= MAX_BYTES && nowNanos - entry.addedNanos < reuseNanos) {
                return;
            }
            totalBytes -= entry.answer.bytes();
            oldest.remove();
        }
    }

    /** Records whether a tool only reads. A client's call of any other tool drops answers. */
    void setReadOnly(ToolOwner tool, boolean isReadOnly) {
        if (!isReadOnly) {
            readOnlyTools.remove(tool);
        } else if (readOnlyTools.size() < MAX_TOOLS) {
            readOnlyTools.add(tool);
        }
    }

    /**
     * Drops the answers that may be outdated after a client's own call of a tool: none if the tool only reads,
     * else the answers of its server.
     *
     * @param tool null if the tool is not known; all answers are then dropped
     */
    void dropAfterCall(@Nullable ToolOwner tool) {
        if (tool == null) {
            dropIf(entry -> true);
        } else if (!readOnlyTools.contains(tool)) {
            drop(tool.server());
        }
    }

    /** Drops the answers of a server, whose data may have changed. */
    void drop(String server) {
        dropIf(entry -> entry.server.equals(server));
    }

    private synchronized void dropIf(Predicate<Entry> condition) {
        entries.values().removeIf(entry -> {
            boolean isDropped = condition.test(entry);
            totalBytes -= isDropped ? entry.answer.bytes() : 0;
            return isDropped;
        });
    }
}
