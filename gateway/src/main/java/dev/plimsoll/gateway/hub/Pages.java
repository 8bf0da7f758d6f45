package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Pages of what one server lists: as it lists them now, or as it did when it was last there. */
final class Pages {

    /** A server that lists nothing for so long counts as not there. */
    private static final Duration LISTING = Duration.ofSeconds(20);

    /** Whose listing is known need not be waited for as long. */
    private static final Duration RELISTING = Duration.ofSeconds(5);

    private static final int LONGEST_CURSOR = 8_192;
    private static final int NO_SUCH_METHOD = -32601;
    private static final Slice NO_PARAMS = Slice.of("{}");

    private Pages() {}

    /**
     * A page.
     *
     * @param entries an array
     * @param next the cursor of the one behind it; null when there is none
     * @param millis how long it may be taken for true
     * @param refused why there is none, where the server itself says so
     * @param there whether it is the server's own, now or once
     * @param from the line that it came over; null for one that was kept
     */
    record Page(
            Slice entries,
            @Nullable String next,
            long millis,
            @Nullable Message refused,
            boolean there,
            @Nullable Live from) {}

    /**
     * The page at this cursor.
     *
     * @param params as the client has sent them
     */
    static Page at(Spoke spoke, Kind kind, @Nullable String cursor, Slice params) {
        Seen.Key key = key(spoke, kind);
        Message answer = null;
        try {
            boolean known = spoke.circle().seen().from(key, cursor) != null;
            Duration most = known && spoke.opening().compareTo(RELISTING) > 0 ? RELISTING : spoke.opening();
            Live live = spoke.ready(most);
            if (!offers(spoke, kind)) {
                return new Page(Seen.NOTHING, null, Long.MAX_VALUE, null, true, live);
            }
            answer = spoke.ask(live, kind.method(), at(cursor, params), System.nanoTime() + LISTING.toNanos());
            Page page = answer == null ? null : page(spoke, live, kind, cursor, answer);
            if (page != null) {
                return page;
            }
        } catch (RefusedException e) {
            spoke.circle().log().say(Level.DEBUG, "not listed", "server", spoke.name(), "why", e.getMessage());
        }
        Slice remembered = spoke.circle().seen().from(key, cursor);
        return new Page(remembered == null ? Seen.NOTHING : remembered, null, 0, answer, remembered != null, null);
    }

    private static boolean offers(Spoke spoke, Kind kind) {
        Opened opened = spoke.opened();
        return spoke.talk().modern() || opened == null || opened.offers(kind.capability());
    }

    /** The first page of a line that has just been opened; null when it gives none. */
    static @Nullable Slice first(Spoke spoke, Live live, Kind kind) {
        if (!offers(spoke, kind)) {
            return Seen.NOTHING;
        }
        Message answer = spoke.ask(live, kind.method(), NO_PARAMS, System.nanoTime() + LISTING.toNanos());
        Page page = answer == null ? null : page(spoke, live, kind, null, answer);
        return page == null ? null : page.entries;
    }

    private static Seen.Key key(Spoke spoke, Kind kind) {
        Talk talk = spoke.talk();
        return new Seen.Key(spoke.index(), kind, talk.caller().tier(), talk.revision());
    }

    /** Null when the server gives none. */
    private static @Nullable Page page(Spoke spoke, Live live, Kind kind, @Nullable String cursor, Message answer) {
        Slice result = answer.result();
        if (result == null) {
            Slice error = ObjectEdit.objectIn(answer.bytes(), "error");
            Slice code = error == null ? null : ObjectEdit.valueIn(error, "code");
            boolean none = cursor == null && code != null && code.utf8().equals(String.valueOf(NO_SUCH_METHOD));
            return none ? new Page(Seen.NOTHING, null, Long.MAX_VALUE, null, true, live) : null;
        }
        Slice entries = ObjectEdit.valueIn(result, kind.member());
        if (entries == null || Json.type(entries) != JsonType.ARRAY) {
            return new Page(Seen.NOTHING, null, millis(result), null, true, live);
        }
        String next = ObjectEdit.textIn(result, "nextCursor", LONGEST_CURSOR);
        if (next != null && next.equals(cursor)) {
            spoke.circle().log().say(Level.WARN, "a listing does not advance", "server", spoke.name());
            next = null;
        } else if (next == null && ObjectEdit.textIn(result, "nextCursor", Integer.MAX_VALUE) != null) {
            spoke.circle().log().say(Level.WARN, "a listing ends at a cursor too long", "server", spoke.name());
        }
        if (kind != Kind.TASKS) {
            spoke.circle().seen().add(key(spoke, kind), cursor, entries, next);
        }
        if (kind == Kind.TOOLS) {
            reads(spoke, live, next == null);
        }
        return new Page(entries, next, millis(result), null, true, live);
    }

    private static void reads(Spoke spoke, Live live, boolean last) {
        if (live.line().hasReader()) {
            spoke.circle().reads(spoke.index(), true);
        } else if (last) {
            spoke.circle().reads(spoke.index(), false);
        }
    }

    private static long millis(Slice result) {
        Slice ttl = ObjectEdit.valueIn(result, "ttlMs");
        try {
            return ttl == null || ttl.length() > 18 ? 0 : Math.max(0, Long.parseLong(ttl.utf8()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Slice at(@Nullable String cursor, Slice params) {
        Slice bare = ObjectEdit.without(params, "cursor");
        Slice meta = ObjectEdit.objectIn(bare, "_meta");
        Slice quiet = meta == null ? bare : ObjectEdit.with(bare, "_meta", ObjectEdit.without(meta, "progressToken"));
        return cursor == null
                ? quiet
                : ObjectEdit.with(quiet, "cursor", new ByteSink().string(cursor).slice());
    }
}
