package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The checked settings of a scope, with defaults for keys that are not set. */
public final class ScopeSettings {

    private final KeyScope keyScope;
    private final ConfigOrigin configOrigin;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, Map<String, ScopeSettings>> tables = new LinkedHashMap<>();
    private boolean hasInvalidValue;

    /** @param configOrigin position of the beginning of the scope */
    public ScopeSettings(KeyScope keyScope, ConfigOrigin configOrigin) {
        this.keyScope = keyScope;
        this.configOrigin = configOrigin;
    }

    public ConfigOrigin origin() {
        return configOrigin;
    }

    /** Returns the origin of a key's value, or the beginning of the scope if the key is not set. */
    public ConfigOrigin origin(String path) {
        Setting setting = settings.get(path);
        return setting == null ? configOrigin : setting.origin();
    }

    void markInvalid() {
        hasInvalidValue = true;
    }

    /**
     * Returns whether an invalid value was left out. If so, a missing value is not reported as a further error,
     * because the invalid value may have been meant for its key.
     */
    boolean hasInvalidValue() {
        return hasInvalidValue;
    }

    public KeyScope scope() {
        return keyScope;
    }

    void put(String path, Setting setting) {
        settings.put(path, setting);
    }

    void put(String path, String name, ScopeSettings scopeSettings) {
        tables.computeIfAbsent(path, absent -> new LinkedHashMap<>()).put(name, scopeSettings);
    }

    /** Adds the settings of a source that overrides this one. A named entry that is set again moves to the end. */
    public void add(ScopeSettings overriding) {
        settings.putAll(overriding.settings);
        hasInvalidValue |= overriding.hasInvalidValue;
        overriding.tables.forEach((path, table) -> table.forEach((name, scopeSettings) -> {
            Map<String, ScopeSettings> entries = tables.computeIfAbsent(path, absent -> new LinkedHashMap<>());
            ScopeSettings merged = Objects.requireNonNullElseGet(
                    entries.remove(name), () -> new ScopeSettings(scopeSettings.keyScope, scopeSettings.configOrigin));
            merged.add(scopeSettings);
            entries.put(name, merged);
        }));
    }

    /** Returns the setting, or null if not set. A key that was reset to its default has a setting without a value. */
    public @Nullable Setting findSetting(String path) {
        return settings.get(path);
    }

    /** Returns the settings by path, in source order. */
    public Map<String, Setting> settings() {
        return Collections.unmodifiableMap(settings);
    }

    /** Returns the paths of all keys that are set, including the keys of tables. */
    public Set<String> paths() {
        Set<String> paths = new LinkedHashSet<>(settings.keySet());
        paths.addAll(tables.keySet());
        return paths;
    }

    /** Returns the named entries of a key. */
    public Map<String, ScopeSettings> table(String path) {
        return Collections.unmodifiableMap(tables.getOrDefault(path, Map.of()));
    }

    public boolean has(String path) {
        Setting setting = settings.get(path);
        return setting != null && setting.value() != null;
    }

    /** Returns the value or the default; null if there is neither. */
    public @Nullable Object find(String path) {
        Setting setting = settings.get(path);
        if (setting != null && setting.value() != null) {
            return setting.value();
        }
        ConfigKey configKey = Objects.requireNonNull(keyScope.findKey(path), path);
        return configKey.defaultText() != null && configKey.shape() instanceof KeyShape.One one
                ? one.settingType().parse(configKey.defaultText())
                : null;
    }

    /** Returns the value or the default of a key that always has one. */
    public <T> T get(String path, Class<T> type) {
        return type.cast(Objects.requireNonNull(find(path), path));
    }

    public String text(String path) {
        return get(path, String.class);
    }

    public int integer(String path) {
        return get(path, Integer.class);
    }

    public long size(String path) {
        return get(path, Long.class);
    }

    public boolean flag(String path) {
        return get(path, Boolean.class);
    }

    public Duration duration(String path) {
        return get(path, Duration.class);
    }

    /** Returns the texts of a list, or an empty list. */
    @SuppressWarnings("unchecked") // the checker guarantees the type
    public List<String> texts(String path) {
        return find(path) instanceof List<?> list ? (List<String>) list : List.of();
    }

    /** Returns the settings of each row of a list, or an empty list. */
    @SuppressWarnings("unchecked") // the checker guarantees the type
    public List<ScopeSettings> rows(String path) {
        return find(path) instanceof List<?> list ? (List<ScopeSettings>) list : List.of();
    }

    /** Returns the texts of a map, or an empty map. */
    @SuppressWarnings("unchecked") // the checker guarantees the type
    public Map<String, String> textMap(String path) {
        return find(path) instanceof Map<?, ?> map ? (Map<String, String>) map : Map.of();
    }
}
