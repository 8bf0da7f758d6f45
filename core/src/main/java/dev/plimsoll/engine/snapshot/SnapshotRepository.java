package dev.plimsoll.engine.snapshot;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.CallFacts;
import dev.plimsoll.engine.result.AppContentSplitter;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.engine.result.ErrorContent;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.result.MemberStripper;
import dev.plimsoll.engine.result.MemberStripper.StrippedBytes;
import dev.plimsoll.engine.result.RepeatedBlocks;
import dev.plimsoll.engine.result.StrippedResult;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.CollectedPages;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.upstream.PagingRule;
import dev.plimsoll.shape.upstream.UpstreamScanner;
import dev.plimsoll.source.live.LiveSource;
import dev.plimsoll.source.live.LiveSources;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.tokens.ParallelRunner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stores results and opens their snapshots. Recently used snapshots stay open, so that the cost of another page does not
 * depend on the size of the result. The open snapshots are only a cache: the store decides which snapshots exist.
 */
public final class SnapshotRepository {

    /** Maximum number of open snapshots. */
    private static final int MAX_OPEN = 64;

    /** Factor for the memory of an open snapshot: the result itself, and indexes that may take twice as much. */
    private static final long INDEX_FACTOR = 3;

    private final SnapshotStore store;
    private final SnapshotLocks locks = new SnapshotLocks();
    private final long maxOpenBytes;
    private final LiveSources liveSources;
    private final SourceChanges changes;
    private final ParallelRunner parallelRunner;
    private final Map<SnapshotId, OpenSnapshot> openSnapshots = new LinkedHashMap<>(16, 0.75f, true);
    private long openBytes;

    /**
     * Creates a repository over a store.
     *
     * @param maxBytes the memory for open snapshots, in addition to the memory of the store
     */
    public SnapshotRepository(
            SnapshotStore store, long maxBytes, Consumer<Runnable> prefetcher, ParallelRunner parallelRunner) {
        this.store = store;
        this.maxOpenBytes = maxBytes;
        this.parallelRunner = parallelRunner;
        this.liveSources = new LiveSources(store::now, prefetcher);
        this.changes = new SourceChanges(store::now);
    }

    /** Records that a resource of a server has changed; {@code uri} is null if any may have changed. */
    public void recordChange(String server, @Nullable String uri) {
        changes.add(server, uri);
    }

    /** Returns the open page sources. */
    public LiveSources liveSources() {
        return liveSources;
    }

    /** Stores a result as received; callers see the stripped part of it. */
    public OpenSnapshot store(Call call, StrippedResult stripped, String name) {
        return store(SnapshotFacts.of(call, name), stripped.whole(), null, stripped);
    }

    /** Stores a result; {@code name} is the name of a resource or prompt, empty for the result of a tool. */
    public OpenSnapshot store(Call call, MeasuredResult measured, String name) {
        return store(SnapshotFacts.of(call, name), measured, null, null);
    }

    /**
     * Stores all items of a list whose items were read from a source until now, as another snapshot for the
     * same caller.
     */
    public OpenSnapshot storeAll(OpenSnapshot listSnapshot, Policy policy, MeasuredResult measuredResult) {
        SnapshotFacts facts = new SnapshotFacts(
                listSnapshot.snapshot().origin(), policy, listSnapshot.notes().rollout(), "", CallFacts.UNKNOWN);
        return store(facts, measuredResult, null, null);
    }

    /** Stores the beginning of a list and keeps its source open for the same time. */
    public OpenSnapshot store(Call call, MeasuredResult measured, int tokens, LiveSource liveSource) {
        Policy policy = call.effectivePolicy();
        MeasuredResult beginningOfList = measured.asBeginningOf(tokens);
        SnapshotFacts facts = SnapshotFacts.ofList(call, policy);
        OpenSnapshot openSnapshot = store(facts, beginningOfList, liveSource, null);
        liveSources.add(
                openSnapshot.snapshot().id(),
                liveSource,
                call.request().caller(),
                policy.get(Policy.TTL),
                policy.get(Policy.MAX_TTL));
        return openSnapshot;
    }

