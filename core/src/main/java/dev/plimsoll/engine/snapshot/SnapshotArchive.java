package dev.plimsoll.engine.snapshot;

import dev.plimsoll.call.Call;
import dev.plimsoll.call.CallFacts;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.result.AppAudience;
import dev.plimsoll.engine.result.AppContentSplitter;
import dev.plimsoll.engine.result.ErrorContent;
import dev.plimsoll.engine.result.MeasuredResult;
import dev.plimsoll.engine.result.MemberStripper;
import dev.plimsoll.engine.result.MemberStripper.Stripped;
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
import dev.plimsoll.policy.Tier;
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
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.telemetry.Rollout;
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
 * Stores results and opens them again. The snapshots used last stay open, so that the cost of another page does not
 * depend on the size of the result. This is only a cache: the store decides which snapshots exist.
 */
public final class SnapshotArchive {

    /** Maximum number of open snapshots. */
    private static final int MAX_OPEN = 64;

    /**
     * Maximum bytes of the arguments of a call that are stored with its result; longer arguments are not
     * stored.
     */
    private static final int MAX_STORED_ARGUMENTS = 16 << 10;

    /** Factor for the memory of an open snapshot: the result itself, and indexes that may take twice as much. */
    private static final long INDEX_FACTOR = 3;

    private final SnapshotStore store;
    private final SnapshotLocks locks = new SnapshotLocks();
    private final long maxOpenBytes;
    private final LiveSources liveSources;
    private final SourceChanges changes;
    private final ParallelRunner parallelRunner;
    private final Map<SnapshotId, OpenSnapshot> open = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * Creates an archive over a store.
     *
     * @param maxBytes the bytes of open snapshots, in addition to the bytes in the store
     */
    public SnapshotArchive(
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
        return store(circumstances(call, name), stripped.whole(), null, stripped);
    }

    /** Stores a result; {@code name} is the name of a resource or prompt, empty for the result of a tool. */
    public OpenSnapshot store(Call call, MeasuredResult measured, String name) {
        return store(circumstances(call, name), measured, null, null);
    }

    /**
     * Stores all items of a list whose items were read from a source until now, as another snapshot for the
     * same caller.
     */
    public OpenSnapshot storeAll(OpenSnapshot live, Policy policy, MeasuredResult measuredResult) {
        Circumstances circumstances =
                new Circumstances(live.snapshot().origin(), policy, live.notes().rollout(), "", CallFacts.UNKNOWN);
        return store(circumstances, measuredResult, null, null);
    }

    private static Circumstances circumstances(Call call, String name) {
        Policy policy = call.storagePolicy();
        return new Circumstances(
                origin(call, policy),
                policy,
                call.rollout(),
                name,
                call.request().facts());
    }

    private static SnapshotOrigin origin(Call call, Policy policy) {
        ToolCall request = call.request();
        Tier needed = Tier.requiredBy(policy, request.hints());
        return new SnapshotOrigin(
                request.caller(),
                request.server(),
                request.tool(),
                needed.toString(),
                request.argumentsHash(),
                request.settings().holder());
    }

    /** Stores the beginning of a list and keeps its source open for the same time. */
    public OpenSnapshot store(Call call, MeasuredResult measured, int tokens, LiveSource liveSource) {
        Policy policy = call.values();
        MeasuredResult beginning = measured.asBeginningOf(tokens);
        Circumstances circumstances =
                new Circumstances(origin(call, policy), policy, call.rollout(), "", CallFacts.UNKNOWN);
        OpenSnapshot openSnapshot = store(circumstances, beginning, liveSource, null);
        liveSources.add(
                openSnapshot.snapshot().id(),
                liveSource,
                call.request().caller(),
                policy.get(Policy.TTL),
                policy.get(Policy.MAX_TTL));
        return openSnapshot;
    }

