package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.setting.SettingType;
import org.jspecify.annotations.Nullable;

/**
 * A configuration key.
 *
 * @param path path of the key within its scope
 * @param defaultText the default, as it may be written; null if there is none
 * @param unsetWord the word, such as {@code "null"}, that a user writes to leave the key without a value; Java's null
 *     if the key has no such word
 * @param commands the commands in which the key has an effect
 * @param isReloadable whether a running process applies a change; otherwise it applies at the next start
 */
public record ConfigKey(
        String path,
        KeyShape shape,
        @Nullable String defaultText,
        @Nullable String unsetWord,
        String description,
        Commands commands,
        boolean isReloadable,
        SecretRule secretRule) {

    /** The commands in which a key has an effect. */
    public enum Commands {
        BOTH("run, serve"),
        RUN("run"),
        SERVE("serve");

        private final String text;

        Commands(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    static ConfigKey of(String path, KeyShape keyShape, String description) {
        return new ConfigKey(path, keyShape, null, null, description, Commands.BOTH, false, SecretRule.OPEN);
    }

    static ConfigKey of(String path, SettingType<?> settingType, @Nullable String defaultText, String description) {
        return new ConfigKey(
                path,
                new KeyShape.One(settingType),
                defaultText,
                null,
                description,
                Commands.BOTH,
                false,
                SecretRule.OPEN);
    }

    static <T> ConfigKey of(PolicyKey<T> key) {
        T defaultValue = key.defaultValue();
        String unsetWord = defaultValue == null ? key.defaultText() : null;
        String defaultText = defaultValue == null ? null : key.defaultText();
        return new ConfigKey(
                key.name(),
                new KeyShape.One(key.settingType()),
                defaultText,
                unsetWord,
                key.description(),
                Commands.BOTH,
                false,
                SecretRule.OPEN);
    }

    /**
     * Returns the key of a profile for a policy key. Its value is an upper limit of the policy key, unless the policy
     * key is a choice or a flag. If it has no value, the profile does not change the policy key.
     */
    static ConfigKey ofProfile(PolicyKey<?> key) {
        boolean isLimit = key.settingType().kind() != SettingType.Kind.CHOICE
                && key.settingType().kind() != SettingType.Kind.FLAG;
        return of(
                        key.name(),
                        key.settingType(),
                        null,
                        isLimit ? "upper limit for the policy key of the same name" : key.description())
                .allowingNull();
    }

    /** Returns this key in a section. */
    ConfigKey inSection(String section) {
        return new ConfigKey(
                section.concat(".").concat(path),
                shape,
                defaultText,
                unsetWord,
                description,
                commands,
                isReloadable,
                secretRule);
    }

    /** Returns this key without a default, and with null allowed as its value. */
    ConfigKey allowingNull() {
        return new ConfigKey(path, shape, null, "null", description, commands, isReloadable, secretRule);
    }

    ConfigKey withSecretRule(SecretRule newRule) {
        return new ConfigKey(path, shape, defaultText, unsetWord, description, commands, isReloadable, newRule);
    }

    ConfigKey withCommands(Commands newCommands) {
        return new ConfigKey(path, shape, defaultText, unsetWord, description, newCommands, isReloadable, secretRule);
    }

    /** Returns a copy of this key whose changes a running process applies. */
    ConfigKey asReloadable() {
        return new ConfigKey(path, shape, defaultText, unsetWord, description, commands, true, secretRule);
    }

    /** Returns a description of the allowed values. */
    public String allowed() {
        String allowed = shape.allowed();
        if (secretRule == SecretRule.SECRET) {
            allowed = "a reference to a secret: ${NAME} or ${file:PATH}";
        }
        return unsetWord == null ? allowed : allowed + ", or " + unsetWord;
    }
}
