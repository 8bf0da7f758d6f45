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
    public int compare(Object firstKey, Object secondKey) {
        List<?> firstValues = (List<?>) firstKey;
        List<?> secondValues = (List<?>) secondKey;
        for (int i = 0; i < descending.size(); i++) {
            Object firstValue = firstValues.get(i);
            Object secondValue = secondValues.get(i);
            if (firstValue == null || secondValue == null) {
                if (firstValue != secondValue) {
                    return firstValue == null ? 1 : -1;
                }
            } else if (!firstValue.equals(secondValue)) {
                int comparison = compareValues(firstValue, secondValue);
                return descending.get(i) ? -comparison : comparison;
            }
        }
        return 0;
    }

    @SuppressWarnings("unchecked")
    private static int compareValues(Object firstValue, Object secondValue) {
        boolean isComparable = (firstValue instanceof Number || firstValue instanceof Temporal)
                && firstValue.getClass() == secondValue.getClass();
        return isComparable && firstValue instanceof Comparable<?>
                ? ((Comparable<Object>) firstValue).compareTo(secondValue)
                : 0;
    }
}