    private OpenSnapshot store(
            SnapshotFacts facts,
            MeasuredResult measuredResult,
            @Nullable LiveSource liveSource,
            @Nullable StrippedResult strippedResult) {
        IndexedResult indexedResult = content(measuredResult, liveSource);
        Document document = indexedResult.document();
        Slice raw = measuredResult.result().raw();
        Slice documentBytes = document.bytes();
        boolean isSeparate = !documentBytes.sharesBytesWith(raw);
        int from = isSeparate ? 0 : documentBytes.from() - raw.from();
        MeasuredResult visiblePart = strippedResult == null ? null : strippedResult.modelPart();
        TokenCost tokenCost = (strippedResult == null ? measuredResult : strippedResult.counted()).cost();
        // findMore gets only the visible part, because it must not report removed members
        IndexedResult visibleContent = visiblePart == null ? indexedResult : content(visiblePart, null);
        SnapshotNotes snapshotNotes = new SnapshotNotes(
                tokenCost.tokens(),
                tokenCost.isExact(),
                document.isJson(),
                new SnapshotNotes.DocumentRange(isSeparate, from, from + documentBytes.length()),
                liveSource == null ? findMore(visibleContent, facts) : MoreUpstream.NONE,
                facts.name(),
                liveSource != null,
                facts.rollout().withShadowAnswer(null),
                strippedResult == null ? List.of() : strippedResult.patterns(),
                strippedResult == null ? AppPart.NONE : strippedResult.appPart(),
                new SnapshotNotes.PageFacts(
                        facts.storedArguments(), facts.call().collected()),
                strippedResult == null ? "" : strippedResult.documentNotice());
        List<Slice> segments = new ArrayList<>(isSeparate ? List.of(raw, documentBytes) : List.of(raw));
        if (visiblePart != null && !snapshotNotes.documentNotice().isEmpty()) {
            segments.add(visiblePart.result().raw());
        }
        Policy policy = facts.policy();
        Snapshot snapshot = store.save(new SaveRequest(
                facts.origin(), snapshotNotes.encode(), segments, policy.get(Policy.TTL), policy.get(Policy.MAX_TTL)));
        if (strippedResult == null) {
            return cacheOpen(snapshot, snapshotNotes, indexedResult, liveSource, null);
        }
        return cacheOpen(
                snapshot,
                snapshotNotes,
                visibleContent,
                null,
                new OpenSnapshot.CompleteResult(indexedResult, strippedResult.removedMembers()));
    }

    /**
     * Returns the result's own statement that the upstream has more data. A result of joined pages has the members of its
     * first page, which announce pages that are already joined, so the last page is scanned instead.
     */
    private MoreUpstream findMore(IndexedResult content, SnapshotFacts snapshotFacts) {
        CallFacts facts = snapshotFacts.call();
        PagingRule rule = PagingRule.of(snapshotFacts.policy());
        CollectedPages collected = facts.collected();
        if (collected == null) {
            return UpstreamScanner.scan(content, facts.arguments(), rule);
        }
        Slice lastPage = collected.lastPage();
        ToolResult lastResult = lastPage == null || collected.isComplete() ? null : ToolResult.parse(lastPage);
        return lastResult == null
                ? MoreUpstream.NONE
                : UpstreamScanner.scan(
                                content(lastResult, Document.of(lastResult), Copies.NONE, null),
                                facts.arguments(),
                                rule)
                        .withoutContradiction();
    }

    /**
     * Returns the result in the form in which it is read: without structured content that only repeats the
     * blocks.
     */
    private static ToolResult readable(ToolResult result) {
        return ErrorContent.join(RepeatedBlocks.without(result));
    }

