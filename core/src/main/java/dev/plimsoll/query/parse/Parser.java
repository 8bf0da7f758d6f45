package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.QueryNode;

/** Parses expressions into nodes. */
public final class Parser {

    private static final int MAX_CHARACTERS = 20_000;

    private Parser() {}

    public static QueryNode parse(String expression) {
        if (expression.length() > MAX_CHARACTERS) {
            throw new SyntaxErrors(expression)
                    .create(
                            MAX_CHARACTERS,
                            "too long: an expression has at most " + MAX_CHARACTERS + " characters, got "
                                    + expression.length(),
                            "split the query");
        }
        TokenReader tokenReader = new TokenReader(expression);
        return new ExpressionParser(tokenReader, new NameTable(tokenReader)).parseAll(NameScope.root());
    }
}
