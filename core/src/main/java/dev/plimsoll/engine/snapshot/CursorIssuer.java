package dev.plimsoll.engine.snapshot;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.CursorRejectedException;
import dev.plimsoll.cursor.CursorTarget;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.draft.PagePosition;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.sql.SqlEngine;
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

/** Encodes page positions as cursors, and resolves cursors to snapshots, views, and positions. */
public final class CursorIssuer {

    private static final String CALL_AGAIN = "call the tool again without a cursor";

    private final SnapshotStore store;
    private final CursorCodec cursorCodec;
    private final StyleRegistry styleRegistry;
    private final @Nullable SqlEngine sqlEngine;
    private final boolean isForApp;

    /** @param sqlEngine engine for statements on results; null if the host has none */
    public CursorIssuer(
            SnapshotStore store, CursorCodec codec, StyleRegistry styleRegistry, @Nullable SqlEngine sqlEngine) {
        this(store, codec, styleRegistry, sqlEngine, false);
    }

    private CursorIssuer(
            SnapshotStore store,
            CursorCodec codec,
            StyleRegistry styleRegistry,
            @Nullable SqlEngine sqlEngine,
            boolean isForApp) {
        this.sqlEngine = sqlEngine;
        this.store = store;
        this.cursorCodec = codec;
        this.styleRegistry = styleRegistry;
        this.isForApp = isForApp;
    }

    /** Returns the engine for statements on results; null if there is none. */
    public @Nullable SqlEngine sqlEngine() {
        return sqlEngine;
    }

    /** Returns an issuer for another store. */
    public CursorIssuer withStore(SnapshotStore otherStore) {
        return new CursorIssuer(otherStore, cursorCodec, styleRegistry, sqlEngine, isForApp);
    }

    /** Returns an issuer that resolves only the cursors of {@link #appCursor}. */
    public CursorIssuer forApp() {
        return new CursorIssuer(store, cursorCodec, styleRegistry, sqlEngine, true);
    }

    /**
     * Returns a cursor for the app in place of a caller's own cursor.
     *
     * @throws CursorRejectedException if it is no cursor of this caller
     */
    public String appCursor(String cursor, String caller) {
        return cursorCodec.encodeForApp(cursorCodec.decode(PlimsollUri.cursorIn(cursor), caller), caller);
    }

    private CursorTarget decode(String cursor, String caller) {
        String text = PlimsollUri.cursorIn(cursor);
        return isForApp ? cursorCodec.decodeForApp(text, caller) : cursorCodec.decode(text, caller);
    }

    /** Returns the registry of the styles that views can have. */
    public StyleRegistry styles() {
        return styleRegistry;
    }

    /**
     * Returns a function that turns page positions in a snapshot into cursors. It stores each view with the
     * snapshot, once.
     */
    public Function<PagePosition, String> cursorEncoder(OpenSnapshot openSnapshot, String caller) {
        SnapshotId id = openSnapshot.snapshot().id();
        Map<View, Integer> viewNumbers = new HashMap<>();
        return pagePosition -> {
            int view = viewNumbers.computeIfAbsent(pagePosition.view(), v -> store.addView(id, v.encode()));
            return cursorCodec.encode(
                    new CursorTarget(id, view, pagePosition.position().pack()), caller);
        };
    }

    /** Returns the age of a snapshot in seconds, by the store's clock. */
    public long ageSeconds(OpenSnapshot openSnapshot) {
        Instant takenAt = openSnapshot.snapshot().takenAt();
        return Math.max(0, Duration.between(takenAt, store.now()).toSeconds());
    }

    /** Returns whether the cursor was signed with our keys for this caller; its snapshot may have expired. */
    public boolean isAuthentic(String cursor, String caller) {
        try {
            return decode(cursor, caller).view() >= 0;
        } catch (CursorRejectedException e) {
            return false;
        }
    }

