package dev.plimsoll.source.jdbc;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Existing column of a table.
 *
 * @param label name in the JSON of a row
 * @param quotedName name in a statement, in the quotation marks of the database
 * @param type constant of {@link Types}
 * @param hasZone whether the times of the column have a zone. Some drivers report this only in the name of the
 * type
 */
record SqlColumn(String label, String quotedName, int type, boolean hasZone, boolean isNullable) {

    private static final Set<Integer> TEXT_TYPES =
            Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR);
    private static final Set<Integer> NUMBER_TYPES = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.NUMERIC,
            Types.DECIMAL,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE);

    static boolean isZonedType(int type, String typeName) {
        String name = typeName.toLowerCase(Locale.ROOT);
        return type == Types.TIMESTAMP_WITH_TIMEZONE
                || (type == Types.TIMESTAMP && (name.contains("tz") || name.contains("with time zone")));
    }

    /** Returns whether the column can hold this value. */
    boolean canHold(@Nullable Object value) {
        if (value instanceof String) {
            return isText();
        }
        if (value instanceof Boolean) {
            return type == Types.BOOLEAN || type == Types.BIT;
        }
        return value == null || (value instanceof Number && NUMBER_TYPES.contains(type));
    }

    boolean isText() {
        return TEXT_TYPES.contains(type);
    }

    SqlColumn withLabel(String name) {
        return new SqlColumn(name, quotedName, type, hasZone, isNullable);
    }
}
