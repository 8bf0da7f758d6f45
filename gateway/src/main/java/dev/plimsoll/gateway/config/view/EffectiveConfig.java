package dev.plimsoll.gateway.config.view;

import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.check.PresetSettings;
import dev.plimsoll.gateway.config.check.ScopeSettings;
import dev.plimsoll.gateway.config.check.Setting;
import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.setting.SettingType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The effective configuration with secrets masked and the sources of non-default values, as YAML or JSON. */
public final class EffectiveConfig {

    private final ViewBranch root = new ViewBranch();
    private final ViewBranch sources = new ViewBranch();

    public EffectiveConfig(LoadedConfiguration loadedConfiguration) {
        ScopeSettings scopeSettings = loadedConfiguration.settings() == null
                ? PresetSettings.of(Preset.BALANCED)
                : loadedConfiguration.settings();
        for (ConfigKey configKey : scopeSettings.scope().keys()) {
            addKey(scopeSettings, configKey, root, "", true);
        }
        root.with(
                "data", ViewLeaf.text(loadedConfiguration.configuration().data().toString()));
    }

    /** Returns YAML with comments that name the sources. */
    public String yaml() {
        return YamlWriter.toYaml(root);
    }

    /** Returns JSON with {@code configuration}, and with {@code sources} by path. */
    public String json() {
        return IndentedJson.toJson(new ViewBranch().with("configuration", root).with("sources", sources));
    }

    private void addKey(
            ScopeSettings scopeSettings,
            ConfigKey configKey,
            ViewBranch parent,
            String pathPrefix,
            boolean showsDefaults) {
        if (configKey.shape() instanceof KeyShape.Table) {
            scopeSettings.table(configKey.path()).forEach((name, entrySettings) -> {
                ViewBranch viewBranch =
                        getOrCreateBranch(parent, configKey.path()).getOrCreateBranch(name);
                String entryPrefix =
                        pathPrefix + configKey.path() + (isPlainName(name) ? "." + name : ".\"" + name + "\"") + ".";
                entrySettings
                        .paths()
                        .forEach(path ->
                                addKey(entrySettings, requireKey(entrySettings, path), viewBranch, entryPrefix, false));
            });
            return;
        }
        Setting setting = scopeSettings.findSetting(configKey.path());
        Object value =
                setting != null && setting.value() != null ? displayValue(configKey, setting) : defaultValue(configKey);
        // keys that are not set are shown with their defaults, but only at the top level
        boolean isHidden = setting == null
                ? !showsDefaults || (ViewLeaf.NULL.equals(value) && configKey.unsetWord() == null)
                : value == null;
        if (isHidden) {
            return;
        }
        int dot = configKey.path().lastIndexOf('.');
        ViewBranch viewBranch = parent;
        for (String section :
                dot < 0 ? new String[0] : configKey.path().substring(0, dot).split("\\.", -1)) {
            viewBranch = viewBranch.getOrCreateBranch(section);
        }
        String name = configKey.path().substring(dot + 1);
        viewBranch.with(name, value == null ? ViewLeaf.NULL : value);
        if (setting != null && setting.value() != null) {
            String source = setting.origin().withoutColumn()
                    + (setting.references().isEmpty() ? "" : ", " + setting.references());
            viewBranch.setComment(name, source);
            sources.with(pathPrefix + configKey.path(), source);
        }
    }

    private static ViewBranch getOrCreateBranch(ViewBranch parent, String path) {
        ViewBranch viewBranch = parent;
        for (String section : path.split("\\.", -1)) {
            viewBranch = viewBranch.getOrCreateBranch(section);
        }
        return viewBranch;
    }

    private static ConfigKey requireKey(ScopeSettings scopeSettings, String path) {
        ConfigKey configKey = scopeSettings.scope().findKey(path);
        if (configKey == null) {
            throw new IllegalStateException("no key " + path);
        }
        return configKey;
    }

    private static boolean isPlainName(String name) {
        return name.chars().allMatch(c -> c == '-' || c == '_' || Character.isLetterOrDigit(c));
    }

    private static @Nullable Object defaultValue(ConfigKey configKey) {
        if (configKey.shape() instanceof KeyShape.One one) {
            String text = configKey.defaultText();
            return text == null ? ViewLeaf.NULL : toLeaf(one.settingType(), text);
        }
        return configKey.shape() instanceof KeyShape.Many ? List.of() : null;
    }

    private static Object displayValue(ConfigKey configKey, Setting setting) {
        Object displayedValue = setting.displayValue();
        if (displayedValue instanceof List<?> list) {
            List<Object> leaves = new ArrayList<>();
            for (Object element : list) {
                leaves.add(
                        element instanceof ScopeSettings row ? toBranch(row) : ViewLeaf.text(String.valueOf(element)));
            }
            return leaves;
        }
        if (displayedValue instanceof Map<?, ?> map) {
            ViewBranch viewBranch = new ViewBranch();
            map.forEach((name, text) -> viewBranch.with(String.valueOf(name), String.valueOf(text)));
            return viewBranch;
        }
        return configKey.shape() instanceof KeyShape.One one
                ? toLeaf(one.settingType(), String.valueOf(displayedValue))
                : ViewLeaf.NULL;
    }

    private static ViewBranch toBranch(ScopeSettings row) {
        ViewBranch viewBranch = new ViewBranch();
        row.settings().forEach((path, setting) -> {
            if (setting.value() != null) {
                viewBranch.with(path, displayValue(requireKey(row, path), setting));
            }
        });
        return viewBranch;
    }

    private static Object toLeaf(SettingType<?> settingType, String text) {
        return switch (settingType.kind()) {
            case NAMES ->
                text.isEmpty()
                        ? List.of()
                        : List.of(text.split(",", -1)).stream()
                                .map(ViewLeaf::text)
                                .toList();
            case FLAG, DECIMAL -> ViewLeaf.bare(text);
            case WHOLE -> {
                boolean isBare = text.equals("null") || text.chars().allMatch(c -> c >= '0' && c <= '9');
                yield isBare ? ViewLeaf.bare(text) : ViewLeaf.text(text);
            }
            default -> ViewLeaf.text(text);
        };
    }
}
