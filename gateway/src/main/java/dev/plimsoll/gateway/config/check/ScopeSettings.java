package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is set in a scope: checked values, with defaults for those that are not set. */
public final class ScopeSettings {

    private final KeyScope keyScope;
    private final ConfigOrigin configOrigin;
    private final Map<String, Setting> values = new LinkedHashMap<>();
    private final Map<String, Map<String, ScopeSettings>> tables = new LinkedHashMap<>();
    private boolean broken;

    /**
     * @param configOrigin where the scope begins
     */
    public ScopeSettings(KeyScope keyScope, ConfigOrigin configOrigin) {
        this.keyScope = keyScope;
        this.configOrigin = configOrigin;
    }

    public ConfigOrigin origin() {
        return configOrigin;
    }

    /** Where a key was set, else where its scope begins. */
    public ConfigOrigin origin(String path) {
        Setting set = values.get(path);
        return set == null ? configOrigin : set.origin();
    }

    void markBroken() {
        broken = true;
    }

    /** Whether something in it was wrong and is left out: what is missing then may have been there. */
    boolean broken() {
        return broken;
    }

    public KeyScope scope() {
        return keyScope;
    }

    void put(String path, Setting setting) {
        values.put(path, setting);
    }

    void put(String path, String name, ScopeSettings scopeSettings) {
        tables.computeIfAbsent(path, any -> new LinkedHashMap<>()).put(name, scopeSettings);
    }

    /** Takes over what a source that goes before this one has set; a named thing that is set again moves to the end. */
    public void add(ScopeSettings later) {
        values.putAll(later.values);
        broken |= later.broken;
        later.tables.forEach((path, table) -> table.forEach((name, scopeSettings) -> {
            Map<String, ScopeSettings> mine = tables.computeIfAbsent(path, any -> new LinkedHashMap<>());
            ScopeSettings merged = Objects.requireNonNullElseGet(
                    mine.remove(name), () -> new ScopeSettings(scopeSettings.keyScope, scopeSettings.configOrigin));
            merged.add(scopeSettings);
            mine.put(name, merged);
        }));
    }

    /** What was set, or null; what was set back to its default has no value. */
    public @Nullable Setting setting(String path) {
        return values.get(path);
    }

    /** Paths of what was set, in the order it was written. */
    public Map<String, Setting> values() {
        return Collections.unmodifiableMap(values);
    }

    /** The named things below a key. */
    public Map<String, ScopeSettings> table(String path) {
        return Collections.unmodifiableMap(tables.getOrDefault(path, Map.of()));
    }

    public boolean has(String path) {
        Setting setting = values.get(path);
        return setting != null && setting.value() != null;
    }

    /** The value or the default, or null if there is neither. */
    public @Nullable Object find(String path) {
        Setting set = values.get(path);
        if (set != null && set.value() != null) {
            return set.value();
        }
        ConfigKey configKey = Objects.requireNonNull(keyScope.key(path), path);
        return configKey.unset() != null && configKey.shape() instanceof KeyShape.One one
                ? one.form().parsed(configKey.unset())
                : null;
    }

    /** The value or the default of a key that has one. */
    public <T> T get(String path, Class<T> type) {
        return type.cast(Objects.requireNonNull(find(path), path));
    }

    public String text(String path) {
        return get(path, String.class);
    }

    public int whole(String path) {
        return get(path, Integer.class);
    }

    public long size(String path) {
        return get(path, Long.class);
    }

    public boolean flag(String path) {
        return get(path, Boolean.class);
    }

    public Duration time(String path) {
        return get(path, Duration.class);
    }

    /** The texts of a list, or none. */
    @SuppressWarnings("unchecked") // what the checker puts there
    public List<String> texts(String path) {
        return find(path) instanceof List<?> list ? (List<String>) list : List.of();
    }

    /** What is set in each row of a list, or none. */
    @SuppressWarnings("unchecked") // what the checker puts there
    public List<ScopeSettings> rows(String path) {
        return find(path) instanceof List<?> list ? (List<ScopeSettings>) list : List.of();
    }

    /** The texts of a map, or none. */
    @SuppressWarnings("unchecked") // what the checker puts there
    public Map<String, String> textMap(String path) {
        return find(path) instanceof Map<?, ?> map ? (Map<String, String>) map : Map.of();
    }
}
