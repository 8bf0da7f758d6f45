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

    private final byte[] bytes;
    private final int end;
    private final Selection selection;
    private final List<Level> openLevels = new ArrayList<>();
    private @Nullable ByteSink out;
    private int copiedEnd;
    private int removedCount;

    private MemberRemover(Slice value, Selection selection) {
        this.bytes = value.bytes();
        this.end = value.to();
        this.copiedEnd = value.from();
        this.selection = selection;
    }

    /** Selection of the members to remove. */
    public interface Selection {

        /** Returns the state at the root. */
        SelectionState root();
    }

    /** State of a selection at a value in the document. */
    public interface SelectionState {

        /** Returns whether the member with this name is removed. */
        boolean isRemoved(String name);

        /** Returns the state inside the member with this name; null if nothing inside can be removed. */
        @Nullable SelectionState inside(String name);

        /** Returns the state inside an element of an array; null if nothing inside can be removed. */
        @Nullable SelectionState insideElement(int index);
    }

    /**
     * Document without the removed members.
     *
     * @param value the document; the original slice if nothing was removed
     * @param removedCount the number of removed members
     */
    public record Pruned(Slice value, int removedCount) {}

    /** Container that is open at the current offset. */
    private static final class Level {
        final SelectionState state;
        final boolean isObject;
        int index;
        /**
         * End of the latest member or element that was read; {@link #NONE} until one was kept. After that, removed
         * members count too.
         */
        int lastEnd = NONE;

        Level(SelectionState state, boolean isObject) {
            this.state = state;
            this.isObject = isObject;
        }
    }

    public static Pruned remove(Slice value, Selection selection) {
        Slice trimmed = Json.trim(value);
        MemberRemover memberRemover = new MemberRemover(trimmed, selection);
        memberRemover.removeMembers(trimmed.from());
        return memberRemover.result(trimmed);
    }

    private Pruned result(Slice value) {
        ByteSink output = out;
        if (output == null) {
            return new Pruned(value, 0);
        }
        output.raw(bytes, copiedEnd, end);
        return new Pruned(output.slice(), removedCount);
    }

    private void removeMembers(int from) {
        int offset = enterOrSkip(from, selection.root());
        while (!openLevels.isEmpty() && offset < end) {
            Level level = openLevels.get(openLevels.size() - 1);
            offset = Json.skipSpace(bytes, offset, end);
            if (offset < end && bytes[offset] == ',') {
                offset = Json.skipSpace(bytes, offset + 1, end);
            }
            if (offset >= end || bytes[offset] == '}' || bytes[offset] == ']') {
                offset++;
                openLevels.remove(openLevels.size() - 1);
                recordEnd(offset);
            } else {
                offset = level.isObject ? readMember(level, offset) : readElement(level, offset);
            }
        }
    }

    /**
     * Enters a container from which a member may be removed, or skips the value. Returns the offset at which to
     * continue.
     */
    private int enterOrSkip(int offset, @Nullable SelectionState state) {
        boolean isContainer = offset < end && (bytes[offset] == '{' || bytes[offset] == '[');
        if (isContainer && state != null) {
            openLevels.add(new Level(state, bytes[offset] == '{'));
            return offset + 1;
        }
        int valueEnd = Json.skipValue(bytes, offset, end);
        recordEnd(valueEnd);
        return valueEnd;
    }

    /** Records the end of a value in its container. */
    private void recordEnd(int offset) {
        if (!openLevels.isEmpty()) {
            openLevels.get(openLevels.size() - 1).lastEnd = offset;
        }
    }

    private int readElement(Level level, int offset) {
        return enterOrSkip(offset, level.state.insideElement(level.index++));
    }

    private int readMember(Level level, int offset) {
        int keyEnd = Json.skipString(bytes, offset, end);
        String name = JsonText.unescapeToString(
                new Slice(bytes, Math.min(offset + 1, keyEnd), Math.max(offset + 1, keyEnd - 1)));
        int colon = Json.skipSpace(bytes, keyEnd, end);
        int valueStart = Json.skipSpace(bytes, Math.min(end, colon + 1), end);
        if (!level.state.isRemoved(name)) {
            return enterOrSkip(valueStart, level.state.inside(name));
        }
        int valueEnd = Json.skipValue(bytes, valueStart, end);
        removedCount++;
        if (level.lastEnd != NONE) {
            // removes the comma before the member too
            removeRange(level.lastEnd, valueEnd);
            level.lastEnd = valueEnd;
            return valueEnd;
        }
        int next = Json.skipSpace(bytes, valueEnd, end);
        boolean isLast = next >= end || bytes[next] != ',';
        int nextMember = isLast ? valueEnd : Json.skipSpace(bytes, next + 1, end);
        removeRange(offset, nextMember);
        return nextMember;
    }

    private void removeRange(int from, int to) {
        ByteSink output = out == null ? new ByteSink(end - copiedEnd) : out;
        out = output.raw(bytes, copiedEnd, from);
        copiedEnd = to;
    }
}
