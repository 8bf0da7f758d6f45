package dev.plimsoll.query.text;

import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * Converts dates between seconds since 1970, ISO 8601 text, and eight numbers: year, month from 0, day, hour, minute, second,
 * day of the week, and day of the year.
 */
public final class Dates {

    /** Number of parts that {@code mktime} requires: all except the day of the week and the day of the year. */
    private static final int REQUIRED_PARTS = 6;

    /** Maximum absolute value of seconds, a little below the limits of {@link LocalDateTime}. */
    private static final long MAX_SECONDS = 30_000_000_000_000_000L;

    private Dates() {}

    private static NumberValue requireSeconds(Value input, String error) {
        if (input instanceof NumberValue number && !number.isSpecial() && Math.abs(number.toDouble()) < MAX_SECONDS) {
            return number;
        }
        throw new QueryError(error);
    }

    private static LocalDateTime toDateTime(NumberValue seconds) {
        return LocalDateTime.ofEpochSecond(
                Numbers.round(seconds, RoundingMode.FLOOR).toLong(), 0, ZoneOffset.UTC);
    }

    /** Converts seconds to parts, like {@code gmtime}. */
    public static Value toParts(Value input, QueryMeter queryMeter) {
        NumberValue seconds = requireSeconds(input, "gmtime() requires a number");
        LocalDateTime time = toDateTime(seconds);
        NumberValue fraction = Numbers.subtract(seconds, Numbers.round(seconds, RoundingMode.FLOOR));
        return toParts(time, Numbers.add(NumberValue.of(time.getSecond()), fraction), queryMeter);
    }

    static ListArrayValue toParts(LocalDateTime time, NumberValue second, QueryMeter queryMeter) {
        queryMeter.step();
        return ListArrayValue.of(
                NumberValue.of(time.getYear()),
                NumberValue.of(time.getMonthValue() - 1),
                NumberValue.of(time.getDayOfMonth()),
                NumberValue.of(time.getHour()),
                NumberValue.of(time.getMinute()),
                second,
                NumberValue.of(time.getDayOfWeek().getValue() % 7),
                NumberValue.of(time.getDayOfYear() - 1));
    }

    /** Converts parts to seconds, like {@code mktime}. */
    public static Value toSeconds(Value input, QueryMeter queryMeter) {
        return NumberValue.of(requireDateTime(input, "mktime", queryMeter).toEpochSecond(ZoneOffset.UTC));
    }

    private static LocalDateTime requireDateTime(Value input, String functionName, QueryMeter queryMeter) {
        if (!(input instanceof ArrayValue array) || array.length(queryMeter) < REQUIRED_PARTS) {
            throw new QueryError(functionName + " requires array of 6 numbers");
        }
        long[] parts = new long[REQUIRED_PARTS];
        ValueIterator elements = array.items(queryMeter);
        for (int i = 0; i < REQUIRED_PARTS && elements.next(); i++) {
            if (!(elements.value() instanceof NumberValue number) || number.isSpecial()) {
                throw new QueryError(functionName + " requires parsed datetime inputs");
            }
            parts[i] = number.toLong();
        }
        try {
            // as in the C library, a part after the year that is out of range carries over; the year must fit an int
            return LocalDateTime.of((int) Math.max(-999_999, Math.min(999_999, parts[0])), 1, 1, 0, 0)
                    .plusMonths(parts[1])
                    .plusDays(parts[2] - 1)
                    .plusHours(parts[3])
                    .plusMinutes(parts[4])
                    .plusSeconds(parts[5]);
        } catch (DateTimeException | ArithmeticException e) {
            throw new QueryError("invalid gmtime representation");
        }
    }

    /** Formats seconds or parts, like {@code strftime}. */
    public static Value format(Value input, StringValue format, QueryMeter queryMeter) {
        if (!(input instanceof NumberValue) && !(input instanceof ArrayValue)) {
            throw new QueryError("strftime/1 requires parsed datetime inputs");
        }
        LocalDateTime time = input instanceof NumberValue
                ? toDateTime(requireSeconds(input, "date out of range"))
                : requireDateTime(input, "strftime/1", queryMeter);
        queryMeter.addScannedBytes(format.text().length());
        return StringValue.of(DateFormat.format(time, format.string()));
    }

    /** Parses a text into parts in UTC, like {@code strptime}. */
    public static Value parse(Value input, StringValue format, QueryMeter queryMeter) {
        if (!(input instanceof StringValue text)) {
            throw new QueryError("strptime/1 requires string inputs and arguments");
        }
        queryMeter.addScannedBytes(text.text().length());
        LocalDateTime time = DateParser.parse(text.string(), format.string());
        if (time == null) {
            throw mismatchError(text, format, queryMeter);
        }
        return toParts(time, NumberValue.of(time.getSecond()), queryMeter);
    }

    private static QueryError mismatchError(StringValue text, StringValue format, QueryMeter queryMeter) {
        String shown = text.text().length() > 40 ? ValueWriter.excerpt(text, queryMeter) : "\"" + text.string() + "\"";
        return new QueryError("date " + shown + " does not match format \"" + format.string() + "\"");
    }

    /** Converts an ISO 8601 time to seconds. Unlike jq's, it accepts fractions of a second and offsets other than Z. */
    public static Value parseIso(Value input, QueryMeter queryMeter) {
        if (!(input instanceof StringValue text)) {
            throw new QueryError("strptime/1 requires string inputs and arguments");
        }
        queryMeter.addScannedBytes(text.text().length());
        try {
            OffsetDateTime time = OffsetDateTime.parse(text.string());
            BigDecimal seconds = BigDecimal.valueOf(time.toEpochSecond());
            return time.getNano() == 0
                    ? NumberValue.of(time.toEpochSecond())
                    : NumberValue.of(seconds.add(BigDecimal.valueOf(time.getNano(), 9)));
        } catch (DateTimeParseException e) {
            throw mismatchError(text, StringValue.of("%Y-%m-%dT%H:%M:%SZ"), queryMeter);
        }
    }
}
