package dev.plimsoll.query.parse;

/**
 * Token of an expression.
 *
 * @param type type of the token
 * @param text text without the prefix of its type: the dot of a field, the dollar sign of a variable
 * @param offset offset of its start
 */
record Token(Type type, String text, int offset) {

    enum Type {
        NUMBER,
        FIELD,
        NAME,
        VARIABLE,
        FORMAT,
        QUOTE,
        SYMBOL,
        END
    }

    boolean isSymbolOrName(String symbolOrName) {
        return (type == Type.SYMBOL || type == Type.NAME) && text.equals(symbolOrName);
    }

    /** Returns the token for messages. */
    String describe() {
        return switch (type) {
            case END -> "end";
            case QUOTE -> "a string";
            case FIELD -> "'." + text + "'";
            case VARIABLE -> "'$" + text + "'";
            case FORMAT -> "'@" + text + "'";
            default -> "'" + text + "'";
        };
    }
}
