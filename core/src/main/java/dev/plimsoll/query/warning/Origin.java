package dev.plimsoll.query.warning;

import java.util.List;
import java.util.Map;

/** Source of a value of an expression, as far as it is certain without a run. */
sealed interface Origin {

    /** Value in a document. */
    record InDocument(DocumentPath path) implements Origin {}

    /** Array that the expression makes, whose items have one of these origins. */
    record ListOf(List<Origin> items) implements Origin {
        public ListOf {
            items = List.copyOf(items);
        }
    }

    /** Object that the expression makes, with the origins of its members. */
    record Made(Map<String, List<Origin>> members) implements Origin {
        public Made {
            members = Map.copyOf(members);
        }
    }

    /** Text of a document in letters of one case. */
    record Cased(DocumentPath path, boolean isLower) implements Origin {}

    /** Any other value. */
    record Unknown() implements Origin {}

    Origin UNKNOWN = new Unknown();

    List<Origin> ANY = List.of(UNKNOWN);
}
