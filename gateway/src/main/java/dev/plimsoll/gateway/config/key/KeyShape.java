package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.SettingType;

/** What stands behind a key. */
public sealed interface KeyShape {

    /** In words, what may be written. */
    String allowed();

    /** One value. */
    record One(SettingType<?> form) implements KeyShape {

        @Override
        public String allowed() {
            return form.allowed();
        }
    }

    /** A list of values of one form. */
    record Many(SettingType<String> form) implements KeyShape {

        @Override
        public String allowed() {
            return "a list, each " + form.allowed();
        }
    }

    /** A program, alone or with its arguments. */
    record Command() implements KeyShape {

        @Override
        public String allowed() {
            return "a program, or a list of a program and its arguments";
        }
    }

    /** Names and texts, both free. */
    record TextMap() implements KeyShape {

        @Override
        public String allowed() {
            return "a map from names to texts";
        }
    }

    /** Named things that have keys of their own. */
    record Table(NameRule naming, KeyScope scope) implements KeyShape {

        @Override
        public String allowed() {
            return "a map from " + naming.allowed() + " to what is set for it";
        }
    }

    /** Nameless things that have keys of their own. */
    record Rows(KeyScope scope) implements KeyShape {

        @Override
        public String allowed() {
            return "a list of maps";
        }
    }
}
