package dev.plimsoll.query.parse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Token of an expression. Unlike a {@link Token}, it can be a complete string.
 *
 * @param text text of a token; the value of a string
 */
record Lexeme(Token.Type type, String text) {

    /**
     * Returns the tokens of an expression; null if a string has an expression inside.
     *
     * @throws dev.plimsoll.model.RefusedException if the text has a character or an escape that is not allowed
     */
    static @Nullable List<Lexeme> read(String expression) {
        TokenReader reader = new TokenReader(expression);
        List<Lexeme> lexemes = new ArrayList<>();
        while (!reader.isAt(Token.Type.END)) {
            Token token = reader.current();
            String text = token.text();
            if (token.type() == Token.Type.QUOTE) {
                text = reader.readStringPart(token.offset());
                if (!reader.isAtStringEnd()) {
                    return null;
                }
            }
            lexemes.add(new Lexeme(token.type(), text));
            reader.next();
        }
        return lexemes;
    }

    boolean isString() {
        return type == Token.Type.QUOTE;
    }

    boolean isSymbol(String symbol) {
        return type == Token.Type.SYMBOL && text.equals(symbol);
    }

    /** Returns the text of the token in an expression. Not valid for strings. */
    String source() {
        return switch (type) {
            case FIELD -> "." + text;
            case VARIABLE -> "$" + text;
            case FORMAT -> "@" + text;
            default -> text;
        };
    }
}
