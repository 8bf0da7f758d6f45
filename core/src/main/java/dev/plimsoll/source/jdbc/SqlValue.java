package dev.plimsoll.source.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads values from a database and converts them to types that every JSON binding writes. */
final class SqlValue {

    private static final int MAX_LENGTH = 64 << 20;

    private SqlValue() {}

    /**
     * Reads a value. Times are read without regard to the time zone of this machine, in which a local time can be
     * ambiguous.
     */
    static @Nullable Object read(ResultSet row, int index, SqlColumn column) throws SQLException {
        Class<?> type = column.hasZone() ? OffsetDateTime.class : localTimeType(column.type());
        if (type == null) {
            return row.getObject(index);
        }
        try {
            return row.getObject(index, type);
        } catch (SQLException | RuntimeException e) {
            // the driver does not support these types
            return row.getObject(index);
        }
    }

    private static @Nullable Class<?> localTimeType(int type) {
        return switch (type) {
            case Types.TIMESTAMP -> LocalDateTime.class;
            case Types.DATE -> LocalDate.class;
            case Types.TIME -> LocalTime.class;
            default -> null;
        };
    }

    /** Converts a value to a text, number, boolean, list of these, or null. */
    static @Nullable Object toJsonValue(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof String || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number) {
            double doubleValue = number.doubleValue();
            boolean isFloatingPoint = number instanceof Double || number instanceof Float;
            // JSON has no NaN and no infinity
            return isFloatingPoint && !Double.isFinite(doubleValue) ? number.toString() : number;
        }
        if (value instanceof LocalDateTime time) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
        }
        if (value instanceof OffsetDateTime time) {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
        }
        if (value instanceof LocalTime time) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        }
        return convertOtherType(value);
    }

    private static Object convertOtherType(Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, requireLength(clob.length()));
        }
        if (value instanceof Blob blob) {
            return Base64.getEncoder().encodeToString(blob.getBytes(1, requireLength(blob.length())));
        }
        if (value instanceof SQLXML xml) {
            return xml.getString();
        }
        if (value instanceof Array array && array.getArray() instanceof Object[] items) {
            List<@Nullable Object> list = new ArrayList<>();
            for (Object item : items) {
                list.add(toJsonValue(item));
            }
            return list;
        }
        return value.toString();
    }

    private static int requireLength(long length) {
        if (length > MAX_LENGTH) {
            throw new IllegalStateException("a value of " + length + " bytes exceeds the limit of " + MAX_LENGTH);
        }
        return (int) length;
    }
}
