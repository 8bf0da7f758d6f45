package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.QueryNode;

/** Parses expressions into nodes. */
public final class Parser {

    private static final int MOST_CHARACTERS = 20_000;

    private Parser() {}

    public static QueryNode parse(String expression) {
        if (expression.length() > MOST_CHARACTERS) {
            throw new SyntaxErrors(expression)
                    .at(
                            MOST_CHARACTERS,
                            "an expression has at most " + MOST_CHARACTERS + " characters, this one "
                                    + expression.length() + ": too long",
                            "ask for less at once");
        }
        TokenReader tokenReader = new TokenReader(expression);
        return new ExpressionParser(tokenReader, new NameTable(tokenReader)).whole(NameScope.root());
    }
}
