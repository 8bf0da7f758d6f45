package dev.plimsoll.policy;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Setting of a policy: its name in the configuration, type, default, and description. It is the only source for defaults,
 * checks, and the reference page.
 */
public final class PolicyKey<T> {

    private static final String NULL = "null";

    private final String name;
    private final SettingType<T> settingType;
    private final @Nullable T unset;
    private final String open;
    private final String about;

    private PolicyKey(String name, SettingType<T> settingType, @Nullable T defaultValue, String description) {
        this(name, settingType, defaultValue, NULL, description);
    }

    private PolicyKey(String name, SettingType<T> settingType, @Nullable T defaultValue, String unsetWord, String description) {
        this.name = name;
        this.settingType = settingType;
        this.unset = defaultValue;
        this.open = unsetWord;
        this.about = description;
    }

    static PolicyKey<Boolean> flag(String name, boolean defaultValue, String description) {
        return new PolicyKey<>(name, SettingType.flag(), defaultValue, description);
    }

    /** Creates a flag that may be unset. */
    static PolicyKey<Boolean> maybe(String name, String description) {
        return new PolicyKey<>(name, SettingType.flag(), null, description);
    }

    /** Creates a choice that may be unset. */
    static <E extends Enum<E>> PolicyKey<E> maybe(String name, Class<E> type, String description) {
        return new PolicyKey<>(name, SettingType.choice(type), null, description);
    }

    static PolicyKey<Integer> whole(String name, @Nullable Integer defaultValue, int min, int max, String description) {
        return new PolicyKey<>(name, SettingType.whole(min, max), defaultValue, description);
    }

    static PolicyKey<Integer> wholeOrNone(String name, Integer defaultValue, int min, String description) {
        return new PolicyKey<>(name, SettingType.wholeOrNone(min), defaultValue, description);
    }

    static PolicyKey<Double> decimal(String name, double defaultValue, double min, double max, String description) {
        return new PolicyKey<>(name, SettingType.decimal(min, max), defaultValue, description);
    }

    static PolicyKey<Double> share(String name, double defaultValue, String description) {
        return new PolicyKey<>(name, SettingType.share(), defaultValue, description);
    }

    static PolicyKey<Integer> bytes(String name, @Nullable Integer defaultValue, int min, int max, String description) {
        return new PolicyKey<>(name, SettingType.bytes(min, max), defaultValue, description);
    }

    static PolicyKey<Duration> time(String name, @Nullable Duration defaultValue, Duration min, Duration max, String description) {
        return new PolicyKey<>(name, SettingType.time(min, max), defaultValue, description);
    }

    static <E extends Enum<E>> PolicyKey<E> choice(String name, E defaultValue, String description) {
        return new PolicyKey<>(name, SettingType.choice(defaultValue.getDeclaringClass()), defaultValue, description);
    }

    static PolicyKey<List<String>> names(String name, String description) {
        return new PolicyKey<>(name, SettingType.names(), List.of(), description);
    }

    /** Creates a key for patterns of members. */
    static PolicyKey<List<String>> members(String name, String description) {
        return new PolicyKey<>(name, new MemberGlobsForm(), List.of(), description);
    }

    /** Creates a list of names that may be unset, which differs from an empty list. */
    static PolicyKey<List<String>> maybeNames(String name, String description) {
        return new PolicyKey<>(name, SettingType.names(), null, description);
    }

    /** Returns a copy with its own word for "not set". */
    PolicyKey<T> openAs(String word) {
        return new PolicyKey<>(name, settingType, unset, word, about);
    }

    public String name() {
        return name;
    }

    public Class<T> type() {
        return settingType.type();
    }

    /** Returns the type, which reads and writes values. */
    public SettingType<T> form() {
        return settingType;
    }

    /** Returns the default, or null if "not set" has a meaning of its own. */
    public @Nullable T unset() {
        return unset;
    }

    /** Returns the default in the form for configurations. */
    public String unsetText() {
        return unset == null ? open : settingType.text(unset);
    }

    public String allowed() {
        return settingType.allowed() + (unset == null ? ", or " + open : "");
    }

    public String about() {
        return about;
    }

    /** Returns whether this text, as in an environment variable, means the default. */
    public boolean isUnset(String text) {
        boolean names = settingType.kind() == SettingType.Kind.NAMES && unset != null;
        return !names && (text.equals(NULL) || (unset == null && text.equals(open)));
    }

    /** Parses a value from text, as in an environment variable. Throws IllegalArgumentException. */
    public T parsed(String text) {
        try {
            return settingType.parsed(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("policy." + name + ": must be " + allowed() + ", got " + text, e);
        }
    }

    /** Returns the text that {@link #parsed} parses back. */
    public String formatted(T value) {
        return settingType.text(value);
    }

    T checked(T value) {
        try {
            return settingType.checked(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("policy." + name + ": must be " + allowed() + ", got " + value, e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
