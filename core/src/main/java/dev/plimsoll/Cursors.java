package dev.plimsoll;

import dev.plimsoll.Archive.Opened;
import dev.plimsoll.cursor.CursorRejectedException;
import dev.plimsoll.cursor.CursorSealer;
import dev.plimsoll.cursor.Guessing;
import dev.plimsoll.cursor.Place;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.shape.Seat;
import dev.plimsoll.store.Origin;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.view.Position;
import dev.plimsoll.view.View;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Seats become cursors, cursors become seats again: for their caller, and while the result is kept. */
final class Cursors {

    private static final String AGAIN = "call the tool again without a cursor";

    private final SnapshotStore store;
    private final CursorSealer sealer;
    private final Guessing guessing;
    private final boolean callersNameServers;

    Cursors(SnapshotStore store, CursorSealer sealer, Guessing guessing) {
        this(store, sealer, guessing, false);
    }

    private Cursors(SnapshotStore store, CursorSealer sealer, Guessing guessing, boolean callersNameServers) {
        this.store = store;
        this.sealer = sealer;
        this.guessing = guessing;
        this.callersNameServers = callersNameServers;
    }

    /** The same for one reader. */
    Cursors readBy(Guessing reader) {
        return new Cursors(store, sealer, reader, callersNameServers);
    }

    /** The same over another store. */
    Cursors over(SnapshotStore other) {
        return new Cursors(other, sealer, guessing, callersNameServers);
    }

    /** The same for callers whose names hold the server's identity: a server that is renamed keeps its cursors. */
    Cursors whereCallersNameServers() {
        return new Cursors(store, sealer, guessing, true);
    }

    /** What a cursor leads to. */
    record Found(Opened opened, View view, Position at) {}

    Function<Seat, String> sealing(Opened opened, String caller) {
        SnapshotId id = opened.snapshot().id();
        Map<View, Integer> numbers = new HashMap<>();
        return seat -> {
            int view = numbers.computeIfAbsent(seat.view(), v -> store.view(id, v.encoded()));
            return sealer.seal(new Place(id, view, seat.position().packed()), caller);
        };
    }

    /** Seconds since the result was kept, by the store's own clock. */
    long age(Opened opened) {
        Instant taken = opened.snapshot().takenAt();
        return Math.max(0, Duration.between(taken, store.now()).toSeconds());
    }

    /** Whether it was sealed with our keys for this caller; says nothing of whether its result is still kept. */
    boolean genuine(String cursor, String caller) {
        try {
            return sealer.open(PlimsollUri.cursorIn(cursor), caller).view() >= 0;
        } catch (CursorRejectedException e) {
            return false;
        }
    }

    /** The server whose result it reads, by the name that it had then; null where the call's server is another. */
    @Nullable String server(String cursor, ToolCall call) {
        try {
            Snapshot kept = store.find(
                    sealer.open(PlimsollUri.cursorIn(cursor), call.caller()).snapshot());
            String server = kept == null ? call.server() : kept.origin().server();
            return callersNameServers || server.equals(call.server()) ? server : null;
        } catch (CursorRejectedException e) {
            return null;
        } catch (StoreException e) {
            return call.server(); // as far as can be seen just now; who reads it is told
        }
    }

    Found find(Archive archive, @Nullable String cursor, ToolCall call) {
        if (cursor == null) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, "cursor is missing", "the nextCursor of an answer")
                    .detail("argument", "cursor");
        }
        Place place = open(cursor, call.caller());
        Opened opened = archive.find(place.snapshot());
        Slice view = opened == null ? null : store.view(place.snapshot(), place.view());
        if (opened == null || view == null) {
            throw new RefusedException(
                    ErrorCode.CURSOR_EXPIRED, "the cursor has expired: the result it read is no longer kept", AGAIN);
        }
        Origin origin = opened.snapshot().origin();
        boolean otherName = !call.server().isEmpty() && !call.server().equals(origin.server());
        boolean elsewhere = (otherName && !callersNameServers)
                || (!call.tool().isEmpty() && !call.tool().equals(origin.tool()));
        if (elsewhere) {
            throw invalid("the cursor belongs to another tool");
        }
        // rules go by the name that the server has now
        Opened named = otherName ? opened.from(call.server()) : opened;
        return new Found(named, View.decoded(view), Position.unpacked(place.position()));
    }

    private Place open(String cursor, String caller) {
        requireCalm();
        String sealed = PlimsollUri.cursorIn(cursor);
        try {
            return sealer.open(sealed, caller);
        } catch (CursorRejectedException e) {
            if (sealer.looksLikeCursor(sealed)) {
                guessing.wrong();
            }
            // foreign looks like mistyped: nobody learns whether another caller's cursor exists
            throw invalid("invalid cursor format or not a cursor of yours: it must be copied exactly");
        }
    }

    private void requireCalm() {
        long wait = guessing.waitSeconds();
        if (wait > 0) {
            throw new RefusedException(
                            ErrorCode.RATE_LIMITED,
                            "too many cursors were none of yours: none is looked at for a while",
                            "wait " + wait + " s, then copy nextCursor from the last answer, all 48 characters")
                    .detail("retryAfterSeconds", wait);
        }
    }

    private static RefusedException invalid(String message) {
        return new RefusedException(
                ErrorCode.CURSOR_INVALID,
                message,
                "copy nextCursor from the last answer, all 48 characters, or " + AGAIN);
    }
}
