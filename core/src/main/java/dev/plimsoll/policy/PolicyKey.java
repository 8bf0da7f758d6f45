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

    private PolicyKey(String name, SettingType<T> settingType, @Nullable T unset, String about) {
        this(name, settingType, unset, NULL, about);
    }

    private PolicyKey(String name, SettingType<T> settingType, @Nullable T unset, String open, String about) {
        this.name = name;
        this.settingType = settingType;
        this.unset = unset;
        this.open = open;
        this.about = about;
    }

    static PolicyKey<Boolean> flag(String name, boolean unset, String about) {
        return new PolicyKey<>(name, SettingType.flag(), unset, about);
    }

    /** Creates a flag that may be unset. */
    static PolicyKey<Boolean> maybe(String name, String about) {
        return new PolicyKey<>(name, SettingType.flag(), null, about);
    }

    /** Creates a choice that may be unset. */
    static <E extends Enum<E>> PolicyKey<E> maybe(String name, Class<E> type, String about) {
        return new PolicyKey<>(name, SettingType.choice(type), null, about);
    }

    static PolicyKey<Integer> whole(String name, @Nullable Integer unset, int min, int max, String about) {
        return new PolicyKey<>(name, SettingType.whole(min, max), unset, about);
    }

    static PolicyKey<Integer> wholeOrNone(String name, Integer unset, int min, String about) {
        return new PolicyKey<>(name, SettingType.wholeOrNone(min), unset, about);
    }

    static PolicyKey<Double> decimal(String name, double unset, double min, double max, String about) {
        return new PolicyKey<>(name, SettingType.decimal(min, max), unset, about);
    }

    static PolicyKey<Double> share(String name, double unset, String about) {
        return new PolicyKey<>(name, SettingType.share(), unset, about);
    }

    static PolicyKey<Integer> bytes(String name, @Nullable Integer unset, int min, int max, String about) {
        return new PolicyKey<>(name, SettingType.bytes(min, max), unset, about);
    }

    static PolicyKey<Duration> time(String name, @Nullable Duration unset, Duration min, Duration max, String about) {
        return new PolicyKey<>(name, SettingType.time(min, max), unset, about);
    }

    static <E extends Enum<E>> PolicyKey<E> choice(String name, E unset, String about) {
        return new PolicyKey<>(name, SettingType.choice(unset.getDeclaringClass()), unset, about);
    }

    static PolicyKey<List<String>> names(String name, String about) {
        return new PolicyKey<>(name, SettingType.names(), List.of(), about);
    }

    /** Creates a key for patterns of members. */
    static PolicyKey<List<String>> members(String name, String about) {
        return new PolicyKey<>(name, new MemberGlobsForm(), List.of(), about);
    }

    /** Creates a list of names that may be unset, which differs from an empty list. */
    static PolicyKey<List<String>> maybeNames(String name, String about) {
        return new PolicyKey<>(name, SettingType.names(), null, about);
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
