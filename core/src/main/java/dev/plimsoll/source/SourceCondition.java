package dev.plimsoll.source;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Condition on one field of every row.
 *
 * @param field one of {@link PageSource#filters}
 * @param value a text, a {@code BigDecimal}, a {@code Boolean}, or null; for {@code CONTAINS} always a text
 */
public record SourceCondition(
        String field, Test test, @Nullable Object value) {

    /** Comparison of the field with the value. */
    public enum Test {
        /** The field equals the value. */
        EQUALS,
        /** The field is a text that contains the value, ignoring case. */
        CONTAINS
    }

    public SourceCondition {
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(test, "test");
        if (test == Test.CONTAINS && !(value instanceof String)) {
            throw new IllegalArgumentException("value: must be a string for CONTAINS");
        }
    }

    public static SourceCondition equal(String field, @Nullable Object value) {
        return new SourceCondition(field, Test.EQUALS, value);
    }

    public static SourceCondition contains(String field, String text) {
        return new SourceCondition(field, Test.CONTAINS, text);
    }
}
