package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.QueryNode;
import java.util.Collection;

/** Parses expressions into nodes. */
public final class Parser {

    private static final int MAX_CHARACTERS = 20_000;

    private Parser() {}

    /** Parsed expression with the positions of its nodes. */
    public record Parsed(QueryNode node, NodePositions positions) {}

    /**
     * Parses an expression.
     *
     * @param variables variables that have a value before the run, the outermost first
     */
    public static Parsed parse(String expression, Collection<String> variables) {
        if (expression.length() > MAX_CHARACTERS) {
            throw new SyntaxErrors(expression)
                    .create(
                            MAX_CHARACTERS,
                            "too long: an expression has at most " + MAX_CHARACTERS + " characters, got "
                                    + expression.length(),
                            "split the query");
        }
        TokenReader tokenReader = new TokenReader(expression);
        NodePositions positions = new NodePositions(expression);
        NameScope nameScope = NameScope.root();
        for (String variable : variables) {
            nameScope = nameScope.withVariable(variable);
        }
        QueryNode node = new ExpressionParser(tokenReader, new NameTable(tokenReader), positions).parseAll(nameScope);
        return new Parsed(node, positions);
    }
}
