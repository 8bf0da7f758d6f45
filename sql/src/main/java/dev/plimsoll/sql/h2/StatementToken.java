package dev.plimsoll.sql.h2;

import java.util.Locale;

/**
 * Token of a statement.
 *
 * @param text the token; a name or text without its quotes
 * @param position index of its first character in the statement
 */
record StatementToken(Type type, String text, int position) {

    enum Type {
        NAME,
        QUOTED_NAME,
        TEXT,
        NUMBER,
        SYMBOL
    }

    /** Returns whether the token is this symbol or keyword. */
    boolean is(String symbolOrKeyword) {
        return (type == Type.SYMBOL || type == Type.NAME) && text.equalsIgnoreCase(symbolOrKeyword);
    }

    boolean isName() {
        return type == Type.NAME || type == Type.QUOTED_NAME;
    }

    /** Returns the name in upper case if it is not quoted; otherwise an empty string. */
    String keyword() {
        return type == Type.NAME ? text.toUpperCase(Locale.ROOT) : "";
    }
}
