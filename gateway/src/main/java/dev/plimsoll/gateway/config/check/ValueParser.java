package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.check.VariableReferences.Filled;
import dev.plimsoll.gateway.config.check.VariableReferences.ReferenceException;
import dev.plimsoll.gateway.config.key.ConfigKey;
import dev.plimsoll.gateway.config.key.KeyShape;
import dev.plimsoll.gateway.config.key.SecretRule;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.source.ConfigNode;
import dev.plimsoll.gateway.config.source.ConfigNode.Field;
import dev.plimsoll.gateway.config.source.ConfigNode.Fields;
import dev.plimsoll.gateway.config.source.ConfigNode.Items;
import dev.plimsoll.gateway.config.source.ConfigNode.Text;
import dev.plimsoll.policy.SettingType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the values of keys and resolves references to secrets. */
final class ValueParser {

    private final VariableReferences variableReferences;
    private final ConfigErrors configErrors;
    private final boolean secretsMayBeWritten;

    ValueParser(VariableReferences variableReferences, ConfigErrors configErrors, boolean secretsMayBeWritten) {
        this.variableReferences = variableReferences;
        this.configErrors = configErrors;
        this.secretsMayBeWritten = secretsMayBeWritten;
    }

    /** Returns the setting; null after an error. */
    @Nullable Setting read(ConfigKey configKey, ConfigNode configNode, String shown) {
        KeyShape keyShape = configKey.shape();
        if (keyShape instanceof KeyShape.One one) {
            return one.form().kind() == SettingType.Kind.NAMES
                    ? names(configKey, one.form(), configNode, shown)
                    : one(configKey, one.form(), configNode, shown);
        }
        if (keyShape instanceof KeyShape.TextMap) {
            return map(configKey, configNode, shown);
        }
        if (keyShape instanceof KeyShape.Command && !namesProgram(configNode)) {
            wrongKind(
                    configKey, configNode instanceof Items items ? items.items().getFirst() : configNode, shown);
            return null;
        }
        if (keyShape instanceof KeyShape.Command && configNode instanceof Text) {
            Filled filled = filled(configKey, configNode, shown);
            return filled == null
                    ? null
                    : new Setting(
                            List.of(filled.value()),
                            SecretMask.arguments(List.of(filled.masked())),
                            configNode.origin(),
                            filled.names());
        }
        return list(configKey, keyShape instanceof KeyShape.Many many ? many.form() : null, configNode, shown);
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

    private @Nullable Setting one(
            ConfigKey configKey, SettingType<?> settingType, ConfigNode configNode, String shown) {
        if (configNode instanceof Text text
                && configKey.open() != null
                && text.text().equals(configKey.open())) {
            return new Setting(null, null, configNode.origin(), "");
        }
        Filled filled = filled(configKey, configNode, shown);
        if (filled == null) {
            return null;
        }
        Object value = parsed(configKey, settingType, filled, configNode, shown);
        if (value == null) {
            return null;
        }
        String masked =
                configKey.secrecy() == SecretRule.OPEN ? textOf(settingType, value) : SecretMask.url(filled.masked());
        return new Setting(value, masked, configNode.origin(), filled.names());
    }

    private static <T> String textOf(SettingType<T> settingType, Object value) {
        return settingType.text(settingType.type().cast(value));
    }

    private @Nullable Object parsed(
            ConfigKey configKey, SettingType<?> settingType, Filled filled, ConfigNode configNode, String shown) {
        try {
            return settingType.parsed(filled.value());
        } catch (IllegalArgumentException e) {
            boolean secret = configKey.secrecy().masked() || !filled.names().isEmpty();
            String got = secret ? "" : ", got " + ConfigErrors.quoted(SecretMask.url(filled.value()));
            String near = secret ? "" : Suggestion.of(filled.value(), settingType.choices());
            configErrors.wrong(
                    shown, configNode.origin(), "must be " + settingType.allowed() + orOpen(configKey) + got + near);
            return null;
        }
    }

    private static String orOpen(ConfigKey configKey) {
        return configKey.open() == null ? "" : ", or " + configKey.open();
    }

    /** Parses names from a list or from one comma-separated text. */
    private @Nullable Setting names(
            ConfigKey configKey, SettingType<?> settingType, ConfigNode configNode, String shown) {
        if (configNode instanceof Text text
                && configKey.open() != null
                && text.text().equals(configKey.open())) {
            return new Setting(null, null, configNode.origin(), "");
        }
        String joined;
        if (configNode instanceof Items items) {
            List<String> names = new ArrayList<>();
            for (ConfigNode item : items.items()) {
                if (!(item instanceof Text text) || text.text().indexOf(',') >= 0) {
                    configErrors.wrong(
                            shown + "[" + names.size() + "]", item.origin(), "must be a field name without commas");
                    return null;
                }
                if (parsed(
                                configKey,
                                settingType,
                                new Filled(text.text(), text.text(), "", true),
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
            wrongKind(configKey, configNode, shown);
            return null;
        }
        Object value = parsed(configKey, settingType, new Filled(joined, joined, "", true), configNode, shown);
        return value == null ? null : new Setting(value, value, configNode.origin(), "");
    }

    private @Nullable Setting list(
            ConfigKey configKey, @Nullable SettingType<String> settingType, ConfigNode configNode, String shown) {
        if (!(configNode instanceof Items items)
                || (settingType == null && items.items().isEmpty())) {
            wrongKind(configKey, configNode, shown);
            return null;
        }
        List<String> values = new ArrayList<>();
        List<String> masked = new ArrayList<>();
        StringBuilder notes = new StringBuilder();
        boolean valid = true;
        for (ConfigNode item : items.items()) {
            String place = shown + "[" + values.size() + "]";
            Filled filled = filled(configKey, item, place);
            boolean isItemValid = filled != null
                    && (settingType == null || parsed(configKey, settingType, filled, item, place) != null);
            valid &= isItemValid;
            values.add(filled == null ? "" : filled.value());
            masked.add(filled == null ? "" : filled.masked());
            notes.append(filled == null || filled.names().isEmpty() ? "" : " " + filled.names());
        }
        List<String> shownValues = configKey.secrecy() == SecretRule.REFERENCES ? SecretMask.arguments(masked) : masked;
        return valid
                ? new Setting(
                        List.copyOf(values),
                        shownValues,
                        configNode.origin(),
                        notes.toString().strip())
                : null;
    }

    private @Nullable Setting map(ConfigKey configKey, ConfigNode configNode, String shown) {
        if (!(configNode instanceof Fields fields)) {
            wrongKind(configKey, configNode, shown);
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> masked = new LinkedHashMap<>();
        StringBuilder notes = new StringBuilder();
        boolean valid = true;
        for (Field field : fields.fields()) {
            String name = field.name();
            String place = shown + "." + ConfigErrors.quoted(name);
            if (name.isEmpty() || name.indexOf('\0') >= 0 || name.indexOf('=') >= 0) {
                configErrors.wrong(place, field.origin(), "must have a name, without =");
                valid = false;
            } else if (!field.value().isNull()) {
                Filled filled = filled(configKey, field.value(), place);
                valid &= filled != null;
                values.put(name, filled == null ? "" : filled.value());
                masked.put(name, filled == null ? "" : filled.masked());
                notes.append(filled == null || filled.names().isEmpty() ? "" : " " + filled.names());
            }
        }
        return valid
                ? new Setting(
                        values, masked, configNode.origin(), notes.toString().strip())
                : null;
    }

    /** Returns the text with secrets filled in; null after an error. */
    private @Nullable Filled filled(ConfigKey configKey, ConfigNode configNode, String shown) {
        if (!(configNode instanceof Text text)) {
            wrongKind(configKey, configNode, shown);
            return null;
        }
        if (!configKey.secrecy().allowsReferences()) {
            if (VariableReferences.in(text.text())) {
                configErrors.wrong(
                        shown,
                        configNode.origin(),
                        "may not refer to secrets, got " + ConfigErrors.quoted(text.text()));
                return null;
            }
            return new Filled(text.text(), text.text(), "", true);
        }
        try {
            return masked(configKey, variableReferences.filled(text.text()), configNode, shown);
        } catch (ReferenceException e) {
            configErrors.wrong(shown, configNode.origin(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable Filled masked(ConfigKey configKey, Filled filled, ConfigNode configNode, String shown) {
        if (configKey.secrecy() == SecretRule.SECRET && filled.literal() && !secretsMayBeWritten) {
            configErrors.wrong(
                    shown,
                    configNode.origin(),
                    "a secret must not be written here; put it in a variable or a file and"
                            + " write \"${NAME}\" or \"${file:PATH}\"");
            return null;
        }
        boolean hide =
                configKey.secrecy().masked() && (filled.names().isEmpty() || configKey.secrecy() == SecretRule.SECRET);
        return hide ? new Filled(filled.value(), SecretValue.MASK, filled.names(), filled.literal()) : filled;
    }

    private void wrongKind(ConfigKey configKey, ConfigNode configNode, String shown) {
        configErrors.wrong(shown, configNode.origin(), "must be " + configKey.allowed() + ", got " + configNode.kind());
    }
}
