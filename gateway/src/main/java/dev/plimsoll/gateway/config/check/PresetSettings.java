package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.Key;
import dev.plimsoll.gateway.config.key.Keys;
import dev.plimsoll.gateway.config.key.Shape;
import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.policy.Form;
import dev.plimsoll.policy.Preset;

/** What a preset sets: the engine's share of it, and what goes with it elsewhere. */
public final class PresetSettings {

    private PresetSettings() {}

    public static Settings of(Preset preset) {
        Settings settings = new Settings(Keys.root(), Origin.of("preset " + preset.word()));
        for (String change : preset.changes()) {
            int equals = change.indexOf('=');
            put(settings, "policy." + change.substring(0, equals), change.substring(equals + 1));
        }
        if (preset == Preset.CURSOR) {
            put(settings, "cursor.bind", "session");
        }
        return settings;
    }

    private static void put(Settings settings, String path, String text) {
        Key key = settings.scope().key(path);
        if (key != null && key.shape() instanceof Shape.One one) {
            put(settings, path, one.form(), text);
        }
    }

    private static <T> void put(Settings settings, String path, Form<T> form, String text) {
        T value = form.parsed(text);
        settings.put(path, new Setting(value, form.text(value), settings.origin(), ""));
    }
}
