package dev.plimsoll.policy;

import dev.plimsoll.policy.setting.MemberGlobsSettingType;
import dev.plimsoll.policy.setting.SettingType;
import dev.plimsoll.stored.StoredQueriesSettingType;
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
    private final @Nullable T defaultValue;
    private final String unsetWord;
    private final String description;

    private PolicyKey(String name, SettingType<T> settingType, @Nullable T defaultValue, String description) {
        this(name, settingType, defaultValue, NULL, description);
    }

    private PolicyKey(
            String name, SettingType<T> settingType, @Nullable T defaultValue, String unsetWord, String description) {
        this.name = name;
        this.settingType = settingType;
        this.defaultValue = defaultValue;
        this.unsetWord = unsetWord;
        this.description = description;
    }

    static PolicyKey<Boolean> flag(String name, boolean defaultValue, String description) {
        return new PolicyKey<>(name, SettingType.flag(), defaultValue, description);
    }

    /** Creates a flag that may be unset. */
    static PolicyKey<Boolean> optional(String name, String description) {
        return new PolicyKey<>(name, SettingType.flag(), null, description);
    }

    /** Creates a choice that may be unset. */
    static <E extends Enum<E>> PolicyKey<E> optional(String name, Class<E> type, String description) {
        return new PolicyKey<>(name, SettingType.choice(type), null, description);
    }

    static PolicyKey<Integer> integer(
            String name, @Nullable Integer defaultValue, int min, int max, String description) {
        return new PolicyKey<>(name, SettingType.integer(min, max), defaultValue, description);
    }

    /** Creates a number without an upper limit; the text {@code none} is the largest number. */
    static PolicyKey<Integer> integerOrNone(String name, Integer defaultValue, int min, String description) {
        return new PolicyKey<>(name, SettingType.integerOrNone(min), defaultValue, description);
    }

    /**
     * Creates a number for which the text {@code null} is a value; it does not reset the number
     * to its default.
     */
    static PolicyKey<Integer> integerOrNull(
            String name, Integer defaultValue, int min, String meaningOfNull, String description) {
        return new PolicyKey<>(name, SettingType.integerOrNull(min, meaningOfNull), defaultValue, description);
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

    static PolicyKey<Duration> time(
            String name, @Nullable Duration defaultValue, Duration min, Duration max, String description) {
        return new PolicyKey<>(name, SettingType.time(min, max), defaultValue, description);
    }

    static <E extends Enum<E>> PolicyKey<E> choice(String name, E defaultValue, String description) {
        return new PolicyKey<>(name, SettingType.choice(defaultValue.getDeclaringClass()), defaultValue, description);
    }

    static PolicyKey<StyleId> style(String name, StyleId defaultValue, String description) {
        return new PolicyKey<>(name, new StyleSettingType(List.of()), defaultValue, description);
    }

    static PolicyKey<List<String>> names(String name, String description) {
        return new PolicyKey<>(name, SettingType.names(), List.of(), description);
    }

    /** Creates a key for stored queries, as the text of a JSON object; none by default. */
    static PolicyKey<String> queries(String name, String description) {
        return new PolicyKey<>(name, new StoredQueriesSettingType(), "", description);
    }

    /** Creates a key for a text that may be unset. */
    static PolicyKey<String> text(String name, SettingType<String> type, String description) {
        return new PolicyKey<>(name, type, null, description);
    }

    /** Creates a key for patterns of members. */
    static PolicyKey<List<String>> memberGlobs(String name, String description) {
        return new PolicyKey<>(name, new MemberGlobsSettingType(), List.of(), description);
    }

    /** Creates a list of names that may be unset, which differs from an empty list. */
    static PolicyKey<List<String>> optionalNames(String name, String description) {
        return new PolicyKey<>(name, SettingType.names(), null, description);
    }

    /** Returns a copy with this word for "not set". */
    PolicyKey<T> withUnsetWord(String word) {
        return new PolicyKey<>(name, settingType, defaultValue, word, description);
    }

    /** Returns a copy with a narrower type. */
    PolicyKey<T> withType(SettingType<T> narrowerType) {
        return new PolicyKey<>(name, narrowerType, defaultValue, unsetWord, description);
    }

    public String name() {
        return name;
    }

    public Class<T> type() {
        return settingType.type();
    }

    /** Returns the type, which reads and writes values. */
    public SettingType<T> settingType() {
        return settingType;
    }

    /** Returns the default, or null if "not set" is the default. */
    public @Nullable T defaultValue() {
        return defaultValue;
    }

    /** Returns the default in the form for configurations. */
    public String defaultText() {
        return defaultValue == null ? unsetWord : settingType.text(defaultValue);
    }

    public String allowed() {
        return settingType.allowed() + (defaultValue == null ? ", or " + unsetWord : "");
    }

    public String description() {
        return description;
    }

    /** Returns whether this text, as in an environment variable, means the default. */
    public boolean isDefaultText(String text) {
        boolean isNameList = settingType.kind() == SettingType.Kind.NAMES && defaultValue != null;
        boolean isNullText = text.equals(settingType.nullText());
        return !isNameList && !isNullText && (text.equals(NULL) || (defaultValue == null && text.equals(unsetWord)));
    }

    /** Parses a value from text, as in an environment variable. Throws an {@link IllegalArgumentException} that states the key. */
    public T parse(String text) {
        try {
            return settingType.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("policy." + name + ": must be " + allowed() + ", got " + text, e);
        }
    }

    /** Returns the text that {@link #parse} parses back. */
    public String format(T value) {
        return settingType.text(value);
    }

    T requireAllowed(T value) {
        try {
            return settingType.requireAllowed(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("policy." + name + ": must be " + allowed() + ", got " + value, e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
