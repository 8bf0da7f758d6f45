package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.setting.SettingType;

/** Shape of a key's value. */
public sealed interface KeyShape {

    /** Returns a description of the allowed values. */
    String allowed();

    /** A single value. */
    record One(SettingType<?> settingType) implements KeyShape {

        @Override
        public String allowed() {
            return settingType.allowed();
        }
    }

    /** A list of values of one type. */
    record Many(SettingType<String> settingType) implements KeyShape {

        @Override
        public String allowed() {
            return "a list, each " + settingType.allowed();
        }
    }

    /** A program, alone or with its arguments. */
    record Command() implements KeyShape {

        @Override
        public String allowed() {
            return "a program, or a list of a program and its arguments";
        }
    }

    /** A map from any names to texts. */
    record TextMap() implements KeyShape {

        @Override
        public String allowed() {
            return "a map from names to texts";
        }
    }

    /** Named entries that have their own keys. */
    record Table(NameRule nameRule, KeyScope scope) implements KeyShape {

        @Override
        public String allowed() {
            return "a map from " + nameRule.allowed() + " to their settings";
        }
    }

    /** Unnamed entries that have their own keys. */
    record Rows(KeyScope scope) implements KeyShape {

        @Override
        public String allowed() {
            return "a list of maps";
        }
    }
}
