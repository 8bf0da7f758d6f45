package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.ConfigKeys;
import dev.plimsoll.gateway.config.key.KeyScope;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.source.ConfigNode;
import dev.plimsoll.gateway.config.source.ConfigNode.Field;
import dev.plimsoll.gateway.config.source.ConfigNode.Fields;
import dev.plimsoll.gateway.config.source.ConfigNode.Text;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.gateway.config.source.SourceException;
import dev.plimsoll.gateway.config.source.YamlText;
import dev.plimsoll.policy.setting.SettingType;
import java.util.List;

/**
 * Converts the value of an environment variable or an option to the tree that a file would give, so that all
 * sources are checked in the same way.
 */
public final class SourceValue {

    private SourceValue() {}

    /**
     * Returns a tree of maps for the path, with the value in the innermost map. The path {@code store.type}
     * and the text {@code disk} give {@code {store: {type: disk}}}.
     *
     * @throws SourceException if the text begins like a list or map and cannot be parsed
     */
    public static ConfigNode toNode(List<String> path, String text, String source) throws SourceException {
        ConfigOrigin configOrigin = ConfigOrigin.of(source);
        ConfigNode configNode = isSingleText(path) || !(text.startsWith("[") || text.startsWith("{"))
                ? textNode(text, configOrigin)
                : YamlText.parseValue(text, source);
        for (int i = path.size() - 1; i >= 0 && configNode != null; i--) {
            configNode = new Fields(List.of(new Field(path.get(i), configOrigin, configNode)), configOrigin);
        }
        return configNode == null ? new Text("", true, configOrigin) : configNode;
    }

    /**
     * Returns the node of a single value. An empty text or a word for null, such as {@code null}, becomes a
     * YAML null, because nobody puts these values in quotes.
     */
    private static Text textNode(String text, ConfigOrigin configOrigin) {
        Text plainText = new Text(text, true, configOrigin);
        return plainText.isNull() ? plainText : new Text(text, false, configOrigin);
    }

    /**
     * Returns whether the key takes a single text. Such a text is not parsed, even if it begins like a list
     * or map.
     */
    private static boolean isSingleText(List<String> path) {
        KeyScope keyScope = ConfigKeys.root();
        int keyStart = 0;
        ConfigKey table = path.size() > 2 ? keyScope.findKey(path.get(0)) : null;
        if (table != null && table.shape() instanceof KeyShape.Table entries) {
            keyScope = entries.scope();
            keyStart = 2;
        }
        ConfigKey configKey = keyScope.findKey(String.join(".", path.subList(keyStart, path.size())));
        return configKey != null
                && configKey.shape() instanceof KeyShape.One one
                && one.settingType().kind() != SettingType.Kind.NAMES;
    }
}
