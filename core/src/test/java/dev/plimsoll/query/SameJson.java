package dev.plimsoll.query;

import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the outputs of two query engines. Numbers are equal if they differ only after about thirteen digits. */
@NullMarked
final class SameJson {

    private static final double MAX_RELATIVE_DIFFERENCE = 1e-13;

    private SameJson() {}

    /** Returns whether both texts are equal arrays of outputs, or both are objects, which stand for errors. */
    static boolean areOutputsEqual(String ours, String theirs) {
        if (ours.startsWith("{") || theirs.startsWith("{")) {
            return ours.startsWith("{") && theirs.startsWith("{");
        }
        return isEqual(JsonMapper.shared().readTree(ours), JsonMapper.shared().readTree(theirs));
    }

    private static boolean isEqual(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            double number = a.doubleValue();
            double otherNumber = b.doubleValue();
            return number == otherNumber
                    || Math.abs(number - otherNumber)
                            <= MAX_RELATIVE_DIFFERENCE * Math.max(Math.abs(number), Math.abs(otherNumber));
        }
        if (a.isArray() && b.isArray()) {
            boolean isEqual = a.size() == b.size();
            for (int i = 0; isEqual && i < a.size(); i++) {
                isEqual = isEqual(a.get(i), b.get(i));
            }
            return isEqual;
        }
        if (a.isObject() && b.isObject()) {
            boolean isEqual = a.size() == b.size();
            for (String name : a.propertyNames()) {
                isEqual = isEqual && b.has(name) && isEqual(a.get(name), b.get(name));
            }
            return isEqual;
        }
        return a.equals(b);
    }
}
