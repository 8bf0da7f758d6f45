package dev.plimsoll.source.jdbc;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Existing column of a table.
 *
 * @param label name in the JSON of a row
 * @param quoted name in a statement
 * @param type constant of {@link Types}
 * @param zoned whether the column has times with a zone. Some drivers report this only in the name of the
 * type
 */
record SqlColumn(String label, String quoted, int type, boolean zoned, boolean nullable) {

    private static final Set<Integer> TEXTS =
            Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR);
    private static final Set<Integer> NUMBERS = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.NUMERIC,
            Types.DECIMAL,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE);

    static boolean isZoned(int type, String typeName) {
        String name = typeName.toLowerCase(Locale.ROOT);
        return type == Types.TIMESTAMP_WITH_TIMEZONE
                || (type == Types.TIMESTAMP && (name.contains("tz") || name.contains("with time zone")));
    }

    /** Returns whether the column can hold a value of this type. */
    boolean accepts(@Nullable Object value) {
        if (value instanceof String) {
            return isText();
        }
        if (value instanceof Boolean) {
            return type == Types.BOOLEAN || type == Types.BIT;
        }
        return value == null || (value instanceof Number && NUMBERS.contains(type));
    }

    boolean isText() {
        return TEXTS.contains(type);
    }

    SqlColumn withLabel(String name) {
        return new SqlColumn(name, quoted, type, zoned, nullable);
    }
}
