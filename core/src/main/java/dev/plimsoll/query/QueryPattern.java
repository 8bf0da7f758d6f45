package dev.plimsoll.query;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.parse.LiteralRemover;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Query whose literals are replaced with variables, so that it contains no values of a result. Queries that differ only in
 * literals and white space have equal patterns.
 *
 * @param parameters types of the variables that need values, such as string or number, by the names of the variables
 */
public record QueryPattern(String text, Map<String, String> parameters) {

    private static final int MAX_LENGTH = 2_000;

    /** Variable that every query can use, whether it is declared or not. */
    private static final String ORIGINAL = "original";

    public QueryPattern {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * Returns the pattern of a query; null if it has none.
     *
     * @param variables types of the variables that already have values, by the names of the variables
     */
    public static @Nullable QueryPattern of(String query, Map<String, String> variables) {
        if (query.length() > MAX_LENGTH) {
            return null;
        }
        try {
            LiteralRemover.Result result = LiteralRemover.remove(query);
            if (result == null) {
                return null;
            }
            Map<String, String> parameters = new LinkedHashMap<>(result.variables());
            parameters.putAll(variables);
            List<String> names = new ArrayList<>(parameters.keySet());
            names.add(ORIGINAL);
            Query.parse(Map.of("", result.text()), names);
            return new QueryPattern(result.text(), parameters);
        } catch (RefusedException invalid) {
            return null;
        }
    }
}
