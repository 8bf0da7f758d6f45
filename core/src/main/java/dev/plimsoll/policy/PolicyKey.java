package dev.plimsoll.policy;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a policy: its name in the configuration, its type, default, what is allowed and what it does. Defaults,
 * checks and the reference page come from here alone.
 */
public final class PolicyKey<T> {

    private final String name;
    private final Class<T> type;
    private final @Nullable T unset;
    private final Function<String, T> parse;
    private final Predicate<T> check;
    private final String allowed;
    private final String about;

    private PolicyKey(
            String name,
            Class<T> type,
            @Nullable T unset,
            Function<String, T> parse,
            Predicate<T> check,
            String allowed,
            String about) {
        this.name = name;
        this.type = type;
        this.unset = unset;
        this.parse = parse;
        this.check = check;
        this.allowed = allowed;
        this.about = about;
    }

    static PolicyKey<Boolean> flag(String name, boolean unset, String about) {
        return new PolicyKey<>(name, Boolean.class, unset, PolicyKey::flagOf, value -> true, "true or false", about);
    }

    /** A flag that may also be left open. */
    static PolicyKey<Boolean> maybe(String name, String about) {
        return new PolicyKey<>(
                name, Boolean.class, null, PolicyKey::flagOf, value -> true, "true or false, or null", about);
    }

    static PolicyKey<Integer> whole(String name, @Nullable Integer unset, int min, int max, String about) {
        String allowed = "a whole number from " + min + " to " + max + (unset == null ? ", or null" : "");
        Predicate<Integer> check = value -> value >= min && value <= max;
        return new PolicyKey<>(name, Integer.class, unset, Integer::valueOf, check, allowed, about);
    }

    static PolicyKey<Duration> time(String name, Duration unset, Duration min, Duration max, String about) {
        Predicate<Duration> check = value -> value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
        return new PolicyKey<>(
                name, Duration.class, unset, Duration::parse, check, "a time from " + min + " to " + max, about);
    }

    static <E extends Enum<E>> PolicyKey<E> choice(String name, E unset, String about) {
        Class<E> type = unset.getDeclaringClass();
        List<String> names = Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
        return new PolicyKey<>(
                name,
                type,
                unset,
                text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)),
                value -> true,
                "one of " + String.join(", ", names),
                about);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a list of strings has no class of its own
    static PolicyKey<List<String>> names(String name, String about) {
        return new PolicyKey<List<String>>(
                name,
                (Class) List.class,
                List.of(),
                text -> text.isEmpty() ? List.of() : List.of(text.split(",")),
                value -> value.size() <= 200 && value.stream().noneMatch(field -> field.contains(",")),
                "a list of at most 200 field names",
                about);
    }

    private static Boolean flagOf(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return text.equals("true");
    }

    public String name() {
        return name;
    }

    public Class<T> type() {
        return type;
    }

    /** The default; null where "not set" has a meaning of its own. */
    public @Nullable T unset() {
        return unset;
    }

    public String allowed() {
        return allowed;
    }

    public String about() {
        return about;
    }

    /** The value that a text stands for, as in an environment variable. Throws IllegalArgumentException. */
    public T parsed(String text) {
        T value;
        try {
            value = parse.apply(text);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IllegalArgumentException("policy." + name + ": must be " + allowed + ", got " + text, e);
        }
        return checked(value);
    }

    /** The text that {@link #parsed} reads back. */
    String formatted(T value) {
        return value instanceof List<?> list
                ? list.stream().map(Object::toString).collect(Collectors.joining(","))
                : value.toString();
    }

    T checked(T value) {
        if (!check.test(value)) {
            throw new IllegalArgumentException("policy." + name + ": must be " + allowed + ", got " + value);
        }
        return value;
    }

    @Override
    public String toString() {
        return name;
    }
}
