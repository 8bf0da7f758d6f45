package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.terminal.UsageException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times on the command line. */
public final class TimeOption {

    private static final Pattern AGE_PATTERN = Pattern.compile("([1-9][0-9]{0,5})([mhdw])");

    private TimeOption() {}

    /**
     * Parses an age such as {@code 7d} (the time so long before {@code now}), a date, or a time. Throws a usage error
     * for anything else.
     */
    public static Instant parse(String option, String value, Instant now) {
        Matcher matcher = AGE_PATTERN.matcher(value);
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            Duration age = switch (matcher.group(2)) {
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> Duration.ofDays(7 * number);
            };
            return now.minus(age);
        }
        try {
            return value.length() == 10
                    ? LocalDate.parse(value).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(value).toInstant();
        } catch (DateTimeException e) {
            throw new UsageException(option + " " + value
                    + ": must be a duration such as 7d or 12h, a date such as 2026-11-21, or an RFC 3339 time");
        }
    }
}
