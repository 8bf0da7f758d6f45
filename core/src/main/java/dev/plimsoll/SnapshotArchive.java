package dev.plimsoll;

import dev.plimsoll.MemberStripper.Stripped;
import dev.plimsoll.json.Slice;
import dev.plimsoll.live.LiveSource;
import dev.plimsoll.live.LiveSources;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.measure.ParallelRunner;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.shape.IndexedResult;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.UpstreamScanner;
import dev.plimsoll.store.KeepRequest;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.view.Mode;
import dev.plimsoll.view.View;
import java.time.Instant;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results in the store and opens them again. The last opened ones stay open, so that a further page costs the same
 * whatever the size of the whole; that is a memory only, the store decides what still exists.
 */
final class SnapshotArchive {

    private static final int MOST_OPEN = 64;

    /** What is found out about a result may take as much memory again as the result, or twice that. */
    private static final long INDEX_FACTOR = 3;

    /** So that few wait for each other. */
    private static final int LENDING = 64;

    private final SnapshotStore store;
    private final List<ReadWriteLock> lending = Stream.generate(ReentrantReadWriteLock::new)
            .limit(LENDING)
            .map(ReadWriteLock.class::cast)
            .toList();
    private final long mostBytes;
    private final LiveSources liveSources;
    private final SourceChanges changes;
    private volatile ParallelRunner parallelRunner = ParallelRunner.NONE;
    private final Map<SnapshotId, Opened> open = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    SnapshotArchive(SnapshotStore store, long mostBytes) {
        this.store = store;
        this.mostBytes = mostBytes;
        this.liveSources = new LiveSources(store::now);
        this.changes = new SourceChanges(store::now);
    }

    /** Has long texts counted by those from now on. */
    void countBy(ParallelRunner others) {
        parallelRunner = others;
    }

    /** What servers say of their sources. */
    SourceChanges changes() {
        return changes;
    }

    /** The sources that are read on from. */
    LiveSources lives() {
        return liveSources;
    }

    /**
     * A kept result, ready to be read.
     *
     * @param content what readers see of it
     * @param live where its items come from; null where all of it is kept
     * @param whole the result as it came, where that is more; else null
     * @param changes what servers have said of their sources
     */
    record Opened(
            Snapshot snapshot,
            SnapshotNotes notes,
            IndexedResult content,
            long size,
            @Nullable LiveSource live,
            @Nullable Whole whole,
            SourceChanges changes) {

        /** Whether its server said afterwards that its source has changed. */
        boolean changed() {
            return changes.concern(snapshot.origin().server(), notes.name(), snapshot.takenAt());
        }

        /** What a view is of: who wants the whole gets what came. */
        IndexedResult content(View view) {
            return whole != null && view.mode() == Mode.FULL ? whole.content : content;
        }

        /** The same result of its server under another name. */
        Opened from(String server) {
            return new Opened(snapshot.from(server), notes, content, size, live, whole, changes);
        }

        /** The result as it came. */
        Slice raw() {
            return (whole == null ? content : whole.content).result().raw();
        }

        /** How many members this view does not see. */
        int leftOut(View view) {
            return whole == null || view.mode() == Mode.FULL ? 0 : whole.members;
        }

        /** Of the whole result, about or exactly. */
        long bytes() {
            LiveSource from = live;
            IndexedResult all = whole == null ? content : whole.content;
            return from == null ? all.result().raw().length() : from.rows().bytes();
        }
    }

    /** A result of which readers see a part, and how many members that part lacks. */
    record Whole(IndexedResult content, int members) {}

    /** Keeps a result as it came, of which readers see what is shown. */
    Opened keep(CallState callState, StrippedResult strippedResult, String name) {
        MeasuredResult whole = strippedResult.whole();
        Policy policy = callState.keeping();
        ToolCall call = callState.call();
        return keep(origin(call, policy), policy, whole, name, null, callState.rollout(), strippedResult, call.arguments());
    }

