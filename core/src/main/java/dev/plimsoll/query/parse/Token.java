package dev.plimsoll.query.parse;

/**
 * Token of an expression.
 *
 * @param word type of the token
 * @param text text without the prefix of its type: the dot of a field, the dollar sign of a variable
 * @param at offset of its start
 */
record Token(Word word, String text, int at) {

    enum Word {
        NUMBER,
        FIELD,
        NAME,
        VARIABLE,
        FORMAT,
        QUOTE,
        SYMBOL,
        END
    }

    boolean is(String symbolOrName) {
        return (word == Word.SYMBOL || word == Word.NAME) && text.equals(symbolOrName);
    }

    /** Returns the token for messages. */
    String shown() {
        return switch (word) {
            case END -> "the end";
            case QUOTE -> "a string";
            case FIELD -> "'." + text + "'";
            case VARIABLE -> "'$" + text + "'";
            case FORMAT -> "'@" + text + "'";
            default -> "'" + text + "'";
        };
    }
}
