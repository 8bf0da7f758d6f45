package dev.plimsoll.source.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Table as the database describes it. Statements contain only the quoted names of this class, so that a
 * column name that does not exist is an error.
 *
 * @param columns columns by their names in the database, in its order
 */
record SqlTable(String quotedName, Map<String, SqlColumn> columns) {

    private static final int MAX_NAME_LENGTH = 128;

    /** Loads the description of a table or view by its name or by {@code schema.name}. Tries the name as given, in
     * upper case, and in lower case. Throws {@link IllegalArgumentException} if there is no such table. */
    static SqlTable load(Connection connection, String name) throws SQLException {
        int dot = name.indexOf('.');
        String schema = dot < 0 ? connection.getSchema() : name.substring(0, dot);
        String table = requireValidName(name.substring(dot + 1));
        DatabaseMetaData meta = connection.getMetaData();
        for (String tableSpelling : spellings(table)) {
            for (String schemaSpelling :
                    schema == null ? new String[] {null} : spellings(schema).toArray(String[]::new)) {
                SqlTable found = findExact(meta, connection.getCatalog(), schemaSpelling, tableSpelling, dot >= 0);
                if (found != null) {
                    return found;
                }
            }
        }
        throw new IllegalArgumentException("table: no table or view " + name);
    }

    private static List<String> spellings(String name) {
        return List.of(name, name.toUpperCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
    }

    private static @Nullable SqlTable findExact(
            DatabaseMetaData meta, @Nullable String catalog, @Nullable String schema, String table, boolean isQualified)
            throws SQLException {
        Quotes quotes = new Quotes(meta.getIdentifierQuoteString());
        boolean storesUpperCase = meta.storesUpperCaseIdentifiers();
        Map<String, SqlColumn> columns = new LinkedHashMap<>();
        String escape = meta.getSearchStringEscape();
        try (ResultSet rows =
                meta.getColumns(catalog, escapePattern(schema, escape), escapePattern(table, escape), null)) {
            while (rows.next()) {
                String name = rows.getString("COLUMN_NAME");
                int type = rows.getInt("DATA_TYPE");
                boolean hasZone = SqlColumn.isZonedType(type, String.valueOf(rows.getString("TYPE_NAME")));
                boolean isNullable = rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls;
                boolean isDefaultSpelling = storesUpperCase && name.equals(name.toUpperCase(Locale.ROOT));
                String label = isDefaultSpelling ? name.toLowerCase(Locale.ROOT) : name;
                columns.put(name, new SqlColumn(label, quotes.quote(name), type, hasZone, isNullable));
            }
        }
        String prefix = isQualified && schema != null ? quotes.quote(schema) + "." : "";
        return columns.isEmpty() ? null : new SqlTable(prefix + quotes.quote(table), columns);
    }

    private static @Nullable String escapePattern(@Nullable String name, @Nullable String escape) {
        if (name == null || escape == null || escape.isEmpty()) {
            return name;
        }
        return name.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
    }

    private static String requireValidName(String name) {
        boolean isValid = !name.isBlank()
                && name.length() <= MAX_NAME_LENGTH
                && name.chars().noneMatch(Character::isISOControl);
        if (!isValid) {
            throw new IllegalArgumentException(
                    "a name must have 1 to " + MAX_NAME_LENGTH + " characters, and no control characters");
        }
        return name;
    }

    /** Returns the column of this name, ignoring case if no exact match exists. */
    SqlColumn column(String name) {
        SqlColumn exact = columns.get(requireValidName(name));
        if (exact != null) {
            return exact.withLabel(name);
        }
        List<SqlColumn> candidates = columns.entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
        if (candidates.size() != 1) {
            throw new IllegalArgumentException("column: " + quotedName + " has no " + name);
        }
        return candidates.get(0).withLabel(name);
    }

    /** Quotation mark of the database for names; blank if it has none. */
    private record Quotes(@Nullable String mark) {

        String quote(String name) {
            if (mark == null || mark.isBlank()) {
                if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                    throw new IllegalArgumentException(
                            "the database cannot quote names, and this name needs quotes: " + name);
                }
                return name;
            }
            return mark + name.replace(mark, mark + mark) + mark;
        }
    }
}
