package dev.plimsoll.shape;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.view.View;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the pages of a result's views begin. A page is a pure function of the view and the place where it begins, so this
 * is only a memory of what cutting found: lost, it is found again.
 */
final class AnswerBounds {

    private static final int MOST_VIEWS = 64;

    /** The view, and what its first page may cost, which depends on what stands around it for this client. */
    record Key(View view, Budget firstPage) {}

    private final Map<Key, Starts> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Starts> eldest) {
            return size() > MOST_VIEWS;
        }
    };

    /** The starts of one view's pages, found so far. */
    synchronized Starts of(Key key) {
        return known.computeIfAbsent(key, k -> new Starts(k.view().start()));
    }

    /**
     * What is left for items on the pages of one view, the same on all but the first.
     *
     * @param tight whether the headers are short of room
     */
    record Rooms(boolean tight, Budget first, Budget others) {}

    /** Grows front to back: the start of page 1, of page 2, and so on. */
    static final class Starts {

        private int[] starts = new int[8];
        private int pages = 1;
        private @Nullable Rooms rooms;
        private int @Nullable [] complete;

        private Starts(int first) {
            starts[0] = first;
        }

        /** The start of a page, cutting what is not known yet; -1 beyond the end. {@code next} gives the end of the page that starts there. */
        synchronized int of(int page, int end, IntUnaryOperator next) {
            while (pages < page) {
                int after = next.applyAsInt(starts[pages - 1]);
                if (after >= end) {
                    return -1;
                }
                add(after);
            }
            return starts[page - 1];
        }

        private void add(int start) {
            if (pages == starts.length) {
                starts = Arrays.copyOf(starts, pages * 2);
            }
            starts[pages++] = start;
        }

        synchronized Rooms rooms(Supplier<Rooms> finder) {
            Rooms found = rooms;
            if (found == null) {
                found = finder.get();
                rooms = found;
            }
            return found;
        }

        /** All starts and the end, cut at once by {@code cutter} the first time. */
        synchronized int[] all(Supplier<int[]> cutter) {
            int[] found = complete;
            if (found == null) {
                found = cutter.get();
                complete = found;
            }
            return found;
        }
    }
}
