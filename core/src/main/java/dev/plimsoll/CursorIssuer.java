package dev.plimsoll;

import dev.plimsoll.SnapshotArchive.Opened;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.CursorRejectedException;
import dev.plimsoll.cursor.CursorTarget;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.shape.PagePosition;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
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

/** Turns page positions into cursors and cursors into page positions, for one caller and while the snapshot exists. */
final class CursorIssuer {

    private static final String AGAIN = "call the tool again without a cursor";

    private final SnapshotStore store;
    private final CursorCodec sealer;
    private final CursorGuessLimiter cursorGuessLimiter;
    private final boolean callersNameServers;

    CursorIssuer(SnapshotStore store, CursorCodec sealer, CursorGuessLimiter cursorGuessLimiter) {
        this(store, sealer, cursorGuessLimiter, false);
    }

    private CursorIssuer(
            SnapshotStore store,
            CursorCodec sealer,
            CursorGuessLimiter cursorGuessLimiter,
            boolean callersNameServers) {
        this.store = store;
        this.sealer = sealer;
        this.cursorGuessLimiter = cursorGuessLimiter;
        this.callersNameServers = callersNameServers;
    }

    /** Returns an issuer with the limiter of one caller. */
    CursorIssuer readBy(CursorGuessLimiter reader) {
        return new CursorIssuer(store, sealer, reader, callersNameServers);
    }

    /** Returns an issuer for another store. */
    CursorIssuer over(SnapshotStore other) {
        return new CursorIssuer(other, sealer, cursorGuessLimiter, callersNameServers);
    }

    /** Returns an issuer for callers whose names contain the server's identity: cursors stay valid when a server is renamed. */
    CursorIssuer whereCallersNameServers() {
        return new CursorIssuer(store, sealer, cursorGuessLimiter, true);
    }

    /** Snapshot, view, and position of a cursor. */
    record Found(Opened opened, View view, Position at) {}

    Function<PagePosition, String> sealing(Opened opened, String caller) {
        SnapshotId id = opened.snapshot().id();
        Map<View, Integer> numbers = new HashMap<>();
        return pagePosition -> {
            int view = numbers.computeIfAbsent(pagePosition.view(), v -> store.view(id, v.encoded()));
            return sealer.seal(
                    new CursorTarget(id, view, pagePosition.position().packed()), caller);
        };
    }

    /** Returns the age of a snapshot in seconds, by the store's clock. */
    long age(Opened opened) {
        Instant taken = opened.snapshot().takenAt();
        return Math.max(0, Duration.between(taken, store.now()).toSeconds());
    }

    /** Returns whether the cursor was signed with our keys for this caller; its snapshot may have expired. */
    boolean genuine(String cursor, String caller) {
        try {
            return sealer.open(PlimsollUri.cursorIn(cursor), caller).view() >= 0;
        } catch (CursorRejectedException e) {
            return false;
        }
    }

    /** Returns the server whose result the cursor reads, by its name at that time; null if the call is to another server. */
    @Nullable String server(String cursor, ToolCall call) {
        try {
            Snapshot kept = store.find(
                    sealer.open(PlimsollUri.cursorIn(cursor), call.caller()).snapshot());
            String server = kept == null ? call.server() : kept.origin().server();
            return callersNameServers || server.equals(call.server()) ? server : null;
        } catch (CursorRejectedException e) {
            return null;
        } catch (StoreException e) {
            return call.server(); // assume the call's server; the read reports the error
        }
    }

    Found find(SnapshotArchive snapshotArchive, @Nullable String cursor, ToolCall call) {
        if (cursor == null) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, "cursor is missing", "the nextCursor of an answer")
                    .detail("argument", "cursor");
        }
        CursorTarget cursorTarget = open(cursor, call.caller());
        Opened opened = snapshotArchive.find(cursorTarget.snapshot());
        Slice view = opened == null ? null : store.view(cursorTarget.snapshot(), cursorTarget.view());
        if (opened == null || view == null) {
            throw new RefusedException(
                    ErrorCode.CURSOR_EXPIRED, "the cursor has expired: its result is no longer stored", AGAIN);
        }
        SnapshotOrigin snapshotOrigin = opened.snapshot().origin();
        boolean otherName = !call.server().isEmpty() && !call.server().equals(snapshotOrigin.server());
        boolean elsewhere = (otherName && !callersNameServers)
                || (!call.tool().isEmpty() && !call.tool().equals(snapshotOrigin.tool()));
        if (elsewhere) {
            throw invalid("the cursor belongs to another tool");
        }
        // rules use the server's present name
        Opened named = otherName ? opened.from(call.server()) : opened;
        return new Found(named, View.decoded(view), Position.unpacked(cursorTarget.position()));
    }

    private CursorTarget open(String cursor, String caller) {
        requireCalm();
        String sealed = PlimsollUri.cursorIn(cursor);
        try {
            return sealer.open(sealed, caller);
        } catch (CursorRejectedException e) {
            if (sealer.looksLikeCursor(sealed)) {
                cursorGuessLimiter.wrong();
            }
            // the message is the same for a wrong cursor and another caller's: it must not reveal that a cursor exists
            throw invalid("invalid cursor format or not a cursor of yours: it must be copied exactly");
        }
    }

    private void requireCalm() {
        long wait = cursorGuessLimiter.waitSeconds();
        if (wait > 0) {
            throw new RefusedException(
                            ErrorCode.RATE_LIMITED,
                            "too many invalid cursors: cursors are refused for a while",
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
