package dev.plimsoll.query.warning;

import dev.plimsoll.query.value.Value;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Use of values of a document in an expression. */
sealed interface ValueUse {

    DocumentPath path();

    /** Read of a field of the objects at a path. */
    record Field(DocumentPath path, String name) implements ValueUse {}

    /**
     * Comparison of values with a literal by {@code ==} or {@code !=}.
     *
     * @param group number of the group of alternative comparisons: if the document contains the literal of one of them,
     *     the comparisons of the group at the same path get no warning; 0 if the comparison is in no group
     */
    record Equality(DocumentPath path, Value literal, int group) implements ValueUse {}

    /**
     * Order comparison, sorting, or sum of values. If the values are texts that are numbers, its output is misleading.
     *
     * @param literal literal that the values are compared with; null for none
     */
    record NumericUse(
            DocumentPath path, Kind kind, @Nullable Value literal) implements ValueUse {}

    /** Search for a literal text inside text values. */
    record TextSearch(DocumentPath path, String text, MatchPosition position) implements ValueUse {

        boolean isFoundIn(String value) {
            return switch (position) {
                case START -> value.startsWith(text);
                case END -> value.endsWith(text);
                case ANYWHERE -> value.contains(text);
                case WITHIN -> text.contains(value);
                case ANYWHERE_IN_ANY_CASE -> toLowerCase().isFoundIn(value.toLowerCase(Locale.ROOT));
            };
        }

        /** Returns this search with its text in lower case, for use on values in lower case. */
        TextSearch toLowerCase() {
            MatchPosition positionInLowerCase =
                    position == MatchPosition.ANYWHERE_IN_ANY_CASE ? MatchPosition.ANYWHERE : position;
            return new TextSearch(path, text.toLowerCase(Locale.ROOT), positionInLowerCase);
        }
    }

    /**
     * Comparison of values in one case with a literal text in the other case, or a search for the text in the values.
     * Neither can succeed.
     *
     * @param isLower whether the values are in lower case
     */
    record CaseMismatch(DocumentPath path, String text, boolean isLower) implements ValueUse {}

    /** Position of a text inside another text. */
    enum MatchPosition {
        START,
        END,
        ANYWHERE,
        ANYWHERE_IN_ANY_CASE,

        /** The value inside the text. */
        WITHIN
    }

    /** Kind of use for which numbers and texts differ. */
    enum Kind {
        COMPARE,
        SORT,
        ADD
    }

    /**
     * Use of all values of a list, such as a count, sum, or ranking. Its output is wrong if the server left out some of
     * them.
     */
    record WholeListUse(DocumentPath path) implements ValueUse {}
}
