package dev.plimsoll.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes members out of a valid document: every byte that stays is the byte that came. Elements of arrays stay, whatever is
 * in them, so that what stands at an index goes on standing there. One walk, however deep.
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

    /** Which members are to go. */
    public interface Selection {

        /** Where a walk stands at the root. */
        Place root();
    }

    /** A place in a document, as far as a selection has to know it. */
    public interface Place {

        /** Whether the member of this name goes. */
        boolean takes(String name);

        /** The place inside that member or element; null when nothing in there can go. */
        @Nullable Place inside(String name);

        /** The same for the element of an array. */
        @Nullable Place at(int index);
    }

    /**
     * What is left.
     *
     * @param value the value itself when nothing was taken out of it
     * @param members how many were
     */
    public record Pruned(Slice value, int members) {}

    /** A container that the walk is in. */
    private static final class Level {
        final Place place;
        final boolean object;
        int index;
        /** Where the last member ended that was looked at; {@link #NONE} before one was kept. */
        int after = NONE;

        Level(Place place, boolean object) {
            this.place = place;
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

    /** Goes into a container that something may be taken from, or past the value. Gives where the walk goes on. */
    private int enter(int at, @Nullable Place place) {
        boolean container = at < end && (b[at] == '{' || b[at] == '[');
        if (container && place != null) {
            open.add(new Level(place, b[at] == '{'));
            return at + 1;
        }
        int after = Json.skipValue(b, at, end);
        ended(after);
        return after;
    }

    /** A value ended there: what stands behind it in its container begins there. */
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
            // with the comma in front of it
            cut(level.after, after);
            level.after = after;
            return after;
        }
        int next = Json.skipSpace(b, after, end);
        boolean last = next >= end || b[next] != ',';
        int goesOn = last ? after : Json.skipSpace(b, next + 1, end);
        cut(at, goesOn);
        return goesOn;
    }

    private void cut(int from, int to) {
        ByteSink written = out == null ? new ByteSink(end - copied) : out;
        out = written.raw(b, copied, from);
        copied = to;
    }
}