    /**
     * Returns the server of the result that the cursor reads, by the name that it had when the result was
     * stored. If it is not the call's server, returns null, unless the caller's name contains the identity of the
     * server, because then the server was renamed. Also returns null if the cursor is not one of this caller.
     */
    public @Nullable String findServer(String cursor, ToolCall call) {
        try {
            Snapshot snapshot = store.find(decode(cursor, call.caller()).snapshot());
            String server = snapshot == null ? call.server() : snapshot.origin().server();
            return call.settings().hasServerInName() || server.equals(call.server()) ? server : null;
        } catch (CursorRejectedException e) {
            return null;
        } catch (StoreException e) {
            return call.server(); // assume the call's server; the read reports the error
        }
    }

    /**
     * Returns the snapshot, view, and position of a cursor.
     *
     * @param call the call with the cursor; an empty server or tool matches all
     * @throws RefusedException if the cursor is missing, invalid, expired, or one of another server or tool
     */
    public ResolvedCursor resolve(SnapshotRepository snapshots, @Nullable String cursor, ToolCall call) {
        if (cursor == null) {
            throw new RefusedException(ErrorCode.INVALID_REQUEST, "cursor is missing", "the nextCursor of an answer")
                    .detail("argument", "cursor");
        }
        CursorTarget cursorTarget = decode(cursor, call);
        OpenSnapshot openSnapshot = snapshots.find(cursorTarget.snapshot());
        Slice encodedView = openSnapshot == null ? null : store.findView(cursorTarget.snapshot(), cursorTarget.view());
        if (openSnapshot == null || encodedView == null) {
            throw expired("its result is no longer stored");
        }
        View view = View.decode(encodedView);
        if (!styleRegistry.hasStyleOf(view.policy())) {
            throw expired("its style no longer exists");
        }
        SnapshotOrigin snapshotOrigin = openSnapshot.snapshot().origin();
        boolean isRenamed = !call.server().isEmpty() && !call.server().equals(snapshotOrigin.server());
        boolean isOtherTool = (isRenamed && !call.settings().hasServerInName())
                || (!call.tool().isEmpty() && !call.tool().equals(snapshotOrigin.tool()));
        if (isOtherTool) {
            throw invalid("the cursor belongs to another tool");
        }
        // policy rules apply to the server's current name
        OpenSnapshot currentSnapshot = isRenamed ? openSnapshot.withServer(call.server()) : openSnapshot;
        return new ResolvedCursor(currentSnapshot, view, Position.unpack(cursorTarget.position()));
    }

    private CursorTarget decode(String cursor, ToolCall call) {
        String text = PlimsollUri.cursorIn(cursor);
        try {
            return decode(text, call.caller());
        } catch (CursorRejectedException e) {
            if (cursorCodec.looksLikeCursor(text)) {
                CursorGuessLimiter limiter = call.settings().guessLimiter();
                requireNotLimited(limiter);
                limiter.recordWrongCursor();
            }
            // the message is the same for a wrong cursor and another caller's: it must not reveal that a cursor exists
            throw invalid("invalid cursor format or not a cursor of yours: it must be copied exactly");
        }
    }

    private static void requireNotLimited(CursorGuessLimiter limiter) {
        long waitSeconds = limiter.waitSeconds();
        if (waitSeconds > 0) {
            throw new RefusedException(
                            ErrorCode.RATE_LIMITED,
                            "too many invalid cursors: this one is not valid either",
                            "wait " + waitSeconds + " s, then copy nextCursor from the last answer, all 48 characters")
                    .detail("retryAfterSeconds", waitSeconds);
        }
    }

    private static RefusedException expired(String reason) {
        return new RefusedException(ErrorCode.CURSOR_EXPIRED, "the cursor has expired: " + reason, CALL_AGAIN);
    }

    private static RefusedException invalid(String message) {
        return new RefusedException(
                ErrorCode.CURSOR_INVALID,
                message,
                "copy nextCursor from the last answer, all 48 characters, or " + CALL_AGAIN);
    }
}
