package dev.plimsoll.sql.h2;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import org.h2.api.JavaObjectSerializer;
import org.h2.engine.CastDataProvider;
import org.h2.engine.Mode;
import org.h2.message.DbException;
import org.h2.util.TimeZoneProvider;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueTimestampTimeZone;
import org.jspecify.annotations.Nullable;

/** Types to which {@code TRY_CAST} converts values. */
final class ConversionTarget {

    private static final Map<String, Integer> TYPES = Map.ofEntries(
            Map.entry("NUMERIC", Value.NUMERIC),
            Map.entry("DECIMAL", Value.NUMERIC),
            Map.entry("DEC", Value.NUMERIC),
            Map.entry("TINYINT", Value.TINYINT),
            Map.entry("SMALLINT", Value.SMALLINT),
            Map.entry("INT", Value.INTEGER),
            Map.entry("INTEGER", Value.INTEGER),
            Map.entry("BIGINT", Value.BIGINT),
            Map.entry("REAL", Value.REAL),
            Map.entry("FLOAT", Value.DOUBLE),
            Map.entry("DOUBLE", Value.DOUBLE),
            Map.entry("DOUBLE PRECISION", Value.DOUBLE),
            Map.entry("BOOLEAN", Value.BOOLEAN),
            Map.entry("BOOL", Value.BOOLEAN),
            Map.entry("DATE", Value.DATE),
            Map.entry("TIME", Value.TIME),
            Map.entry("TIMESTAMP", Value.TIMESTAMP),
            Map.entry("TIMESTAMP WITH TIME ZONE", Value.TIMESTAMP_TZ),
            Map.entry("VARCHAR", Value.VARCHAR),
            Map.entry("TEXT", Value.VARCHAR));

    private static final int MAX_DIGITS = 1_000;

    private static final CastDataProvider UTC = new Utc();

    private ConversionTarget() {}

    /** Returns whether this is the name of a type, in upper case. */
    static boolean isKnown(String name) {
        return TYPES.containsKey(name);
    }

    /**
     * Returns the text of a value that can be converted; null if it cannot. The text of a number or boolean has the form of the type.
     *
     * @param precision maximum number of digits or characters; -1 if the statement gives none
     * @param scale number of digits after the decimal point; -1 if the statement gives none
     */
    static @Nullable String text(Value value, String name, int precision, int scale) {
        int type = TYPES.getOrDefault(name.toUpperCase(Locale.ROOT), Value.VARCHAR);
        String text = value.getString();
        if (type == Value.VARCHAR || text == null) {
            return text;
        }
        if (text.length() > MAX_DIGITS) {
            return null;
        }
        TypeInfo target = type == Value.NUMERIC
                ? precision < 0
                        ? TypeInfo.TYPE_DECFLOAT
                        : TypeInfo.getTypeInfo(type, precision, Math.max(0, scale), null)
                : TypeInfo.getTypeInfo(type);
        boolean isText = value.getValueType() == Value.VARCHAR;
        try {
            if (isText
                    && target.getValueType() == Value.NUMERIC
                    && !isBounded(value.castTo(TypeInfo.TYPE_DECFLOAT, UTC))) {
                return null;
            }
            Value converted = value.castTo(target, UTC);
            return !isBounded(converted) ? null : isText ? text : converted.getString();
        } catch (DbException e) {
            return null;
        }
    }

    /** Returns whether a value is not a number, or is finite and has few digits when it is written without an exponent. */
    private static boolean isBounded(Value value) {
        return switch (value.getValueType()) {
            case Value.REAL, Value.DOUBLE -> Double.isFinite(value.getDouble());
            case Value.DECFLOAT ->
                value instanceof ValueDecfloat number && number.isFinite() && isShort(number.getBigDecimal());
            default -> true;
        };
    }

    private static boolean isShort(BigDecimal number) {
        return (long) number.precision() + Math.abs((long) number.scale()) <= MAX_DIGITS;
    }

    /** Settings of the conversion: times without an offset are UTC. */
    private static final class Utc implements CastDataProvider {

        @Override
        public ValueTimestampTimeZone currentTimestamp() {
            return ValueTimestampTimeZone.fromDateValueAndNanos(0, 0, 0);
        }

        @Override
        public TimeZoneProvider currentTimeZone() {
            return TimeZoneProvider.UTC;
        }

        @Override
        public Mode getMode() {
            return Mode.getInstance("PostgreSQL");
        }

        @Override
        public @Nullable JavaObjectSerializer getJavaObjectSerializer() {
            return null;
        }

        @Override
        public boolean zeroBasedEnums() {
            return false;
        }
    }
}
