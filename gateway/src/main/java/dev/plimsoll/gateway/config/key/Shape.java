package dev.plimsoll.gateway.config.key;

import dev.plimsoll.policy.Form;

/** What stands behind a key. */
public sealed interface Shape {

    /** In words, what may be written. */
    String allowed();

    /** One value. */
    record One(Form<?> form) implements Shape {

        @Override
        public String allowed() {
            return form.allowed();
        }
    }

    /** A list of values of one form. */
    record Many(Form<String> form) implements Shape {

        @Override
        public String allowed() {
            return "a list, each " + form.allowed();
        }
    }

    /** A program, alone or with its arguments. */
    record Command() implements Shape {

        @Override
        public String allowed() {
            return "a program, or a list of a program and its arguments";
        }
    }

    /** Names and texts, both free. */
    record TextMap() implements Shape {

        @Override
        public String allowed() {
            return "a map from names to texts";
        }
    }

    /** Named things that have keys of their own. */
    record Table(Naming naming, Scope scope) implements Shape {

        @Override
        public String allowed() {
            return "a map from " + naming.allowed() + " to what is set for it";
        }
    }

    /** Nameless things that have keys of their own. */
    record Rows(Scope scope) implements Shape {

        @Override
        public String allowed() {
            return "a list of maps";
        }
    }
}