    private IndexedResult content(MeasuredResult measured, @Nullable LiveSource liveSource) {
        ToolResult result = readable(measured.result());
        return result.hasRemovedStructured()
                ? content(result, Document.of(result), Copies.NONE, liveSource)
                : content(result, measured.document(), measured.copies(), liveSource);
    }

    private IndexedResult content(
            ToolResult result, Document document, Copies copies, @Nullable LiveSource liveSource) {
        LazyRows lazyRows = liveSource == null ? null : liveSource.rows();
        return new IndexedResult(result, document, copies, lazyRows, parallelRunner);
    }

    /** Returns the snapshot with this ID, and opens it if necessary; null if it is unknown or has expired. */
    public @Nullable OpenSnapshot find(SnapshotId id) {
        Snapshot snapshot = store.find(id);
        SnapshotNotes snapshotNotes = snapshot == null ? null : SnapshotNotes.decode(snapshot.notes());
        // a source of another process, or a closed one, is not available
        LiveSource liveSource = snapshotNotes == null || !snapshotNotes.isLive() ? null : liveSources.find(id);
        if (snapshot == null || snapshotNotes == null || (snapshotNotes.isLive() && liveSource == null)) {
            removeOpen(id);
            return null;
        }
        OpenSnapshot openSnapshot = findOpen(id);
        if (openSnapshot != null) {
            return openSnapshot;
        }
        Slice raw = readSegment(snapshot.segments().get(0));
        ToolResult parsed = ToolResult.parse(raw);
        if (parsed == null) {
            throw new IllegalStateException("the snapshot does not contain a result object");
        }
        ToolResult result = readable(parsed);
        Slice documentSegment = snapshotNotes.range().hasOwnSegment()
                ? readSegment(snapshot.segments().get(1))
                : raw;
        Document document = new Document(
                documentSegment.sub(
                        snapshotNotes.range().from(), snapshotNotes.range().to()),
                snapshotNotes.isJson());
        IndexedResult indexedResult = content(result, document, CopyDetector.findCopies(result), liveSource);
        if (!snapshotNotes.documentNotice().isEmpty()) {
            return cacheOpen(
                    snapshot,
                    snapshotNotes,
                    documentTexts(
                            result, snapshot.segments().get(snapshot.segments().size() - 1)),
                    null,
                    new OpenSnapshot.CompleteResult(indexedResult, 0));
        }
        StrippedBytes stripped = MemberStripper.of(result, snapshotNotes.stripped());
        ToolResult remainingResult = stripped == null ? result : ToolResult.parse(stripped.raw());
        if (remainingResult == null || (stripped == null && snapshotNotes.appPart() == AppPart.NONE)) {
            return cacheOpen(snapshot, snapshotNotes, indexedResult, liveSource, null);
        }
        ToolResult modelResult = readable(AppContentSplitter.modelResult(remainingResult, snapshotNotes.appPart()));
        IndexedResult visibleContent =
                content(modelResult, Document.of(modelResult), CopyDetector.findCopies(modelResult), null);
        return cacheOpen(
                snapshot,
                snapshotNotes,
                visibleContent,
                null,
                new OpenSnapshot.CompleteResult(indexedResult, stripped == null ? 0 : stripped.removedMembers()));
    }

    /** Returns the snapshot if it is open; null if it must be read from the store. */
    public @Nullable OpenSnapshot findOpen(SnapshotId id) {
        synchronized (openSnapshots) {
            return openSnapshots.get(id);
        }
    }

    /** Returns the stored result with texts in place of documents. */
    private IndexedResult documentTexts(ToolResult completeResult, Segment segment) {
        ToolResult parsed = ToolResult.parse(readSegment(segment));
        if (parsed == null) {
            throw new IllegalStateException("the snapshot does not contain the texts of its documents");
        }
        ToolResult textResult = parsed.structured() == null && completeResult.hasReceivedStructured()
                ? parsed.withRemovedStructured()
                : parsed;
        return content(textResult, Document.of(textResult), CopyDetector.findCopies(textResult), null);
    }

