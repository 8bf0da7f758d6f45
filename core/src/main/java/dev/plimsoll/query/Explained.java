package dev.plimsoll.query;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.Near;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** An error that nobody caught, for whoever asked: what went wrong, and the fields that there are where one was missed. */
final class Explained {

    private static final int MOST_FIELDS = 20;
    private static final int MOST_LETTERS = 40;
    private static final int MOST_MESSAGE = 500;

    private static final String OF_JSON =
            "leave out what does not fit with ? or select(type == …), or look at the shape first with keys or type";
    private static final String OF_LINES =
            "each line is a string: .[:5] gives the first, map(select(test(\"TEXT\"; \"i\"))) those with a text";

    private Explained() {}

    static RefusedException error(QueryError error, Meter meter, boolean lines) {
        meter.depth(0);
        Value value = error.value();
        String message = value instanceof Str s ? s.string() : JsonOut.excerpt(value, meter) + " (not a string)";
        if (message.length() > MOST_MESSAGE) {
            message = message.substring(0, MOST_MESSAGE - 1) + "…";
        }
        if (error.culprit() instanceof Constant missing && missing.object() != null && missing.name() != null) {
            return missing(message, missing.object(), missing.name(), meter);
        }
        return new RefusedException(ErrorCode.QUERY_INVALID, "query: " + message, lines ? OF_LINES : OF_JSON);
    }

    private static RefusedException missing(String message, Obj object, Str name, Meter meter) {
        List<String> fields = fields(object, meter);
        List<String> near = Near.of(name.string(), fields, 3);
        Set<String> shown = new LinkedHashSet<>(near);
        fields.stream().limit(MOST_FIELDS).forEach(shown::add);
        String wanted = shortened(name.string());
        RefusedException refused = new RefusedException(
                ErrorCode.QUERY_INVALID,
                "query: " + message + ": there is no field \"" + wanted + "\" there",
                near.isEmpty()
                        ? "use a field that is there, or ? to go on without it"
                        : "did you mean ." + near.get(0) + "?");
        String more = fields.size() > shown.size() ? ", …" : "";
        return refused.detail("missing", wanted).detail("fields", String.join(", ", shown) + more);
    }

    private static List<String> fields(Obj object, Meter meter) {
        List<String> fields = new ArrayList<>();
        Entries entries = object.entries(meter);
        while (entries.next() && fields.size() < 10 * MOST_FIELDS) {
            fields.add(shortened(entries.key().string()));
        }
        return fields;
    }

    private static String shortened(String name) {
        return name.length() <= MOST_LETTERS ? name : name.substring(0, MOST_LETTERS - 1) + "…";
    }
}
