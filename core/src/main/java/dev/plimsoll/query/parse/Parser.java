package dev.plimsoll.query.parse;

import dev.plimsoll.query.function.FunctionLibrary;
import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.QueryNode;
import java.util.Collection;
import java.util.Set;

/** Parses expressions into nodes. */
public final class Parser {

    private static final int MAX_CHARACTERS = 20_000;

    private static final Set<String> KEYWORDS = Set.of(
            "and", "as", "catch", "def", "elif", "else", "end", "foreach", "false", "if", "label", "break", "not",
            "null", "or", "reduce", "then", "true", "try", "__loc__");

    private Parser() {}

    /** Returns whether a name is a keyword. */
    public static boolean isKeyword(String name) {
        return KEYWORDS.contains(name);
    }

    /** Parsed expression with the positions of its nodes. */
    public record Parsed(QueryNode node, NodePositions positions) {}

    /**
     * Parses an expression.
     *
     * @param variables variables that have a value before the run, the outermost first
     */
    public static Parsed parse(String expression, Collection<String> variables) {
        return parse(expression, variables, new FunctionLibrary());
    }

    /** Parses an expression that may also call tools. */
    public static Parsed parseProgram(String expression, Collection<String> variables) {
        return parse(expression, variables, FunctionLibrary.forPrograms());
    }

    private static Parsed parse(String expression, Collection<String> variables, FunctionLibrary functionLibrary) {
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
        QueryNode node = new ExpressionParser(tokenReader, new NameResolver(tokenReader, functionLibrary), positions)
                .parseAll(nameScope);
        return new Parsed(node, positions);
    }
}
