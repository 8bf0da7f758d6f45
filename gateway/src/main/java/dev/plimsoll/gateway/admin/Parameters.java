package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.SumLabel;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checked query parameters of a request. Errors name the parameter, its value, and the allowed values. */
public final class Parameters {

    private static final int MAX_SHOWN_LENGTH = 100;
    private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,5})([mhd])");
    private static final int MAX_VALUES = 100;

    private static final Map<Dimension, Set<String>> ALLOWED_VALUES = Map.of(
            Dimension.OUTCOME,
                    orderedSet(
                            "passed",
                            "slimmed",
                            "paginated",
                            "summarized",
                            "chunked",
                            "probed",
                            "guided",
                            "trimmed",
                            "receipt",
                            "read",
                            "cached",
                            "inner",
                            "refused",
                            "error"),
            Dimension.ARM, orderedSet("protected", "control", "shadow", SumLabel.NO_ARM),
            Dimension.ERA, orderedSet("legacy", "modern"),
            Dimension.ENDPOINT, orderedSet("tool", "resource", "prompt"));

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Parses a query in which only these parameters are allowed. */
    public Parameters(@Nullable String query, Set<String> allowed) {
        if (query == null || query.isEmpty()) {
            return;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            if (!allowed.contains(name)) {
                throw refusal(name, value, "is not a known parameter", String.join(", ", allowed));
            }
            if (values.put(name, value) != null) {
                throw refusal(name, value, "is given twice", "once, with commas between values");
            }
        }
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw refusal("query", text, "is not a valid URL query", "%25 for a percent sign");
        }
    }

    static Set<String> orderedSet(String... words) {
        return new LinkedHashSet<>(List.of(words));
    }

    private static String shorten(String text) {
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH - 1) + "…";
    }

    static RefusedException refusal(String name, String value, String problem, String allowed) {
        String shownName = shorten(name);
        String shownValue = shorten(value);
        return new RefusedException(ErrorCode.INVALID_REQUEST, shownName + " " + problem + ": " + shownValue, allowed)
                .detail("parameter", shownName)
                .detail("value", shownValue)
                .detail("allowed", allowed);
    }

    /** Returns the value; null if it is not set. */
    public @Nullable String find(String name) {
        return values.get(name);
    }

    int integer(String name, int defaultValue, int min, int max) {
        String value = values.get(name);
        if (value == null) {
            return defaultValue;
        }
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < min || Integer.parseInt(value) > max) {
            throw refusal(name, value, "is out of range", "an integer from " + min + " to " + max);
        }
        return Integer.parseInt(value);
    }

    /** Returns a time; {@code defaultValue} if it is not set. */
    long time(String name, long defaultValue) {
        String value = values.get(name);
        if (value == null) {
            return defaultValue;
        }
        try {
            // a plus sign in a query decodes to a space
            Instant time = OffsetDateTime.parse(value.replace(' ', '+').toUpperCase(Locale.ROOT))
                    .toInstant();
            long millis = time.toEpochMilli();
            if (millis >= 0 && time.isBefore(Instant.parse("2200-01-01T00:00:00Z"))) {
                return millis;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // reported below
        }
        throw refusal(name, value, "is not a time", "an RFC 3339 time such as 2026-11-21T12:00:00Z");
    }

    /** Returns a duration in milliseconds; 0 if it is not set. */
    long durationMillis(String name) {
        String value = values.get(name);
        if (value == null) {
            return 0;
        }
        Matcher matcher = DURATION.matcher(value);
        if (!matcher.matches()) {
            throw refusal(name, value, "is not a duration", "whole minutes, hours, or days, such as 5m, 1h, or 1d");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "m" -> Duration.ofMinutes(number).toMillis();
            case "h" -> Duration.ofHours(number).toMillis();
            default -> Duration.ofDays(number).toMillis();
        };
    }

    /** Returns a list of allowed words; {@code defaultValue} if it is not set. */
    List<String> list(String name, List<String> defaultValue, Set<String> allowed) {
        String value = values.get(name);
        if (value == null) {
            return defaultValue;
        }
        Set<String> words = orderedSet(value.split(",", -1));
        for (String word : words) {
            if (!allowed.contains(word)) {
                throw refusal(name, word, "is not an allowed value", String.join(", ", allowed));
            }
        }
        return List.copyOf(words);
    }

    /** Returns a filter for this time span and the parameters that are named like dimensions. */
    RequestFilter filter(long from, long to) {
        if (from >= to) {
            throw refusal("from", Instant.ofEpochMilli(from).toString(), "is not before to", "a time before to");
        }
        Map<Dimension, Set<String>> valuesByDimension = new EnumMap<>(Dimension.class);
        for (Dimension dimension : Dimension.values()) {
            String name = dimension.name().toLowerCase(Locale.ROOT);
            String value = values.get(name);
            if (value == null) {
                continue;
            }
            Set<String> allowedValues = ALLOWED_VALUES.get(dimension);
            List<String> wantedValues =
                    allowedValues == null ? List.of(value.split(",", -1)) : list(name, List.of(), allowedValues);
            if (wantedValues.size() > MAX_VALUES) {
                throw refusal(name, value, "has too many values", "at most " + MAX_VALUES);
            }
            valuesByDimension.put(dimension, Set.copyOf(wantedValues));
        }
        return new RequestFilter(from, to, valuesByDimension);
    }
}
