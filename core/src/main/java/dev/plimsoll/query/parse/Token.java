package dev.plimsoll.query.parse;

/**
 * One word of an expression.
 *
 * @param word what kind of word
 * @param text without what marks its kind: the dot of a field, the dollar of a variable
 * @param at where it begins
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

    /** For messages. */
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
