package dev.plimsoll;

import dev.plimsoll.Stripping.Stripped;
import dev.plimsoll.json.Slice;
import dev.plimsoll.live.Live;
import dev.plimsoll.live.Lives;
import dev.plimsoll.measure.Copies;
import dev.plimsoll.measure.Cost;
import dev.plimsoll.measure.Workers;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.shape.Content;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.Rows;
import dev.plimsoll.shape.UpstreamScanner;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Occupancy;
import dev.plimsoll.store.Origin;
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
final class Archive {

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
    private final Lives lives;
    private final SourceChanges changes;
    private volatile Workers workers = Workers.NONE;
    private final Map<SnapshotId, Opened> open = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Archive(SnapshotStore store, long mostBytes) {
        this.store = store;
        this.mostBytes = mostBytes;
        this.lives = new Lives(store::now);
        this.changes = new SourceChanges(store::now);
    }

    /** Has long texts counted by those from now on. */
    void countBy(Workers others) {
        workers = others;
    }

    /** What servers say of their sources. */
    SourceChanges changes() {
        return changes;
    }

    /** The sources that are read on from. */
    Lives lives() {
        return lives;
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
            Notes notes,
            Content content,
            long size,
            @Nullable Live live,
            @Nullable Whole whole,
            SourceChanges changes) {

        /** Whether its server said afterwards that its source has changed. */
        boolean changed() {
            return changes.concern(snapshot.origin().server(), notes.name(), snapshot.takenAt());
        }

        /** What a view is of: who wants the whole gets what came. */
        Content content(View view) {
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
            Live from = live;
            Content all = whole == null ? content : whole.content;
            return from == null ? all.result().raw().length() : from.rows().bytes();
        }
    }

    /** A result of which readers see a part, and how many members that part lacks. */
    record Whole(Content content, int members) {}

    /** Keeps a result as it came, of which readers see what is shown. */
    Opened keep(Exchange exchange, Shown shown, String name) {
        Measured whole = shown.whole();
        Policy policy = exchange.keeping();
        ToolCall call = exchange.call();
        return keep(origin(call, policy), policy, whole, name, null, exchange.rollout(), shown, call.arguments());
    }

    /** Keeps a result; {@code name} is what a resource or prompt is called, empty for the result of a tool. */
    Opened keep(Exchange exchange, Measured measured, String name) {
        Policy policy = exchange.keeping();
        ToolCall call = exchange.call();
        return keep(origin(call, policy), policy, measured, name, null, exchange.rollout(), null, call.arguments());
    }

    /** Keeps all items of a list that was read on from its source so far, as a result of its own for the same readers. */
    Opened keepAll(Opened live, Policy policy, Measured measured) {
        Origin origin = live.snapshot().origin();
        Rollout rollout = live.notes().rollout();
        return keep(origin, policy, measured, "", null, rollout, null, List.of());
    }

    private static Origin origin(ToolCall call, Policy policy) {
        Tier needed = Tier.askedBy(policy, call.hints());
        return new Origin(call.caller(), call.server(), call.tool(), needed.toString(), call.argumentsHash());
    }

    /** Keeps the beginning of a list that is read on from there for as long. */
    Opened keep(Exchange exchange, Measured measured, int tokens, Live live) {
        ToolCall call = exchange.call();
        Policy policy = exchange.policy();
        Measured about = measured.about(tokens);
        Opened opened = keep(origin(call, policy), policy, about, "", live, exchange.rollout(), null, List.of());
        lives.add(opened.snapshot().id(), live, call.caller(), policy.get(Policy.TTL), policy.get(Policy.MAX_TTL));
        return opened;
    }

    private Opened keep(
            Origin origin,
            Policy policy,
            Measured measured,
            String name,
            @Nullable Live live,
            Rollout rollout,
            @Nullable Shown shown,
            List<ToolArgument> declared) {
        Document document = measured.document();
        Content content = content(measured.result(), document, measured.copies(), live);
        Slice raw = measured.result().raw();
        Slice bytesOfDocument = document.bytes();
        boolean apart = !bytesOfDocument.sharesBytesWith(raw);
        int from = apart ? 0 : bytesOfDocument.from() - raw.from();
        Measured rest = shown == null ? null : shown.measured();
        Cost cost = (shown == null ? measured : shown.counted()).cost();
        // what was taken out is not told either
        Content seen = rest == null ? content : content(rest.result(), rest.document(), rest.copies(), null);
        Notes notes = new Notes(
                cost.tokens(),
                cost.exact(),
                document.json(),
                apart,
                from,
                from + bytesOfDocument.length(),
                live == null ? UpstreamScanner.scan(seen, declared) : MoreUpstream.NONE,
                name,
                live != null,
                rollout.with(null),
                shown == null ? List.of() : shown.patterns(),
                shown == null ? AppShare.NONE : shown.share());
        List<Slice> segments = apart ? List.of(raw, bytesOfDocument) : List.of(raw);
        Snapshot snapshot = store.keep(
                new Keep(origin, notes.encoded(), segments, policy.get(Policy.TTL), policy.get(Policy.MAX_TTL)));
        if (shown == null) {
            return opened(snapshot, notes, content, live, null);
        }
        return opened(snapshot, notes, seen, null, new Whole(content, shown.members()));
    }

    private Content content(ToolResult result, Document document, BitSet copies, @Nullable Live live) {
        Rows rows = live == null ? null : live.rows();
        return new Content(result, document, copies, rows, workers);
    }

    /** The snapshot of that id; null when it is unknown or has expired. */
    @Nullable Opened find(SnapshotId id) {
        Snapshot snapshot = store.find(id);
        Notes notes = snapshot == null ? null : Notes.decoded(snapshot.notes());
        // the source of another process, or of one that has ended, is out of reach
        Live live = notes == null || !notes.live() ? null : lives.find(id);
        if (snapshot == null || notes == null || (notes.live() && live == null)) {
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
        Slice segment = notes.apart() ? all(snapshot.segments().get(1)) : raw;
        Document document = new Document(segment.sub(notes.from(), notes.to()), notes.json());
        Content content = content(result, document, Copies.in(result), live);
        Stripped stripped = Stripping.of(result, notes.stripped());
        ToolResult rest = stripped == null ? result : ToolResult.of(stripped.raw());
        if (rest == null || (stripped == null && notes.share() == AppShare.NONE)) {
            return opened(snapshot, notes, content, live, null);
        }
        ToolResult read = AppContent.seen(rest, notes.share());
        Content seen = content(read, Document.of(read), Copies.in(read), null);
        return opened(snapshot, notes, seen, null, new Whole(content, stripped == null ? 0 : stripped.members()));
    }

    private static Slice all(Segment segment) {
        return segment.read(0, segment.length());
    }

    private Opened opened(Snapshot snapshot, Notes notes, Content content, @Nullable Live live, @Nullable Whole whole) {
        long size = content.bytesRead() * INDEX_FACTOR;
        for (Segment segment : snapshot.segments()) {
            size += segment.length() * INDEX_FACTOR;
        }
        Opened opened = new Opened(snapshot, notes, content, whole == null ? size : 2 * size, live, whole, changes);
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
        Occupancy occupied = store.occupancy();
        return occupied.bytes() + more <= occupied.maxBytes();
    }

    /** The time by which the store counts. */
    Instant now() {
        return store.now();
    }

    private void forget(SnapshotId id) {
        lives.remove(id);
        synchronized (open) {
            Opened gone = open.remove(id);
            bytes -= gone == null ? 0 : gone.size;
        }
    }
}
