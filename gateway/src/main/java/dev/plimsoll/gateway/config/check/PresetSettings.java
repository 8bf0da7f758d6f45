package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.setting.SettingType;

/** Settings of a preset: the engine's policy keys and other keys. */
public final class PresetSettings {

    private PresetSettings() {}

    public static ScopeSettings of(Preset preset) {
        ScopeSettings scopeSettings =
                new ScopeSettings(ConfigKeys.root(), ConfigOrigin.of("preset " + preset.configName()));
        for (String change : preset.changes()) {
            int equalsSign = change.indexOf('=');
            put(scopeSettings, "policy." + change.substring(0, equalsSign), change.substring(equalsSign + 1));
        }
        if (preset == Preset.CURSOR) {
            put(scopeSettings, "cursor.bind", "session");
        }
        return scopeSettings;
    }

    private static void put(ScopeSettings scopeSettings, String path, String text) {
        ConfigKey configKey = scopeSettings.scope().findKey(path);
        if (configKey != null && configKey.shape() instanceof KeyShape.One one) {
            put(scopeSettings, path, one.settingType(), text);
        }
    }

    private static <T> void put(ScopeSettings scopeSettings, String path, SettingType<T> settingType, String text) {
        T value = settingType.parse(text);
        scopeSettings.put(path, new Setting(value, settingType.text(value), scopeSettings.origin(), ""));
    }
}