    /** Keeps a result; {@code name} is what a resource or prompt is called, empty for the result of a tool. */
    Opened keep(CallState callState, MeasuredResult measuredResult, String name) {
        Policy policy = callState.keeping();
        ToolCall call = callState.call();
        return keep(origin(call, policy), policy, measuredResult, name, null, callState.rollout(), null, call.arguments());
    }

    /** Keeps all items of a list that was read on from its source so far, as a result of its own for the same readers. */
    Opened keepAll(Opened live, Policy policy, MeasuredResult measuredResult) {
        SnapshotOrigin snapshotOrigin = live.snapshot().origin();
        Rollout rollout = live.notes().rollout();
        return keep(snapshotOrigin, policy, measuredResult, "", null, rollout, null, List.of());
    }

    private static SnapshotOrigin origin(ToolCall call, Policy policy) {
        Tier needed = Tier.askedBy(policy, call.hints());
        return new SnapshotOrigin(call.caller(), call.server(), call.tool(), needed.toString(), call.argumentsHash());
    }

    /** Keeps the beginning of a list that is read on from there for as long. */
    Opened keep(CallState callState, MeasuredResult measuredResult, int tokens, LiveSource liveSource) {
        ToolCall call = callState.call();
        Policy policy = callState.policy();
        MeasuredResult about = measuredResult.about(tokens);
        Opened opened = keep(origin(call, policy), policy, about, "", liveSource, callState.rollout(), null, List.of());
        liveSources.add(opened.snapshot().id(), liveSource, call.caller(), policy.get(Policy.TTL), policy.get(Policy.MAX_TTL));
        return opened;
    }

    private Opened keep(
            SnapshotOrigin snapshotOrigin,
            Policy policy,
            MeasuredResult measuredResult,
            String name,
            @Nullable LiveSource liveSource,
            Rollout rollout,
            @Nullable StrippedResult strippedResult,
            List<ToolArgument> declared) {
        Document document = measuredResult.document();
        IndexedResult indexedResult = content(measuredResult.result(), document, measuredResult.copies(), liveSource);
        Slice raw = measuredResult.result().raw();
        Slice bytesOfDocument = document.bytes();
        boolean apart = !bytesOfDocument.sharesBytesWith(raw);
        int from = apart ? 0 : bytesOfDocument.from() - raw.from();
        MeasuredResult rest = strippedResult == null ? null : strippedResult.measured();
        TokenCost tokenCost = (strippedResult == null ? measuredResult : strippedResult.counted()).cost();
        // what was taken out is not told either
        IndexedResult seen = rest == null ? indexedResult : content(rest.result(), rest.document(), rest.copies(), null);
        SnapshotNotes snapshotNotes = new SnapshotNotes(
                tokenCost.tokens(),
                tokenCost.exact(),
                document.json(),
                apart,
                from,
                from + bytesOfDocument.length(),
                liveSource == null ? UpstreamScanner.scan(seen, declared) : MoreUpstream.NONE,
                name,
                liveSource != null,
                rollout.with(null),
                strippedResult == null ? List.of() : strippedResult.patterns(),
                strippedResult == null ? AppAudience.NONE : strippedResult.share());
        List<Slice> segments = apart ? List.of(raw, bytesOfDocument) : List.of(raw);
        Snapshot snapshot = store.keep(
                new KeepRequest(snapshotOrigin, snapshotNotes.encoded(), segments, policy.get(Policy.TTL), policy.get(Policy.MAX_TTL)));
        if (strippedResult == null) {
            return opened(snapshot, snapshotNotes, indexedResult, liveSource, null);
        }
        return opened(snapshot, snapshotNotes, seen, null, new Whole(indexedResult, strippedResult.members()));
    }

    private IndexedResult content(ToolResult result, Document document, BitSet copies, @Nullable LiveSource liveSource) {
        LazyRows lazyRows = liveSource == null ? null : liveSource.rows();
        return new IndexedResult(result, document, copies, lazyRows, parallelRunner);
    }

