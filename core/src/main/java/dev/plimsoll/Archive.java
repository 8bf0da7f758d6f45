package dev.plimsoll;

import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.shape.Content;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.store.Keep;
import dev.plimsoll.store.Origin;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results in the store and opens them again. The last opened ones stay open, so that a further page costs the same
 * whatever the size of the whole; that is a memory only, the store decides what still exists.
 */
final class Archive {

    private static final int MOST_OPEN = 64;

    /** What is found out about a result may take as much memory again as the result, or twice that. */
    private static final long INDEX_FACTOR = 3;

    private final SnapshotStore store;
    private final long mostBytes;
    private final Map<SnapshotId, Opened> open = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    Archive(SnapshotStore store, long mostBytes) {
        this.store = store;
        this.mostBytes = mostBytes;
    }

    /** A kept result, ready to be read. */
    record Opened(Snapshot snapshot, Notes notes, Content content, long size) {}

    /** Keeps a result; {@code name} is what a resource or prompt is called, empty for the result of a tool. */
    Opened keep(ToolCall call, Policy policy, Measured measured, String name) {
        Document document = measured.document();
        Content content = new Content(measured.result(), document, measured.copies());
        Slice raw = measured.result().raw();
        Slice bytesOfDocument = document.bytes();
        boolean apart = !bytesOfDocument.sharesBytesWith(raw);
        int from = apart ? 0 : bytesOfDocument.from() - raw.from();
        String more = MoreUpstream.in(content);
        Notes notes = new Notes(
                measured.cost().tokens(), document.json(), apart, from, from + bytesOfDocument.length(), more, name);
        Tier needed = Tier.askedBy(policy, call.hints());
        Origin origin = new Origin(call.caller(), call.server(), call.tool(), needed.toString(), call.argumentsHash());
        List<Slice> segments = apart ? List.of(raw, bytesOfDocument) : List.of(raw);
        Snapshot snapshot = store.keep(
                new Keep(origin, notes.encoded(), segments, policy.get(Policy.TTL), policy.get(Policy.MAX_TTL)));
        return opened(snapshot, notes, content);
    }

    /** The snapshot of that id; null when it is unknown or has expired. */
    @Nullable Opened find(SnapshotId id) {
        Snapshot snapshot = store.find(id);
        if (snapshot == null) {
            forget(id);
            return null;
        }
        synchronized (open) {
            Opened opened = open.get(id);
            if (opened != null) {
                return opened;
            }
        }
        Notes notes = Notes.decoded(snapshot.notes());
        Slice raw = all(snapshot.segments().get(0));
        ToolResult result = ToolResult.of(raw);
        if (result == null) {
            throw new IllegalStateException("a snapshot holds no result object");
        }
        Slice segment = notes.apart() ? all(snapshot.segments().get(1)) : raw;
        Document document = new Document(segment.sub(notes.from(), notes.to()), notes.json());
        return opened(snapshot, notes, new Content(result, document, Copies.in(result)));
    }

    private static Slice all(Segment segment) {
        return segment.read(0, segment.length());
    }

    private Opened opened(Snapshot snapshot, Notes notes, Content content) {
        long size = 0;
        for (Segment segment : snapshot.segments()) {
            size += segment.length() * INDEX_FACTOR;
        }
        Opened opened = new Opened(snapshot, notes, content, size);
        synchronized (open) {
            Opened before = open.put(snapshot.id(), opened);
            bytes += size - (before == null ? 0 : before.size);
            var oldest = open.entrySet().iterator();
            while ((open.size() > MOST_OPEN || bytes > mostBytes) && open.size() > 1) {
                bytes -= oldest.next().getValue().size;
                oldest.remove();
            }
        }
        return opened;
    }

    private void forget(SnapshotId id) {
        synchronized (open) {
            Opened gone = open.remove(id);
            bytes -= gone == null ? 0 : gone.size;
        }
    }
}
