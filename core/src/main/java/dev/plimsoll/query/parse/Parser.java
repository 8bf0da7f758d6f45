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
                            "too long: an expression has at most " + MOST_CHARACTERS + " characters, got "
                                    + expression.length(),
                            "split the query");
        }
        TokenReader tokenReader = new TokenReader(expression);
        return new ExpressionParser(tokenReader, new NameTable(tokenReader)).whole(NameScope.root());
    }
}
