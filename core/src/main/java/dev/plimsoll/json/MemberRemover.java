package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes members from a valid document; all other bytes stay unchanged. Elements of arrays are never removed, so that
 * indexes stay valid. One pass for any depth.
 */
public final class MemberRemover {

    private static final int NONE = -1;

    private final byte[] b;
    private final int end;
    private final Selection selection;
    private final List<Level> open = new ArrayList<>();
    private @Nullable ByteSink out;
    private int copied;
    private int taken;

    private MemberRemover(Slice value, Selection selection) {
        this.b = value.bytes();
        this.end = value.to();
        this.copied = value.from();
        this.selection = selection;
    }

    /** Selection of the members to remove. */
    public interface Selection {

        /** Returns the state at the root. */
        Place root();
    }

    /** State of a selection at a value in the document. */
    public interface Place {

        /** Returns whether to remove the member with this name. */
        boolean takes(String name);

        /** Returns the state inside that member; null if nothing inside can be removed. */
        @Nullable Place inside(String name);

        /** Returns the state inside an element of an array; null if nothing inside can be removed. */
        @Nullable Place at(int index);
    }

    /**
     * Document without the members.
     *
     * @param value the original value if nothing was removed
     * @param members how many members were removed
     */
    public record Pruned(Slice value, int members) {}

    /** Container that is open at the current offset. */
    private static final class Level {
        final Place place;
        final boolean object;
        int index;
        /** End of the last member; {@link #NONE} before the first one that is not removed. */
        int after = NONE;

        Level(Place state, boolean object) {
            this.place = state;
            this.object = object;
        }
    }

    public static Pruned of(Slice value, Selection selection) {
        Slice trimmed = Json.trim(value);
        MemberRemover memberRemover = new MemberRemover(trimmed, selection);
        memberRemover.walk(trimmed.from());
        return memberRemover.pruned(trimmed);
    }

    private Pruned pruned(Slice value) {
        ByteSink written = out;
        if (written == null) {
            return new Pruned(value, 0);
        }
        written.raw(b, copied, end);
        return new Pruned(written.slice(), taken);
    }

    private void walk(int from) {
        int at = enter(from, selection.root());
        while (!open.isEmpty() && at < end) {
            Level level = open.get(open.size() - 1);
            at = Json.skipSpace(b, at, end);
            if (at < end && b[at] == ',') {
                at = Json.skipSpace(b, at + 1, end);
            }
            if (at >= end || b[at] == '}' || b[at] == ']') {
                at++;
                open.remove(open.size() - 1);
                ended(at);
            } else {
                at = level.object ? member(level, at) : element(level, at);
            }
        }
    }

    /** Enters a container from which a member may be removed, or skips the value. Returns the offset at which to continue. */
    private int enter(int at, @Nullable Place state) {
        boolean container = at < end && (b[at] == '{' || b[at] == '[');
        if (container && state != null) {
            open.add(new Level(state, b[at] == '{'));
            return at + 1;
        }
        int after = Json.skipValue(b, at, end);
        ended(after);
        return after;
    }

    /** Records the end of a value in its container. */
    private void ended(int at) {
        if (!open.isEmpty()) {
            open.get(open.size() - 1).after = at;
        }
    }

    private int element(Level level, int at) {
        return enter(at, level.place.at(level.index++));
    }

    private int member(Level level, int at) {
        int keyEnd = Json.skipString(b, at, end);
        String name = JsonText.text(new Slice(b, Math.min(at + 1, keyEnd), Math.max(at + 1, keyEnd - 1)));
        int colon = Json.skipSpace(b, keyEnd, end);
        int value = Json.skipSpace(b, Math.min(end, colon + 1), end);
        if (!level.place.takes(name)) {
            return enter(value, level.place.inside(name));
        }
        int after = Json.skipValue(b, value, end);
        taken++;
        if (level.after != NONE) {
            // removes the comma before the member too
            cut(level.after, after);
            level.after = after;
            return after;
        }
        int next = Json.skipSpace(b, after, end);
        boolean last = next >= end || b[next] != ',';
        int nextMember = last ? after : Json.skipSpace(b, next + 1, end);
        cut(at, nextMember);
        return nextMember;
    }

    private void cut(int from, int to) {
        ByteSink written = out == null ? new ByteSink(end - copied) : out;
        out = written.raw(b, copied, from);
        copied = to;
    }
}
