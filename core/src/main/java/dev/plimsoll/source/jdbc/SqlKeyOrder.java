package dev.plimsoll.source.jdbc;

import java.time.temporal.Temporal;
import java.util.Comparator;
import java.util.List;

/**
 * Order of keys. It compares numbers and times. Other values, such as texts, are ordered by rules of the
 * database, so it returns zero for them.
 */
record SqlKeyOrder(List<Boolean> descending) implements Comparator<Object> {

    @Override
    public int compare(Object one, Object other) {
        List<?> first = (List<?>) one;
        List<?> second = (List<?>) other;
        for (int i = 0; i < descending.size(); i++) {
            Object a = first.get(i);
            Object b = second.get(i);
            if (a == null || b == null) {
                if (a != b) {
                    return a == null ? 1 : -1;
                }
            } else if (!a.equals(b)) {
                int compared = compareValues(a, b);
                return descending.get(i) ? -compared : compared;
            }
        }
        return 0;
    }

    @SuppressWarnings("unchecked")
    private static int compareValues(Object a, Object b) {
        boolean known = (a instanceof Number || a instanceof Temporal) && a.getClass() == b.getClass();
        return known && a instanceof Comparable<?> ? ((Comparable<Object>) a).compareTo(b) : 0;
    }
}
