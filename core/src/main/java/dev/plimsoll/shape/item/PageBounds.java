package dev.plimsoll.shape.item;

import dev.plimsoll.policy.Budget;
import dev.plimsoll.view.View;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the positions where the pages of a result's views begin. A page depends only on the view and
 * its start, so an entry that was dropped is computed again with the same value.
 */
public final class PageBounds {

    private static final int MAX_VIEWS = 64;

    /**
     * A view and the budget of its first page. The budget depends on the blocks that this client gets
     * around the main block.
     */
    public record Key(View view, Budget firstPageBudget) {}

    private final Map<Key, Starts> startsByView = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Starts> eldest) {
            return size() > MAX_VIEWS;
        }
    };

    /** Returns the known page starts of one view. */
    public synchronized Starts startsOf(Key key) {
        return startsByView.computeIfAbsent(key, k -> new Starts(k.view().start()));
    }

    /**
     * Budgets for the items on the pages of one view. All pages except the first have equal budgets.
     *
     * @param isTight whether the headers omit their optional fields
     */
    public record ItemBudgets(boolean isTight, Budget first, Budget later) {}

    /** Page starts, found front to back: page 1, page 2, and so on. */
    public static final class Starts {

        private int[] starts = new int[8];
        private int pages = 1;
        private @Nullable ItemBudgets itemBudgets;

        /** All starts and the end; null until {@link #startsAndEnd(Supplier)} computes them. */
        private int @Nullable [] startsAndEnd;

        private Starts(int first) {
            starts[0] = first;
        }

        /**
         * Returns the start of a page; -1 if the page is beyond the end. Cuts the pages before it that are not known
         * yet: {@code next} returns the end of the page that begins at a given start.
         */
        public synchronized int startOf(int page, int end, IntUnaryOperator next) {
            while (pages < page) {
                int pageEnd = next.applyAsInt(starts[pages - 1]);
                if (pageEnd >= end) {
                    return -1;
                }
                add(pageEnd);
            }
            return starts[page - 1];
        }

        private void add(int start) {
            if (pages == starts.length) {
                starts = Arrays.copyOf(starts, pages * 2);
            }
            starts[pages++] = start;
        }

        public synchronized ItemBudgets itemBudgets(Supplier<ItemBudgets> finder) {
            ItemBudgets cached = itemBudgets;
            if (cached == null) {
                cached = finder.get();
                itemBudgets = cached;
            }
            return cached;
        }

        /** Returns all starts and the end. The first call computes them with {@code cutter}. */
        public synchronized int[] startsAndEnd(Supplier<int[]> cutter) {
            int[] cached = startsAndEnd;
            if (cached == null) {
                cached = cutter.get();
                startsAndEnd = cached;
            }
            return cached;
        }
    }
}
