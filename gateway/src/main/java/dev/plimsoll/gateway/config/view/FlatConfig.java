package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.check.PresetSettings;
import dev.plimsoll.gateway.config.check.ScopeSettings;
import dev.plimsoll.gateway.config.check.Setting;
import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.policy.Preset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The effective configuration as a flat map, for comparing two configurations. */
public final class FlatConfig {

    /**
     * The effective value at a path.
     *
     * @param exact text that differs for any two different values; may contain a secret
     * @param displayText the value with secrets masked
     * @param isReloadable whether a running process applies a change
     */
    public record Value(String exact, String displayText, boolean isReloadable) {

        @Override
        public String toString() {
            return displayText;
        }
    }

    private final Map<String, Value> values = new LinkedHashMap<>();

    private FlatConfig() {}

    /** Returns the values by path, with defaults for keys that are not set, except in named entries. */
    public static Map<String, Value> of(LoadedConfiguration loadedConfiguration) {
        ScopeSettings scopeSettings = loadedConfiguration.settings() == null
                ? PresetSettings.of(Preset.BALANCED)
                : loadedConfiguration.settings();
        FlatConfig flatConfig = new FlatConfig();
        for (ConfigKey configKey : scopeSettings.scope().keys()) {
            flatConfig.add(scopeSettings, configKey, "", false);
        }
        flatConfig.values.put(
                "data", plainValue(loadedConfiguration.configuration().data().toString(), false));
        return flatConfig.values;
    }

    private void add(ScopeSettings scopeSettings, ConfigKey configKey, String prefix, boolean isParentReloadable) {
        boolean isReloadable = isParentReloadable || configKey.isReloadable();
        String path = prefix + configKey.path();
        if (!(configKey.shape() instanceof KeyShape.Table)) {
            values.put(path, currentValue(scopeSettings, configKey, isReloadable));
            return;
        }
        Map<String, ScopeSettings> table = scopeSettings.table(configKey.path());
        // the names in order, because the order of entries is compared as well: the last matching rule and
        // the first matching profile win
        values.put(path, plainValue(String.join(", ", table.keySet()), isReloadable));
        table.forEach((name, entrySettings) -> entrySettings.paths().forEach(entryPath -> {
            ConfigKey entryKey = entrySettings.scope().findKey(entryPath);
            if (entryKey != null) {
                add(entrySettings, entryKey, path + ".\"" + name + "\".", isReloadable);
            }
        }));
    }

    private static Value plainValue(String text, boolean isReloadable) {
        return new Value(text, text, isReloadable);
    }

    private static Value currentValue(ScopeSettings scopeSettings, ConfigKey configKey, boolean isReloadable) {
        Setting setting = scopeSettings.findSetting(configKey.path());
        if (setting == null || setting.value() == null) {
            String text = configKey.defaultText() == null ? configKey.unsetWord() : configKey.defaultText();
            String displayText = text == null ? "" : text;
            return new Value(exactText(scopeSettings.find(configKey.path()), displayText), displayText, isReloadable);
        }
        return new Value(exactText(setting.value(), ""), displayText(setting.displayValue()), isReloadable);
    }

    private static String exactText(@Nullable Object value, String textOfNull) {
        if (value == null) {
            return textOfNull;
        }
        return value instanceof List<?> list
                ? list.stream().map(FlatConfig::exactItem).toList().toString()
                : String.valueOf(value);
    }

    private static String exactItem(Object item) {
        return item instanceof ScopeSettings row ? rowText(row, true) : String.valueOf(item);
    }

    private static String displayText(@Nullable Object displayValue) {
        return displayValue instanceof List<?> list
                ? list.stream()
                        .map(item -> item instanceof ScopeSettings row ? rowText(row, false) : String.valueOf(item))
                        .toList()
                        .toString()
                : String.valueOf(displayValue);
    }

    private static String rowText(ScopeSettings row, boolean isExact) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        row.settings()
                .forEach((path, setting) -> text.add(path + ": "
                        + (isExact ? exactText(setting.value(), "null") : displayText(setting.displayValue()))));
        return text.toString();
    }
}
