package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.check.VariableReferences.ReferenceException;
import dev.plimsoll.gateway.config.check.VariableReferences.ResolvedText;
import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.SecretRule;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.source.ConfigNode;
import dev.plimsoll.gateway.config.source.ConfigNode.Field;
import dev.plimsoll.gateway.config.source.ConfigNode.Fields;
import dev.plimsoll.gateway.config.source.ConfigNode.Items;
import dev.plimsoll.gateway.config.source.ConfigNode.Text;
import dev.plimsoll.policy.setting.SettingType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the values of keys and resolves references to secrets. */
final class ValueParser {

    private final VariableReferences variableReferences;
    private final ConfigErrors configErrors;
    private final boolean allowsPlainSecrets;

    ValueParser(VariableReferences variableReferences, ConfigErrors configErrors, boolean secretsMayBeWritten) {
        this.variableReferences = variableReferences;
        this.configErrors = configErrors;
        this.allowsPlainSecrets = secretsMayBeWritten;
    }

    /** Returns the setting; null after an error. */
    @Nullable Setting read(ConfigKey configKey, ConfigNode configNode, String shown) {
        KeyShape keyShape = configKey.shape();
        if (keyShape instanceof KeyShape.One one) {
            return one.settingType().kind() == SettingType.Kind.NAMES
                    ? readNames(configKey, one.settingType(), configNode, shown)
                    : readOne(configKey, one.settingType(), configNode, shown);
        }
        if (keyShape instanceof KeyShape.TextMap) {
            return readMap(configKey, configNode, shown);
        }
        if (keyShape instanceof KeyShape.Command && !namesProgram(configNode)) {
            reportWrongKind(
                    configKey, configNode instanceof Items items ? items.items().getFirst() : configNode, shown);
            return null;
        }
        if (keyShape instanceof KeyShape.Command && configNode instanceof Text) {
            ResolvedText resolvedText = resolve(configKey, configNode, shown);
            return resolvedText == null
                    ? null
                    : new Setting(
                            List.of(resolvedText.value()),
                            SecretMask.maskArguments(List.of(resolvedText.masked())),
                            configNode.origin(),
                            resolvedText.references());
        }
        return readList(
                configKey, keyShape instanceof KeyShape.Many many ? many.settingType() : null, configNode, shown);
    }

    /**
     * Returns whether the first element can name a program. Arguments may be numbers, but a number as the program is
     * probably meant for another key.
     */
    private static boolean namesProgram(ConfigNode configNode) {
        ConfigNode program = configNode instanceof Items items && !items.items().isEmpty()
                ? items.items().getFirst()
                : configNode;
        return !(program instanceof Text text) || text.kind().equals("text");
    }

    private @Nullable Setting readOne(
            ConfigKey configKey, SettingType<?> settingType, ConfigNode configNode, String shown) {
        if (configNode instanceof Text text
                && configKey.unsetWord() != null
                && text.text().equals(configKey.unsetWord())) {
            return new Setting(null, null, configNode.origin(), "");
        }
        ResolvedText resolvedText = resolve(configKey, configNode, shown);
        if (resolvedText == null) {
            return null;
        }
        Object value = parse(configKey, settingType, resolvedText, configNode, shown);
        if (value == null) {
            return null;
        }
        String masked = configKey.secretRule() == SecretRule.OPEN
                ? textOf(settingType, value)
                : SecretMask.maskUrl(resolvedText.masked());
        return new Setting(value, masked, configNode.origin(), resolvedText.references());
    }

    private static <T> String textOf(SettingType<T> settingType, Object value) {
        return settingType.text(settingType.type().cast(value));
    }

    private @Nullable Object parse(
            ConfigKey configKey,
            SettingType<?> settingType,
            ResolvedText resolvedText,
            ConfigNode configNode,
            String shown) {
        try {
            return settingType.parse(resolvedText.value());
        } catch (IllegalArgumentException e) {
            boolean secret = configKey.secretRule().isMasked()
                    || !resolvedText.references().isEmpty();
            String got = secret ? "" : ", got " + ConfigErrors.quote(SecretMask.maskUrl(resolvedText.value()));
            String near = secret ? "" : Suggestion.phrase(resolvedText.value(), settingType.choices());
            configErrors.addError(
                    shown,
                    configNode.origin(),
                    "must be " + settingType.allowed() + unsetWordSuffix(configKey) + got + near);
            return null;
        }
    }

    private static String unsetWordSuffix(ConfigKey configKey) {
        return configKey.unsetWord() == null ? "" : ", or " + configKey.unsetWord();
    }

