package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.SettingType;
import dev.plimsoll.policy.PolicyKey;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set.
 *
 * @param path within its scope
 * @param unset the default as it may be written; null where there is none
 * @param open the word that stands for "not set" where that has a meaning of its own
 * @param acts in which command it has an effect
 * @param live whether a process that runs takes a change of it; else it holds from the next start on
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

    /** The commands that a key may act in. */
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
        return new ConfigKey(path, new KeyShape.One(settingType), unset, null, about, Acts.BOTH, false, SecretRule.OPEN);
    }

    static <T> ConfigKey of(PolicyKey<T> key) {
        T unset = key.unset();
        String open = unset == null ? key.unsetText() : null;
        String text = unset == null ? null : key.unsetText();
        return new ConfigKey(key.name(), new KeyShape.One(key.form()), text, open, key.about(), Acts.BOTH, false, SecretRule.OPEN);
    }

    /** The same as a ceiling: where it is not set there is none. */
    static ConfigKey ceiling(PolicyKey<?> key) {
        String about = "at most this much, as in policy";
        return of(key.name(), key.form(), null, key.form().kind() == SettingType.Kind.CHOICE ? key.about() : about)
                .orNull();
    }

    /** The same key below a section. */
    ConfigKey under(String section) {
        return new ConfigKey(section.concat(".").concat(path), shape, unset, open, about, acts, live, secrecy);
    }

    /** The same key, which may be left open. */
    ConfigKey orNull() {
        return new ConfigKey(path, shape, null, "null", about, acts, live, secrecy);
    }

    ConfigKey with(SecretRule other) {
        return new ConfigKey(path, shape, unset, open, about, acts, live, other);
    }

    ConfigKey in(Acts where) {
        return new ConfigKey(path, shape, unset, open, about, where, live, secrecy);
    }

    /** The same key, which a process that runs takes changes of. */
    ConfigKey alive() {
        return new ConfigKey(path, shape, unset, open, about, acts, true, secrecy);
    }

    /** In words, what may be written. */
    public String allowed() {
        String allowed = shape.allowed();
        if (secrecy == SecretRule.SECRET) {
            allowed = "a reference to a secret: ${NAME} or ${file:PATH}";
        }
        return open == null ? allowed : allowed + ", or " + open;
    }
}
