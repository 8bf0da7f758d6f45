package dev.plimsoll.gateway.config.key;

import dev.plimsoll.stored.StoredQueries;

/** Rule for the names of entries in a table. */
public enum NameRule {
    NAME("names", "1 to 20 of a-z, 0-9, and -", "^[a-z0-9-]{1,20}$") {

        @Override
        public boolean allows(String name) {
            boolean isValid = !name.isEmpty() && name.length() <= MAX_NAME_LENGTH;
            for (int i = 0; i < name.length() && isValid; i++) {
                char c = name.charAt(i);
                isValid = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
            }
            return isValid;
        }
    },
    GLOB("globs", "tool or server/tool, with * and ?", "^[^/]+(/[^/]+)?$") {

        @Override
        public boolean allows(String name) {
            int slash = name.indexOf('/');
            return !name.isEmpty() && slash == name.lastIndexOf('/') && slash != 0 && slash != name.length() - 1;
        }
    },
    VARIABLE("names", "1 to 64 letters, digits, and _, no digit first", "^[A-Za-z_][A-Za-z0-9_]{0,63}$") {

        @Override
        public boolean allows(String name) {
            return StoredQueries.isName(name);
        }
    },
    ACCESS("globs", "tool, server/tool, or server/URI, with * and ?", "^[^/]+(/.+)?$") {

        @Override
        public boolean allows(String name) {
            int slash = name.indexOf('/');
            return !name.isEmpty() && slash != 0 && (slash < 0 || slash < name.length() - 1);
        }
    },
    CALLER("globs", "the name of a caller, with * and ?", "^.+$") {

        @Override
        public boolean allows(String name) {
            return !name.isEmpty();
        }
    },
    ADDRESS("addresses", "a resource URI with * and ?; NAME: in front limits the rule to one server", "^\\S+$") {

        @Override
        public boolean allows(String name) {
            return !name.isEmpty() && name.chars().noneMatch(Character::isWhitespace);
        }
    };

    private static final int MAX_NAME_LENGTH = 20;

    private final String plural;
    private final String description;
    private final String pattern;

    NameRule(String plural, String description, String pattern) {
        this.plural = plural;
        this.description = description;
        this.pattern = pattern;
    }

    public abstract boolean allows(String name);

    String allowed() {
        return plural + " (" + description + ")";
    }

    public String description() {
        return description;
    }

    /** Returns the rule as a pattern for JSON Schema. */
    public String pattern() {
        return pattern;
    }
}