    private OpenSnapshot store(
            Circumstances circumstances,
            MeasuredResult measuredResult,
            @Nullable LiveSource liveSource,
            @Nullable StrippedResult strippedResult) {
        IndexedResult indexedResult = content(measuredResult, liveSource);
        Document document = indexedResult.document();
        Slice raw = measuredResult.result().raw();
        Slice bytesOfDocument = document.bytes();
        boolean isSeparate = !bytesOfDocument.sharesBytesWith(raw);
        int from = isSeparate ? 0 : bytesOfDocument.from() - raw.from();
        MeasuredResult visiblePart = strippedResult == null ? null : strippedResult.measured();
        TokenCost tokenCost = (strippedResult == null ? measuredResult : strippedResult.counted()).cost();
        // also for the scan below, which must not report removed members
        IndexedResult visible = visiblePart == null ? indexedResult : content(visiblePart, null);
        SnapshotNotes snapshotNotes = new SnapshotNotes(
                tokenCost.tokens(),
                tokenCost.exact(),
                document.json(),
                new SnapshotNotes.DocumentRange(isSeparate, from, from + bytesOfDocument.length()),
                liveSource == null ? findMore(visible, circumstances) : MoreUpstream.NONE,
                circumstances.name(),
                liveSource != null,
                circumstances.rollout().withShadowAnswer(null),
                strippedResult == null ? List.of() : strippedResult.patterns(),
                strippedResult == null ? AppAudience.NONE : strippedResult.appPart(),
                new SnapshotNotes.PageFacts(
                        circumstances.storedArguments(), circumstances.facts().collected()),
                strippedResult == null ? "" : strippedResult.documents());
        List<Slice> segments = new ArrayList<>(isSeparate ? List.of(raw, bytesOfDocument) : List.of(raw));
        if (visiblePart != null && !snapshotNotes.documents().isEmpty()) {
            segments.add(visiblePart.result().raw());
        }
        Policy policy = circumstances.policy();
        Snapshot snapshot = store.save(new SaveRequest(
                circumstances.snapshotOrigin(),
                snapshotNotes.encode(),
                segments,
                policy.get(Policy.TTL),
                policy.get(Policy.MAX_TTL)));
        if (strippedResult == null) {
            return cacheOpen(snapshot, snapshotNotes, indexedResult, liveSource, null);
        }
        return cacheOpen(
                snapshot,
                snapshotNotes,
                visible,
                null,
                new OpenSnapshot.CompleteResult(indexedResult, strippedResult.members()));
    }

    /**
     * Returns what a result says about more data upstream. A result of joined pages has the members of its
     * first page, which announce pages that are already joined; so the last page is scanned instead.
     */
    private MoreUpstream findMore(IndexedResult visible, Circumstances circumstances) {
        CallFacts facts = circumstances.facts();
        PagingRule rule = PagingRule.of(circumstances.policy());
        CollectedPages collected = facts.collected();
        if (collected == null) {
            return UpstreamScanner.scan(visible, facts.arguments(), rule);
        }
        Slice lastPage = collected.lastPage();
        ToolResult last = lastPage == null || collected.isComplete() ? null : ToolResult.parse(lastPage);
        return last == null
                ? MoreUpstream.NONE
                : UpstreamScanner.scan(content(last, Document.of(last), Copies.NONE, null), facts.arguments(), rule)
                        .withoutContradiction();
    }