    /** The snapshot of that id; null when it is unknown or has expired. */
    @Nullable Opened find(SnapshotId id) {
        Snapshot snapshot = store.find(id);
        SnapshotNotes snapshotNotes = snapshot == null ? null : SnapshotNotes.decoded(snapshot.notes());
        // the source of another process, or of one that has ended, is out of reach
        LiveSource liveSource = snapshotNotes == null || !snapshotNotes.live() ? null : liveSources.find(id);
        if (snapshot == null || snapshotNotes == null || (snapshotNotes.live() && liveSource == null)) {
            forget(id);
            return null;
        }
        synchronized (open) {
            Opened opened = open.get(id);
            if (opened != null) {
                return opened;
            }
        }
        Slice raw = all(snapshot.segments().get(0));
        ToolResult result = ToolResult.of(raw);
        if (result == null) {
            throw new IllegalStateException("a snapshot holds no result object");
        }
        Slice segment = snapshotNotes.apart() ? all(snapshot.segments().get(1)) : raw;
        Document document = new Document(segment.sub(snapshotNotes.from(), snapshotNotes.to()), snapshotNotes.json());
        IndexedResult indexedResult = content(result, document, CopyDetector.in(result), liveSource);
        Stripped stripped = MemberStripper.of(result, snapshotNotes.stripped());
        ToolResult rest = stripped == null ? result : ToolResult.of(stripped.raw());
        if (rest == null || (stripped == null && snapshotNotes.share() == AppAudience.NONE)) {
            return opened(snapshot, snapshotNotes, indexedResult, liveSource, null);
        }
        ToolResult read = AppContentSplitter.seen(rest, snapshotNotes.share());
        IndexedResult seen = content(read, Document.of(read), CopyDetector.in(read), null);
        return opened(snapshot, snapshotNotes, seen, null, new Whole(indexedResult, stripped == null ? 0 : stripped.members()));
    }

    private static Slice all(Segment segment) {
        return segment.read(0, segment.length());
    }

    private Opened opened(Snapshot snapshot, SnapshotNotes snapshotNotes, IndexedResult indexedResult, @Nullable LiveSource liveSource, @Nullable Whole whole) {
        long size = indexedResult.bytesRead() * INDEX_FACTOR;
        for (Segment segment : snapshot.segments()) {
            size += segment.length() * INDEX_FACTOR;
        }
        Opened opened = new Opened(snapshot, snapshotNotes, indexedResult, whole == null ? size : 2 * size, liveSource, whole, changes);
        synchronized (open) {
            Opened before = open.put(snapshot.id(), opened);
            bytes += opened.size - (before == null ? 0 : before.size);
            var oldest = open.entrySet().iterator();
            while ((open.size() > MOST_OPEN || bytes > mostBytes) && open.size() > 1) {
                bytes -= oldest.next().getValue().size;
                oldest.remove();
            }
        }
        return opened;
    }

    /** Gives up a result that no cursor leads to. */
    void drop(Opened opened) {
        SnapshotId id = opened.snapshot().id();
        store.forget(id);
        forget(id);
    }

    /** What is taken from a kept result by this is not dropped meanwhile for being unread. */
    <T> T lending(SnapshotId id, Supplier<T> use) {
        Lock lent = lending(id).readLock();
        lent.lock();
        try {
            return use.get();
        } finally {
            lent.unlock();
        }
    }

    /** Gives up a result to which no cursor leads; where somebody is about to make one, it ends by itself. */
    void dropUnread(SnapshotId id) {
        Lock alone = lending(id).writeLock();
        if (!alone.tryLock()) {
            return;
        }
        try {
            if (store.forgetUnviewed(id)) {
                forget(id);
            }
        } finally {
            alone.unlock();
        }
    }

    private ReadWriteLock lending(SnapshotId id) {
        return lending.get(Math.floorMod(id.hashCode(), LENDING));
    }

    /** Whether so much can be kept without giving anything up. */
    boolean hasRoom(long more) {
        StoreUsage occupied = store.occupancy();
        return occupied.bytes() + more <= occupied.maxBytes();
    }

    /** The time by which the store counts. */
    Instant now() {
        return store.now();
    }

    private void forget(SnapshotId id) {
        liveSources.remove(id);
        synchronized (open) {
            Opened gone = open.remove(id);
            bytes -= gone == null ? 0 : gone.size;
        }
    }
}
