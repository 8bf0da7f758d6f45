package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.Node;

/** Text in, what runs out. */
public final class Parser {

    private static final int MOST_CHARACTERS = 20_000;

    private Parser() {}

    public static Node parse(String expression) {
        if (expression.length() > MOST_CHARACTERS) {
            throw new Faults(expression)
                    .at(
                            MOST_CHARACTERS,
                            "an expression has at most " + MOST_CHARACTERS + " characters, this one "
                                    + expression.length() + ": too long",
                            "ask for less at once");
        }
        Tokens tokens = new Tokens(expression);
        return new Expressions(tokens, new Names(tokens)).whole(Scope.root());
    }
}
