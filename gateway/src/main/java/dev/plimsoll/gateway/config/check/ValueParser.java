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

    ValueParser(VariableReferences variableReferences, ConfigErrors configErrors, boolean allowsPlainSecrets) {
        this.variableReferences = variableReferences;
        this.configErrors = configErrors;
        this.allowsPlainSecrets = allowsPlainSecrets;
    }

    /** Returns the setting; null after an error. */
    @Nullable Setting read(ConfigKey configKey, ConfigNode configNode, String displayPath) {
        KeyShape keyShape = configKey.shape();
        if (keyShape instanceof KeyShape.One one) {
            return one.settingType().kind() == SettingType.Kind.NAMES
                    ? readNames(configKey, one.settingType(), configNode, displayPath)
                    : readOne(configKey, one.settingType(), configNode, displayPath);
        }
        if (keyShape instanceof KeyShape.TextMap) {
            return readMap(configKey, configNode, displayPath);
        }
        if (keyShape instanceof KeyShape.Command && !canNameProgram(configNode)) {
            reportWrongKind(
                    configKey, configNode instanceof Items items ? items.items().getFirst() : configNode, displayPath);
            return null;
        }
        if (keyShape instanceof KeyShape.Command && configNode instanceof Text) {
            ResolvedText resolvedText = resolve(configKey, configNode, displayPath);
            return resolvedText == null
                    ? null
                    : new Setting(
                            List.of(resolvedText.value()),
                            SecretMask.maskArguments(List.of(resolvedText.masked())),
                            configNode.origin(),
                            resolvedText.references());
        }
        return readList(
                configKey, keyShape instanceof KeyShape.Many many ? many.settingType() : null, configNode, displayPath);
    }

    /**
     * Returns whether a value can name a program. A number cannot: it was probably meant for another key.
     * Arguments of programs may be numbers.
     */
    private static boolean canNameProgram(ConfigNode configNode) {
        ConfigNode program = configNode instanceof Items items && !items.items().isEmpty()
                ? items.items().getFirst()
                : configNode;
        return !(program instanceof Text text) || text.kind().equals("text");
    }

    private @Nullable Setting readOne(
            ConfigKey configKey, SettingType<?> settingType, ConfigNode configNode, String displayPath) {
        if (configNode instanceof Text text
                && configKey.unsetWord() != null
                && text.text().equals(configKey.unsetWord())) {
            return new Setting(null, null, configNode.origin(), "");
        }
        ResolvedText resolvedText = resolve(configKey, configNode, displayPath);
        if (resolvedText == null) {
            return null;
        }
        Object value = parse(configKey, settingType, resolvedText, configNode, displayPath);
        if (value == null) {
            return null;
        }
        String masked = configKey.secretRule() == SecretRule.OPEN
                ? textOf(settingType, value)
                : SecretMask.maskUrl(resolvedText.masked());
        return new Setting(value, masked, configNode.origin(), resolvedText.references());
    }

    /**
     * Reads null. For most types, null resets the setting to its default; some types have a value that is written as
     * null.
     */
    Setting readNull(SettingType<?> settingType, ConfigNode configNode) {
        String text = settingType.nullText();
        return text.isEmpty()
                ? new Setting(null, null, configNode.origin(), "")
                : new Setting(settingType.parse(text), text, configNode.origin(), "");
    }

    private static <T> String textOf(SettingType<T> settingType, Object value) {
        return settingType.text(settingType.type().cast(value));
    }

    private @Nullable Object parse(
            ConfigKey configKey,
            SettingType<?> settingType,
            ResolvedText resolvedText,
            ConfigNode configNode,
            String displayPath) {
        try {
            return settingType.parse(resolvedText.value());
        } catch (IllegalArgumentException e) {
            boolean isSecret = configKey.secretRule().isMasked()
                    || !resolvedText.references().isEmpty();
            String gotPhrase =
                    isSecret ? "" : ", got " + ConfigErrors.toPrintable(SecretMask.maskUrl(resolvedText.value()));
            String suggestion = isSecret ? "" : Suggestion.didYouMean(resolvedText.value(), settingType.choices());
            configErrors.addError(
                    displayPath,
                    configNode.origin(),
                    "must be " + settingType.allowed() + unsetWordSuffix(configKey) + gotPhrase + suggestion);
            return null;
        }
    }

    private static String unsetWordSuffix(ConfigKey configKey) {
        return configKey.unsetWord() == null ? "" : ", or " + configKey.unsetWord();
    }

    /** Parses names from a list or from one comma-separated text. */
    private @Nullable Setting readNames(
            ConfigKey configKey, SettingType<?> settingType, ConfigNode configNode, String displayPath) {
        if (configNode instanceof Text text
                && configKey.unsetWord() != null
                && text.text().equals(configKey.unsetWord())) {
            return new Setting(null, null, configNode.origin(), "");
        }
        String commaSeparatedNames;
        if (configNode instanceof Items items) {
            List<String> names = new ArrayList<>();
            for (ConfigNode item : items.items()) {
                if (!(item instanceof Text text) || text.text().indexOf(',') >= 0) {
                    configErrors.addError(
                            displayPath + "[" + names.size() + "]",
                            item.origin(),
                            "must be a field name without commas");
                    return null;
                }
                if (parse(
                                configKey,
                                settingType,
                                new ResolvedText(text.text(), text.text(), "", true),
                                item,
                                displayPath + "[" + names.size() + "]")
                        == null) {
                    return null;
                }
                names.add(text.text());
            }
            commaSeparatedNames = String.join(",", names);
        } else if (configNode instanceof Text text) {
            commaSeparatedNames = text.text();
        } else {
            reportWrongKind(configKey, configNode, displayPath);
            return null;
        }
        Object value = parse(
                configKey,
                settingType,
                new ResolvedText(commaSeparatedNames, commaSeparatedNames, "", true),
                configNode,
                displayPath);
        return value == null ? null : new Setting(value, value, configNode.origin(), "");
    }

    private @Nullable Setting readList(
            ConfigKey configKey, @Nullable SettingType<String> settingType, ConfigNode configNode, String displayPath) {
        if (!(configNode instanceof Items items)
                || (settingType == null && items.items().isEmpty())) {
            reportWrongKind(configKey, configNode, displayPath);
            return null;
        }
        List<String> values = new ArrayList<>();
        List<String> masked = new ArrayList<>();
        StringBuilder references = new StringBuilder();
        boolean isValid = true;
        for (ConfigNode item : items.items()) {
            String itemPath = displayPath + "[" + values.size() + "]";
            ResolvedText resolvedText = resolve(configKey, item, itemPath);
            boolean isItemValid = resolvedText != null
                    && (settingType == null || parse(configKey, settingType, resolvedText, item, itemPath) != null);
            isValid &= isItemValid;
            values.add(resolvedText == null ? "" : resolvedText.value());
            masked.add(resolvedText == null ? "" : resolvedText.masked());
            references.append(
                    resolvedText == null || resolvedText.references().isEmpty() ? "" : " " + resolvedText.references());
        }
        List<String> shownValues =
                configKey.secretRule() == SecretRule.REFERENCES ? SecretMask.maskArguments(masked) : masked;
        return isValid
                ? new Setting(
                        List.copyOf(values),
                        shownValues,
                        configNode.origin(),
                        references.toString().strip())
                : null;
    }

    private @Nullable Setting readMap(ConfigKey configKey, ConfigNode configNode, String displayPath) {
        if (!(configNode instanceof Fields fields)) {
            reportWrongKind(configKey, configNode, displayPath);
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> masked = new LinkedHashMap<>();
        StringBuilder references = new StringBuilder();
        boolean isValid = true;
        for (Field field : fields.fields()) {
            String name = field.name();
            String entryPath = displayPath + "." + ConfigErrors.toPrintable(name);
            if (name.isEmpty() || name.indexOf('\0') >= 0 || name.indexOf('=') >= 0) {
                configErrors.addError(entryPath, field.origin(), "must have a name, without =");
                isValid = false;
            } else if (!field.value().isNull()) {
                ResolvedText resolvedText = resolve(configKey, field.value(), entryPath);
                isValid &= resolvedText != null;
                values.put(name, resolvedText == null ? "" : resolvedText.value());
                masked.put(name, resolvedText == null ? "" : resolvedText.masked());
                references.append(
                        resolvedText == null || resolvedText.references().isEmpty()
                                ? ""
                                : " " + resolvedText.references());
            }
        }
        return isValid
                ? new Setting(
                        values,
                        masked,
                        configNode.origin(),
                        references.toString().strip())
                : null;
    }

    /** Returns the text with secrets filled in; null after an error. */
    private @Nullable ResolvedText resolve(ConfigKey configKey, ConfigNode configNode, String displayPath) {
        if (!(configNode instanceof Text text)) {
            reportWrongKind(configKey, configNode, displayPath);
            return null;
        }
        if (!configKey.secretRule().allowsReferences()) {
            if (VariableReferences.hasReference(text.text())) {
                configErrors.addError(
                        displayPath,
                        configNode.origin(),
                        "may not refer to secrets, got " + ConfigErrors.toPrintable(text.text()));
                return null;
            }
            return new ResolvedText(text.text(), text.text(), "", true);
        }
        try {
            return checkAndMask(configKey, variableReferences.resolve(text.text()), configNode, displayPath);
        } catch (ReferenceException e) {
            configErrors.addError(displayPath, configNode.origin(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable ResolvedText checkAndMask(
            ConfigKey configKey, ResolvedText resolvedText, ConfigNode configNode, String displayPath) {
        if (configKey.secretRule() == SecretRule.SECRET && resolvedText.hasLiteral() && !allowsPlainSecrets) {
            configErrors.addError(
                    displayPath,
                    configNode.origin(),
                    "a secret must not be written here; put it in a variable or a file and"
                            + " write \"${NAME}\" or \"${file:PATH}\"");
            return null;
        }
        boolean isHidden = configKey.secretRule().isMasked()
                && (resolvedText.references().isEmpty() || configKey.secretRule() == SecretRule.SECRET);
        return isHidden
                ? new ResolvedText(
                        resolvedText.value(), SecretValue.MASK, resolvedText.references(), resolvedText.hasLiteral())
                : resolvedText;
    }

    private void reportWrongKind(ConfigKey configKey, ConfigNode configNode, String displayPath) {
        configErrors.addError(
                displayPath, configNode.origin(), "must be " + configKey.allowed() + ", got " + configNode.kind());
    }
}