    private static Slice readSegment(Segment segment) {
        return segment.read(0, segment.length());
    }

    /**
     * Adds a snapshot to the open ones. Above the limits, the snapshots that were used least recently are
     * closed.
     */
    private OpenSnapshot cacheOpen(
            Snapshot snapshot,
            SnapshotNotes snapshotNotes,
            IndexedResult indexedResult,
            @Nullable LiveSource liveSource,
            OpenSnapshot.@Nullable CompleteResult completeResult) {
        long size = indexedResult.bytesRead() * INDEX_FACTOR;
        for (Segment segment : snapshot.segments()) {
            size += segment.length() * INDEX_FACTOR;
        }
        OpenSnapshot openSnapshot = new OpenSnapshot(
                snapshot,
                snapshotNotes,
                indexedResult,
                completeResult == null ? size : 2 * size,
                0,
                liveSource,
                completeResult,
                changes);
        synchronized (openSnapshots) {
            putOpen(openSnapshot);
        }
        return openSnapshot;
    }

    /** Adds a snapshot while the lock is held, and closes the snapshots that were used least recently. */
    private void putOpen(OpenSnapshot openSnapshot) {
        OpenSnapshot replaced = openSnapshots.put(openSnapshot.snapshot().id(), openSnapshot);
        openBytes += openSnapshot.memoryBytes() - (replaced == null ? 0 : replaced.memoryBytes());
        var oldest = openSnapshots.entrySet().iterator();
        while ((openSnapshots.size() > MAX_OPEN || openBytes > maxOpenBytes) && openSnapshots.size() > 1) {
            openBytes -= oldest.next().getValue().memoryBytes();
            oldest.remove();
        }
    }

    /** Counts the memory of the passage indexes that a search has built for an open snapshot. */
    public void countPassageIndexes(OpenSnapshot searched) {
        synchronized (openSnapshots) {
            OpenSnapshot current = openSnapshots.get(searched.snapshot().id());
            if (current != null && current.passageBytes() != current.content().passageBytes()) {
                putOpen(current.withPassageBytes());
            }
        }
    }

    /** Returns the approximate number of bytes that the open snapshots use in memory. */
    public long openBytes() {
        synchronized (openSnapshots) {
            return openBytes;
        }
    }

    /** Drops a snapshot even if a cursor reads it; call this only if no client got such a cursor. */
    public void drop(OpenSnapshot openSnapshot) {
        SnapshotId id = openSnapshot.snapshot().id();
        store.remove(id);
        removeOpen(id);
    }

    /** Runs the action. Until it ends, {@link #dropUnread} does not drop the snapshot. */
    public <T> T runWhileInUse(SnapshotId id, Supplier<T> action) {
        Lock readLock = locks.lockOf(id).readLock();
        readLock.lock();
        try {
            return action.get();
        } finally {
            readLock.unlock();
        }
    }

    /**
     * Drops a snapshot if no cursor reads it. If another thread is about to create a cursor, the snapshot stays until
     * it expires.
     */
    public void dropUnread(SnapshotId id) {
        Lock writeLock = locks.lockOf(id).writeLock();
        if (!writeLock.tryLock()) {
            return;
        }
        try {
            if (store.removeIfWithoutViews(id)) {
                removeOpen(id);
            }
        } finally {
            writeLock.unlock();
        }
    }

    /** Returns whether the store can hold this many more bytes without evicting a snapshot. */
    public boolean hasFreeBytes(long additionalBytes) {
        StoreUsage usage = store.usage();
        return usage.bytes() + additionalBytes <= usage.maxBytes();
    }

    /** Returns the time of the store's clock. */
    public Instant now() {
        return store.now();
    }

    private void removeOpen(SnapshotId id) {
        liveSources.remove(id);
        synchronized (openSnapshots) {
            OpenSnapshot removed = openSnapshots.remove(id);
            openBytes -= removed == null ? 0 : removed.memoryBytes();
        }
    }
}