    /**
     * Returns the result in the form in which it is read: without structured content that only repeats the
     * blocks.
     */
    private static ToolResult readable(ToolResult result) {
        return ErrorContent.joined(RepeatedBlocks.without(result));
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

    /** Returns the open snapshot with this ID; null if it is unknown or has expired. */
    public @Nullable OpenSnapshot find(SnapshotId id) {
        Snapshot snapshot = store.find(id);
        SnapshotNotes snapshotNotes = snapshot == null ? null : SnapshotNotes.decode(snapshot.notes());
        // a source of another process, or a closed one, is not available
        LiveSource liveSource = snapshotNotes == null || !snapshotNotes.live() ? null : liveSources.find(id);
        if (snapshot == null || snapshotNotes == null || (snapshotNotes.live() && liveSource == null)) {
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
        Slice segment = snapshotNotes.range().hasOwnSegment()
                ? readSegment(snapshot.segments().get(1))
                : raw;
        Document document = new Document(
                segment.sub(snapshotNotes.range().from(), snapshotNotes.range().to()), snapshotNotes.json());
        IndexedResult indexedResult = content(result, document, CopyDetector.findCopies(result), liveSource);
        if (!snapshotNotes.documents().isEmpty()) {
            return cacheOpen(
                    snapshot,
                    snapshotNotes,
                    documentTexts(
                            result, snapshot.segments().get(snapshot.segments().size() - 1)),
                    null,
                    new OpenSnapshot.CompleteResult(indexedResult, 0));
        }
        Stripped stripped = MemberStripper.of(result, snapshotNotes.stripped());
        ToolResult rest = stripped == null ? result : ToolResult.parse(stripped.raw());
        if (rest == null || (stripped == null && snapshotNotes.appPart() == AppAudience.NONE)) {
            return cacheOpen(snapshot, snapshotNotes, indexedResult, liveSource, null);
        }
        ToolResult modelResult = readable(AppContentSplitter.modelResult(rest, snapshotNotes.appPart()));
        IndexedResult visible =
                content(modelResult, Document.of(modelResult), CopyDetector.findCopies(modelResult), null);
        return cacheOpen(
                snapshot,
                snapshotNotes,
                visible,
                null,
                new OpenSnapshot.CompleteResult(indexedResult, stripped == null ? 0 : stripped.members()));
    }

    /** Returns the snapshot if it is open; null if it must be read from the store. */
    public @Nullable OpenSnapshot findOpen(SnapshotId id) {
        synchronized (open) {
            return open.get(id);
        }
    }

    /** Returns the stored result with texts in place of documents. */
    private IndexedResult documentTexts(ToolResult whole, Segment segment) {
        ToolResult parsed = ToolResult.parse(readSegment(segment));
        if (parsed == null) {
            throw new IllegalStateException("the snapshot does not contain the texts of its documents");
        }
        ToolResult texts =
                parsed.structured() == null && whole.carriesStructured() ? parsed.withRemovedStructured() : parsed;
        return content(texts, Document.of(texts), CopyDetector.findCopies(texts), null);
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
        synchronized (open) {
            putOpen(openSnapshot);
        }
        return openSnapshot;
    }

    /** Adds a snapshot while the lock is held, and closes the snapshots that were used least recently. */
    private void putOpen(OpenSnapshot openSnapshot) {
        OpenSnapshot before = open.put(openSnapshot.snapshot().id(), openSnapshot);
        bytes += openSnapshot.size() - (before == null ? 0 : before.size());
        var oldest = open.entrySet().iterator();
        while ((open.size() > MAX_OPEN || bytes > maxOpenBytes) && open.size() > 1) {
            bytes -= oldest.next().getValue().size();
            oldest.remove();
        }
    }

    /** Counts the memory of the passage indexes that a search has built for an open snapshot. */
    public void countPassageIndexes(OpenSnapshot searched) {
        synchronized (open) {
            OpenSnapshot current = open.get(searched.snapshot().id());
            if (current != null && current.passageBytes() != current.content().passageBytes()) {
                putOpen(current.withPassageBytes());
            }
        }
    }

    /** Returns the approximate number of bytes that the open snapshots use in memory. */
    public long openBytes() {
        synchronized (open) {
            return bytes;
        }
    }

    /** Drops a snapshot that no cursor reads. */
    public void drop(OpenSnapshot openSnapshot) {
        SnapshotId id = openSnapshot.snapshot().id();
        store.remove(id);
        removeOpen(id);
    }

    /** Runs the action. Until it ends, {@link #dropUnread} does not drop the snapshot. */
    public <T> T runWhileInUse(SnapshotId id, Supplier<T> action) {
        Lock shared = locks.of(id).readLock();
        shared.lock();
        try {
            return action.get();
        } finally {
            shared.unlock();
        }
    }

    /**
     * Drops a snapshot that no cursor reads. If another thread is about to create a cursor, the snapshot stays until it
     * expires.
     */
    public void dropUnread(SnapshotId id) {
        Lock exclusive = locks.of(id).writeLock();
        if (!exclusive.tryLock()) {
            return;
        }
        try {
            if (store.removeIfUnviewed(id)) {
                removeOpen(id);
            }
        } finally {
            exclusive.unlock();
        }
    }

    /** Returns whether the store can hold this many more bytes without evicting a snapshot. */
    public boolean hasFreeBytes(long more) {
        StoreUsage usage = store.usage();
        return usage.bytes() + more <= usage.maxBytes();
    }

    /** Returns the time of the store's clock. */
    public Instant now() {
        return store.now();
    }

    private void removeOpen(SnapshotId id) {
        liveSources.remove(id);
        synchronized (open) {
            OpenSnapshot removed = open.remove(id);
            bytes -= removed == null ? 0 : removed.size();
        }
    }

    /**
     * Facts about the call whose result is stored; the name is that of a resource or prompt, and empty for a
     * tool.
     */
    private record Circumstances(
            SnapshotOrigin snapshotOrigin, Policy policy, Rollout rollout, String name, CallFacts facts) {

        /**
         * Returns the arguments with which further pages of the result can be read; null if they cannot be
         * read later.
         */
        @Nullable Slice storedArguments() {
            Slice sent = facts.collected() == null && name.isEmpty() ? facts.sentArguments() : null;
            return sent == null || sent.length() > MAX_STORED_ARGUMENTS ? null : sent;
        }
    }
}
