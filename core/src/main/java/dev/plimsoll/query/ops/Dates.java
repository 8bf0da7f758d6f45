package dev.plimsoll.query.ops;

import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/** Dates as seconds since 1970, as ISO-8601 text and as eight numbers: year, month from 0, day, hour, minute, second, day of the week and of the year. */
public final class Dates {

    private static final int PARTS = 6;
    private static final long MOST_SECONDS = 30_000_000_000_000_000L;

    private Dates() {}

    private static Num number(Value in, String otherwise) {
        if (in instanceof Num n && !n.isSpecial() && Math.abs(n.toDouble()) < MOST_SECONDS) {
            return n;
        }
        throw new QueryError(otherwise);
    }

    private static LocalDateTime at(Num seconds) {
        return LocalDateTime.ofEpochSecond(
                Numbers.round(seconds, RoundingMode.FLOOR).toLong(), 0, ZoneOffset.UTC);
    }

    /** As {@code gmtime}. */
    public static Value broken(Value in, Meter meter) {
        Num seconds = number(in, "gmtime() requires a number");
        LocalDateTime time = at(seconds);
        Num fraction = Numbers.subtract(seconds, Numbers.round(seconds, RoundingMode.FLOOR));
        return broken(time, Numbers.add(Num.of(time.getSecond()), fraction), meter);
    }

    static ListArr broken(LocalDateTime time, Num second, Meter meter) {
        meter.step();
        return ListArr.of(
                Num.of(time.getYear()),
                Num.of(time.getMonthValue() - 1),
                Num.of(time.getDayOfMonth()),
                Num.of(time.getHour()),
                Num.of(time.getMinute()),
                second,
                Num.of(time.getDayOfWeek().getValue() % 7),
                Num.of(time.getDayOfYear() - 1));
    }

    /** As {@code mktime}. */
    public static Value seconds(Value in, Meter meter) {
        return Num.of(time(in, "mktime", meter).toEpochSecond(ZoneOffset.UTC));
    }

    private static LocalDateTime time(Value in, String name, Meter meter) {
        if (!(in instanceof Arr array) || array.length(meter) < PARTS) {
            throw new QueryError(name + " requires array of 6 numbers");
        }
        long[] parts = new long[PARTS];
        Items items = array.items(meter);
        for (int i = 0; i < PARTS && items.next(); i++) {
            if (!(items.value() instanceof Num n) || n.isSpecial()) {
                throw new QueryError(name + " requires parsed datetime inputs");
            }
            parts[i] = n.toLong();
        }
        try {
            // parts beyond their range carry over, as the C library has it
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

    /** As {@code strftime}: of seconds or of parts. */
    public static Value format(Value in, Str format, Meter meter) {
        if (!(in instanceof Num) && !(in instanceof Arr)) {
            throw new QueryError("strftime/1 requires parsed datetime inputs");
        }
        LocalDateTime time = in instanceof Num ? at(number(in, "date out of range")) : time(in, "strftime/1", meter);
        meter.walked(format.text().length());
        return Str.of(DateFormat.write(time, format.string()));
    }

    /** As {@code strptime}: parts in UTC. */
    public static Value parse(Value in, Str format, Meter meter) {
        if (!(in instanceof Str text)) {
            throw new QueryError("strptime/1 requires string inputs and arguments");
        }
        meter.walked(text.text().length());
        LocalDateTime time = DateReader.read(text.string(), format.string());
        if (time == null) {
            throw doesNotMatch(text, format, meter);
        }
        return broken(time, Num.of(time.getSecond()), meter);
    }

    private static QueryError doesNotMatch(Str text, Str format, Meter meter) {
        String shown = text.text().length() > 40 ? JsonOut.excerpt(text, meter) : "\"" + text.string() + "\"";
        return new QueryError("date " + shown + " does not match format \"" + format.string() + "\"");
    }

    /** Seconds of an ISO-8601 time; unlike jq's, with fractions of a second and other offsets than Z. */
    public static Value fromIso(Value in, Meter meter) {
        if (!(in instanceof Str text)) {
            throw new QueryError("strptime/1 requires string inputs and arguments");
        }
        meter.walked(text.text().length());
        try {
            OffsetDateTime time = OffsetDateTime.parse(text.string());
            BigDecimal seconds = BigDecimal.valueOf(time.toEpochSecond());
            return time.getNano() == 0
                    ? Num.of(time.toEpochSecond())
                    : Num.of(seconds.add(BigDecimal.valueOf(time.getNano(), 9)));
        } catch (DateTimeParseException e) {
            throw doesNotMatch(text, Str.of("%Y-%m-%dT%H:%M:%SZ"), meter);
        }
    }
}
