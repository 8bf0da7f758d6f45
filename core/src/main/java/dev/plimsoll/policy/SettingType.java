package dev.plimsoll.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the value of a setting is written: what is allowed, from text to value and back. Whatever has settings shares these, so
 * that a time is written in one way everywhere. Immutable. Subclasses have to
 * be.
 */
public abstract class SettingType<T> {

    /** What a value is, for those who describe settings to a program. */
    public enum Kind {
        FLAG,
        WHOLE,
        DECIMAL,
        BYTES,
        TIME,
        SHARE,
        CHOICE,
        NAMES,
        TEXT
    }

    private final Kind kind;
    private final Class<T> type;

    protected SettingType(Kind kind, Class<T> type) {
        this.kind = kind;
        this.type = type;
    }

    public static SettingType<Boolean> flag() {
        return new SettingTypes.Flag();
    }

    public static SettingType<Integer> whole(int min, int max) {
        return new SettingTypes.Whole(min, max);
    }

    /** A whole number without an upper end, which is written {@code none}. */
    public static SettingType<Integer> wholeOrNone(int min) {
        return new SettingTypes.WholeOrNone(min);
    }

    public static SettingType<Double> decimal(double min, double max) {
        return new SettingTypes.Decimal(min, max);
    }

    /** Bytes that fit an array. */
    public static SettingType<Integer> bytes(int min, int max) {
        return new SettingTypes.Bytes(min, max);
    }

    /** Bytes that need not fit an array. */
    public static SettingType<Long> size(long min, long max) {
        return new SettingTypes.Size(min, max);
    }

    public static SettingType<Duration> time(Duration min, Duration max) {
        return new SettingTypes.Time(min, max);
    }

    public static SettingType<Double> share() {
        return new SettingTypes.Share();
    }

    public static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        return new SettingTypes.Choice<>(type);
    }

    /** One of these words, for what is no enum (yet). */
    public static SettingType<String> word(String... words) {
        return new SettingTypes.Word(List.of(words));
    }

    /** Field names with commas between them, at most 200. */
    public static SettingType<List<String>> names() {
        return new SettingTypes.Names();
    }

    /** Any text of at most that many characters. */
    public static SettingType<String> text(int longest, String allowed) {
        return new SettingTypes.Text(longest, allowed);
    }

    public final Kind kind() {
        return kind;
    }

    public final Class<T> type() {
        return type;
    }

    /** What may be written, in words. */
    public abstract String allowed();

    /** The words there are to choose from; empty where that is not how it works. */
    public List<String> choices() {
        return List.of();
    }

    /** The value that a text stands for. Throws IllegalArgumentException saying what is allowed, without the text. */
    public final T parsed(String text) {
        T value;
        try {
            value = read(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be " + allowed(), e);
        }
        return checked(value);
    }

    /** The value itself if it is allowed. Throws IllegalArgumentException. */
    public final T checked(T value) {
        if (!allows(value)) {
            throw new IllegalArgumentException("must be " + allowed());
        }
        return value;
    }

    /** The text that {@link #parsed} reads back. */
    public abstract String text(T value);

    /** Throws IllegalArgumentException, whose message nobody sees. */
    protected abstract T read(String text);

    protected abstract boolean allows(T value);

    static List<String> wordsOf(Enum<?>[] constants) {
        List<String> words = new ArrayList<>();
        for (Enum<?> constant : constants) {
            words.add(constant.name().toLowerCase(Locale.ROOT));
        }
        return List.copyOf(words);
    }
}
