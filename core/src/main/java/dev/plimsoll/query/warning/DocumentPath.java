package dev.plimsoll.query.warning;

import java.util.ArrayList;
import java.util.List;

/**
 * Position of values in a document: names, and {@link #EACH} for any item or member.
 *
 * @param variable variable that holds the document; empty for {@code .}
 */
record DocumentPath(String variable, List<String> steps) {

    /** Step to any item of an array, or to any member of an object. No name of a field is equal to it. */
    static final String EACH = "\u0000each";

    DocumentPath {
        steps = List.copyOf(steps);
    }

    DocumentPath child(String step) {
        List<String> extended = new ArrayList<>(steps);
        extended.add(step);
        return new DocumentPath(variable, extended);
    }

    boolean startsWith(List<String> names) {
        return steps.size() >= names.size() && steps.subList(0, names.size()).equals(names);
    }

    /** Returns whether the values are inside the items of a list. */
    boolean isInList() {
        return steps.contains(EACH);
    }

    /** Returns the names after the last list, with dots between them; empty if there are none. */
    String name() {
        return String.join(".", steps.subList(steps.lastIndexOf(EACH) + 1, steps.size()));
    }
}
