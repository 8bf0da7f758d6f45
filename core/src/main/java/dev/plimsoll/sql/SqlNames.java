package dev.plimsoll.sql;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes names of tables and columns unique, and quotes them. SQL names that differ only in case are equal, so the second one gets a number. */
final class SqlNames {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int MAX_LENGTH = 200;

    /** Keywords, which are names only if they are quoted. */
    private static final Set<String> KEYWORDS =
            Set.of(("ALL AND ANY ARRAY AS BETWEEN BOTH CASE CAST CHECK CONSTRAINT CROSS"
                            + " CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DEFAULT DISTINCT ELSE END EXCEPT EXISTS FALSE FETCH FOR FOREIGN FROM"
                            + " FULL GROUP HAVING IF IN INNER INTERSECT INTERVAL IS JOIN LEADING LEFT LIKE LIMIT MINUS NATURAL NOT NULL OFFSET ON"
                            + " OR ORDER PRIMARY QUALIFY RIGHT ROW SELECT SOME SYMMETRIC TABLE TO TRAILING TRUE UNION UNIQUE UNKNOWN USING VALUES"
                            + " WHEN WHERE WINDOW WITH")
                    .split(" ", -1));

    private SqlNames() {}

    /** Makes a name unique: appends a number if the name is used already, and adds the result to the used names. */
    static String makeUnique(String name, Collection<String> usedNames) {
        String baseName = name.isEmpty() ? "column" : name;
        baseName = baseName.length() > MAX_LENGTH ? baseName.substring(0, MAX_LENGTH) : baseName;
        String unique = baseName;
        for (int number = 2; usedNames.contains(comparisonKey(unique)); number++) {
            unique = baseName + "_" + number;
        }
        usedNames.add(comparisonKey(unique));
        return unique;
    }

    private static String comparisonKey(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** Returns the name as a statement must write it. */
    static String quoteIfNeeded(String name) {
        return PLAIN.matcher(name).matches() && !KEYWORDS.contains(comparisonKey(name))
                ? name
                : '"' + name.replace("\"", "\"\"") + '"';
    }
}
