package dev.plimsoll.query.warning;

import java.util.List;
import java.util.Map;

/** Origin of a value in an expression, as far as it is known before a run. */
sealed interface Origin {

    /** Value in a document. */
    record DocumentLocation(DocumentPath path) implements Origin {}

    /** Array that the expression makes, whose items have one of these origins. */
    record NewArray(List<Origin> items) implements Origin {
        public NewArray {
            items = List.copyOf(items);
        }
    }

    /** Object that the expression makes, with the origins of its members. */
    record NewObject(Map<String, List<Origin>> members) implements Origin {
        public NewObject {
            members = Map.copyOf(members);
        }
    }

    /** Text of a document in letters of one case. */
    record ChangedCase(DocumentPath path, boolean isLower) implements Origin {}

    /** Any other value. */
    record Unknown() implements Origin {}

    Origin UNKNOWN = new Unknown();

    List<Origin> ANY = List.of(UNKNOWN);
}
