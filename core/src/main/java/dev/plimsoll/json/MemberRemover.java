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
    private int copiedTo;
    private int removedCount;

    private MemberRemover(Slice value, Selection selection) {
        this.b = value.bytes();
        this.end = value.to();
        this.copiedTo = value.from();
        this.selection = selection;
    }

    /** Selection of the members to remove. */
    public interface Selection {

        /** Returns the state at the root. */
        SelectionState root();
    }

    /** State of a selection at a value in the document. */
    public interface SelectionState {

        /** Returns whether to remove the member with this name. */
        boolean removes(String name);

        /** Returns the state inside that member; null if nothing inside can be removed. */
        @Nullable SelectionState inside(String name);

        /** Returns the state inside an element of an array; null if nothing inside can be removed. */
        @Nullable SelectionState insideElement(int index);
    }

    /**
     * Document without the members.
     *
     * @param value the original value if nothing was removed
     * @param removedCount how many members were removed
     */
    public record Pruned(Slice value, int removedCount) {}

    /** Container that is open at the current offset. */
    private static final class Level {
        final SelectionState state;
        final boolean isObject;
        int index;
        /** End of the last member; {@link #NONE} before the first one that is not removed. */
        int lastEnd = NONE;

        Level(SelectionState state, boolean isObject) {
            this.state = state;
            this.isObject = isObject;
        }
    }

    public static Pruned of(Slice value, Selection selection) {
        Slice trimmed = Json.trim(value);
        MemberRemover memberRemover = new MemberRemover(trimmed, selection);
        memberRemover.run(trimmed.from());
        return memberRemover.result(trimmed);
    }

    private Pruned result(Slice value) {
        ByteSink written = out;
        if (written == null) {
            return new Pruned(value, 0);
        }
        written.raw(b, copiedTo, end);
        return new Pruned(written.slice(), removedCount);
    }

    private void run(int from) {
        int at = enterOrSkip(from, selection.root());
        while (!open.isEmpty() && at < end) {
            Level level = open.get(open.size() - 1);
            at = Json.skipSpace(b, at, end);
            if (at < end && b[at] == ',') {
                at = Json.skipSpace(b, at + 1, end);
            }
            if (at >= end || b[at] == '}' || b[at] == ']') {
                at++;
                open.remove(open.size() - 1);
                recordEnd(at);
            } else {
                at = level.isObject ? member(level, at) : element(level, at);
            }
        }
    }

    /** Enters a container from which a member may be removed, or skips the value. Returns the offset at which to continue. */
    private int enterOrSkip(int at, @Nullable SelectionState state) {
        boolean isContainer = at < end && (b[at] == '{' || b[at] == '[');
        if (isContainer && state != null) {
            open.add(new Level(state, b[at] == '{'));
            return at + 1;
        }
        int after = Json.skipValue(b, at, end);
        recordEnd(after);
        return after;
    }

    /** Records the end of a value in its container. */
    private void recordEnd(int at) {
        if (!open.isEmpty()) {
            open.get(open.size() - 1).lastEnd = at;
        }
    }

    private int element(Level level, int at) {
        return enterOrSkip(at, level.state.insideElement(level.index++));
    }

    private int member(Level level, int at) {
        int keyEnd = Json.skipString(b, at, end);
        String name = JsonText.unescapeToString(new Slice(b, Math.min(at + 1, keyEnd), Math.max(at + 1, keyEnd - 1)));
        int colon = Json.skipSpace(b, keyEnd, end);
        int value = Json.skipSpace(b, Math.min(end, colon + 1), end);
        if (!level.state.removes(name)) {
            return enterOrSkip(value, level.state.inside(name));
        }
        int after = Json.skipValue(b, value, end);
        removedCount++;
        if (level.lastEnd != NONE) {
            // removes the comma before the member too
            removeRange(level.lastEnd, after);
            level.lastEnd = after;
            return after;
        }
        int next = Json.skipSpace(b, after, end);
        boolean isLast = next >= end || b[next] != ',';
        int nextMember = isLast ? after : Json.skipSpace(b, next + 1, end);
        removeRange(at, nextMember);
        return nextMember;
    }

    private void removeRange(int from, int to) {
        ByteSink written = out == null ? new ByteSink(end - copiedTo) : out;
        out = written.raw(b, copiedTo, from);
        copiedTo = to;
    }
}
