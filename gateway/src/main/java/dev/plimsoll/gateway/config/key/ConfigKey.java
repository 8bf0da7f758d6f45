package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.SettingType;
import org.jspecify.annotations.Nullable;

/**
 * A configuration key.
 *
 * @param path within its scope
 * @param unset the default, as it may be written; null if there is none
 * @param open the word for "not set", if that has its own meaning; otherwise null
 * @param acts the commands in which the key has an effect
 * @param live whether a running process applies a change; otherwise it applies at the next start
 */
public record ConfigKey(
        String path,
        KeyShape shape,
        @Nullable String unset,
        @Nullable String open,
        String about,
        Acts acts,
        boolean live,
        SecretRule secrecy) {

    /** The commands in which a key has an effect. */
    public enum Acts {
        BOTH("run, serve"),
        RUN("run"),
        SERVE("serve");

        private final String words;

        Acts(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    static ConfigKey of(String path, KeyShape keyShape, String about) {
        return new ConfigKey(path, keyShape, null, null, about, Acts.BOTH, false, SecretRule.OPEN);
    }

    static ConfigKey of(String path, SettingType<?> settingType, @Nullable String unset, String about) {
        return new ConfigKey(
                path, new KeyShape.One(settingType), unset, null, about, Acts.BOTH, false, SecretRule.OPEN);
    }

    static <T> ConfigKey of(PolicyKey<T> key) {
        T unset = key.unset();
        String open = unset == null ? key.unsetText() : null;
        String text = unset == null ? null : key.unsetText();
        return new ConfigKey(
                key.name(), new KeyShape.One(key.form()), text, open, key.about(), Acts.BOTH, false, SecretRule.OPEN);
    }

    /** Returns a key for an upper limit; there is no limit if it is not set. */
    static ConfigKey ceiling(PolicyKey<?> key) {
        String about = "upper limit for this key of policy";
        return of(key.name(), key.form(), null, key.form().kind() == SettingType.Kind.CHOICE ? key.about() : about)
                .orNull();
    }

    /** Returns this key in a section. */
    ConfigKey under(String section) {
        return new ConfigKey(section.concat(".").concat(path), shape, unset, open, about, acts, live, secrecy);
    }

    /** Returns this key, with null allowed. */
    ConfigKey orNull() {
        return new ConfigKey(path, shape, null, "null", about, acts, live, secrecy);
    }

    ConfigKey with(SecretRule other) {
        return new ConfigKey(path, shape, unset, open, about, acts, live, other);
    }

    ConfigKey in(Acts where) {
        return new ConfigKey(path, shape, unset, open, about, where, live, secrecy);
    }

    /** Returns this key, with changes applied by a running process. */
    ConfigKey alive() {
        return new ConfigKey(path, shape, unset, open, about, acts, true, secrecy);
    }

    /** Returns a description of the allowed values. */
    public String allowed() {
        String allowed = shape.allowed();
        if (secrecy == SecretRule.SECRET) {
            allowed = "a reference to a secret: ${NAME} or ${file:PATH}";
        }
        return open == null ? allowed : allowed + ", or " + open;
    }
}