    /** Parses names from a list or from one comma-separated text. */
    private @Nullable Setting readNames(
            ConfigKey configKey, SettingType<?> settingType, ConfigNode configNode, String shown) {
        if (configNode instanceof Text text
                && configKey.unsetWord() != null
                && text.text().equals(configKey.unsetWord())) {
            return new Setting(null, null, configNode.origin(), "");
        }
        String joined;
        if (configNode instanceof Items items) {
            List<String> names = new ArrayList<>();
            for (ConfigNode item : items.items()) {
                if (!(item instanceof Text text) || text.text().indexOf(',') >= 0) {
                    configErrors.addError(
                            shown + "[" + names.size() + "]", item.origin(), "must be a field name without commas");
                    return null;
                }
                if (parse(
                                configKey,
                                settingType,
                                new ResolvedText(text.text(), text.text(), "", true),
                                item,
                                shown + "[" + names.size() + "]")
                        == null) {
                    return null;
                }
                names.add(text.text());
            }
            joined = String.join(",", names);
        } else if (configNode instanceof Text text) {
            joined = text.text();
        } else {
            reportWrongKind(configKey, configNode, shown);
            return null;
        }
        Object value = parse(configKey, settingType, new ResolvedText(joined, joined, "", true), configNode, shown);
        return value == null ? null : new Setting(value, value, configNode.origin(), "");
    }

    private @Nullable Setting readList(
            ConfigKey configKey, @Nullable SettingType<String> settingType, ConfigNode configNode, String shown) {
        if (!(configNode instanceof Items items)
                || (settingType == null && items.items().isEmpty())) {
            reportWrongKind(configKey, configNode, shown);
            return null;
        }
        List<String> values = new ArrayList<>();
        List<String> masked = new ArrayList<>();
        StringBuilder notes = new StringBuilder();
        boolean valid = true;
        for (ConfigNode item : items.items()) {
            String place = shown + "[" + values.size() + "]";
            ResolvedText resolvedText = resolve(configKey, item, place);
            boolean isItemValid = resolvedText != null
                    && (settingType == null || parse(configKey, settingType, resolvedText, item, place) != null);
            valid &= isItemValid;
            values.add(resolvedText == null ? "" : resolvedText.value());
            masked.add(resolvedText == null ? "" : resolvedText.masked());
            notes.append(
                    resolvedText == null || resolvedText.references().isEmpty() ? "" : " " + resolvedText.references());
        }
        List<String> shownValues =
                configKey.secretRule() == SecretRule.REFERENCES ? SecretMask.maskArguments(masked) : masked;
        return valid
                ? new Setting(
                        List.copyOf(values),
                        shownValues,
                        configNode.origin(),
                        notes.toString().strip())
                : null;
    }

    private @Nullable Setting readMap(ConfigKey configKey, ConfigNode configNode, String shown) {
        if (!(configNode instanceof Fields fields)) {
            reportWrongKind(configKey, configNode, shown);
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> masked = new LinkedHashMap<>();
        StringBuilder notes = new StringBuilder();
        boolean valid = true;
        for (Field field : fields.fields()) {
            String name = field.name();
            String place = shown + "." + ConfigErrors.quote(name);
            if (name.isEmpty() || name.indexOf('\0') >= 0 || name.indexOf('=') >= 0) {
                configErrors.addError(place, field.origin(), "must have a name, without =");
                valid = false;
            } else if (!field.value().isNull()) {
                ResolvedText resolvedText = resolve(configKey, field.value(), place);
                valid &= resolvedText != null;
                values.put(name, resolvedText == null ? "" : resolvedText.value());
                masked.put(name, resolvedText == null ? "" : resolvedText.masked());
                notes.append(
                        resolvedText == null || resolvedText.references().isEmpty()
                                ? ""
                                : " " + resolvedText.references());
            }
        }
        return valid
                ? new Setting(
                        values, masked, configNode.origin(), notes.toString().strip())
                : null;
    }

    /** Returns the text with secrets filled in; null after an error. */
    private @Nullable ResolvedText resolve(ConfigKey configKey, ConfigNode configNode, String shown) {
        if (!(configNode instanceof Text text)) {
            reportWrongKind(configKey, configNode, shown);
            return null;
        }
        if (!configKey.secretRule().allowsReferences()) {
            if (VariableReferences.hasReference(text.text())) {
                configErrors.addError(
                        shown, configNode.origin(), "may not refer to secrets, got " + ConfigErrors.quote(text.text()));
                return null;
            }
            return new ResolvedText(text.text(), text.text(), "", true);
        }
        try {
            return mask(configKey, variableReferences.resolve(text.text()), configNode, shown);
        } catch (ReferenceException e) {
            configErrors.addError(shown, configNode.origin(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable ResolvedText mask(
            ConfigKey configKey, ResolvedText resolvedText, ConfigNode configNode, String shown) {
        if (configKey.secretRule() == SecretRule.SECRET && resolvedText.hasLiteral() && !allowsPlainSecrets) {
            configErrors.addError(
                    shown,
                    configNode.origin(),
                    "a secret must not be written here; put it in a variable or a file and"
                            + " write \"${NAME}\" or \"${file:PATH}\"");
            return null;
        }
        boolean hide = configKey.secretRule().isMasked()
                && (resolvedText.references().isEmpty() || configKey.secretRule() == SecretRule.SECRET);
        return hide
                ? new ResolvedText(
                        resolvedText.value(), SecretValue.MASK, resolvedText.references(), resolvedText.hasLiteral())
                : resolvedText;
    }

    private void reportWrongKind(ConfigKey configKey, ConfigNode configNode, String shown) {
        configErrors.addError(
                shown, configNode.origin(), "must be " + configKey.allowed() + ", got " + configNode.kind());
    }
}
