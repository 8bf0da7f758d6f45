package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.NodePositions;
import dev.plimsoll.query.node.OperatorNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryFunction;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.QueryOperator;
import dev.plimsoll.query.node.UpdateNode;
import dev.plimsoll.query.value.QueryMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Parses pipes, commas, and operators by precedence. */
final class ExpressionParser {

    /** Maximum nesting of brackets. */
    private static final int MAX_DEPTH = 100;

    private static final int LOWEST_PRECEDENCE = 1;

    private static final Map<String, Integer> PRECEDENCE = Map.ofEntries(
            Map.entry("//", LOWEST_PRECEDENCE),
            Map.entry("?//", LOWEST_PRECEDENCE),
            Map.entry("=", 2),
            Map.entry("|=", 2),
            Map.entry("+=", 2),
            Map.entry("-=", 2),
            Map.entry("*=", 2),
            Map.entry("/=", 2),
            Map.entry("%=", 2),
            Map.entry("//=", 2),
            Map.entry("or", 3),
            Map.entry("and", 4),
            Map.entry("==", 5),
            Map.entry("!=", 5),
            Map.entry("<", 5),
            Map.entry("<=", 5),
            Map.entry(">", 5),
            Map.entry(">=", 5),
            Map.entry("+", 6),
            Map.entry("-", 6),
            Map.entry("*", 7),
            Map.entry("/", 7),
            Map.entry("%", 7));

    private static final Map<String, QueryOperator> OPERATORS = Map.ofEntries(
            Map.entry("or", QueryOperator.OR),
            Map.entry("and", QueryOperator.AND),
            Map.entry("+", QueryOperator.ADD),
            Map.entry("-", QueryOperator.SUBTRACT),
            Map.entry("*", QueryOperator.MULTIPLY),
            Map.entry("/", QueryOperator.DIVIDE),
            Map.entry("%", QueryOperator.REMAINDER),
            Map.entry("==", QueryOperator.EQUAL),
            Map.entry("!=", QueryOperator.NOT_EQUAL),
            Map.entry("<", QueryOperator.LESS),
            Map.entry("<=", QueryOperator.LESS_OR_EQUAL),
            Map.entry(">", QueryOperator.GREATER),
            Map.entry(">=", QueryOperator.GREATER_OR_EQUAL));

    private final TokenReader tokenReader;
    private final TermParser termParser;
    private final NodePositions nodePositions;
    private int depth;

    ExpressionParser(TokenReader tokenReader, NameResolver nameResolver, NodePositions nodePositions) {
        this.tokenReader = tokenReader;
        this.nodePositions = nodePositions;
        this.termParser = new TermParser(tokenReader, nameResolver, this);
    }

    /** Parses the complete text. */
    QueryNode parseAll(NameScope nameScope) {
        if (tokenReader.isAt(Token.Type.END)) {
            return new PathNode.Identity();
        }
        QueryNode expression = parsePipe(nameScope);
        if (!tokenReader.isAt(Token.Type.END)) {
            throw tokenReader.unexpected("an operator or the end");
        }
        return expression;
    }

    /** Parses the complete text as one definition. */
    QueryFunction parseDefinition() {
        return parseFunction(NameScope.root()).function;
    }

    /** Parses up to a closing bracket, a semicolon, or the end. */
    QueryNode parsePipe(NameScope outerScope) {
        enter();
        int start = tokenReader.current().offset();
        NameScope nameScope = outerScope;
        while (tokenReader.isAt("def")) {
            nameScope = parseFunction(nameScope).scope;
        }
        List<QueryNode> stages = new ArrayList<>();
        stages.add(parseComma(nameScope));
        while (tokenReader.skip("|")) {
            stages.add(tokenReader.isAt("def") ? parsePipe(nameScope) : parseComma(nameScope));
        }
        QueryNode pipe = stages.get(stages.size() - 1);
        for (int i = stages.size() - 2; i >= 0; i--) {
            pipe = checkDepth(new ControlNode.Pipe(stages.get(i), pipe));
        }
        depth--;
        return recordPosition(pipe, start);
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw depthError();
        }
    }

    QueryNode parseNested(Supplier<QueryNode> part) {
        enter();
        QueryNode queryNode = part.get();
        depth--;
        return queryNode;
    }

    private RuntimeException depthError() {
        return tokenReader.error(
                tokenReader.current().offset(),
                "the expression is nested too deeply (limit: " + MAX_DEPTH + " brackets, about 250 steps)",
                "use fewer brackets; loop with reduce or range instead of repeating steps");
    }

    /** Records the position of a node, from an offset to the end of the previous token. Returns the node. */
    <T extends QueryNode> T recordPosition(T node, int from) {
        nodePositions.add(node, from, tokenReader.endOfPrevious());
        return node;
    }

    /** Checks that the evaluation of a node does not need too much stack. Returns the node. */
    <T extends QueryNode> T checkDepth(T node) {
        if (node.traits().height(true) > QueryMeter.MAX_DEPTH) {
            throw depthError();
        }
        return node;
    }

    private record Definition(QueryFunction function, NameScope scope) {}

    /** Parses {@code def name(parameters): body;} and returns it with its scope. */
    private Definition parseFunction(NameScope nameScope) {
        tokenReader.expect("def", "here");
        if (!tokenReader.isAt(Token.Type.NAME)) {
            throw tokenReader.unexpected("the name of a function");
        }
        String name = tokenReader.next().text();
        List<String> parameters = new ArrayList<>();
        if (tokenReader.skip("(")) {
            do {
                parameters.add(parseParameter());
            } while (tokenReader.skip(";"));
            tokenReader.expect(")", "after the parameters");
        }
        tokenReader.expect(":", "before the body of a function");
        QueryFunction queryFunction = new QueryFunction(name, parameters);
        NameScope scopeAfter = nameScope.withFunction(queryFunction);
        NameScope bodyScope = scopeAfter;
        for (String parameter : parameters) {
            bodyScope = bodyScope.withArgument(parameter.startsWith("$") ? parameter.substring(1) : parameter);
        }
        for (String parameter : parameters) {
            bodyScope = parameter.startsWith("$") ? bodyScope.withVariable(parameter.substring(1)) : bodyScope;
        }
        queryFunction.setBody(parsePipe(bodyScope));
        tokenReader.expect(";", "after the body of a function");
        return new Definition(queryFunction, scopeAfter);
    }

    private String parseParameter() {
        if (!tokenReader.isAt(Token.Type.NAME) && !tokenReader.isAt(Token.Type.VARIABLE)) {
            throw tokenReader.unexpected("the name of a parameter");
        }
        Token token = tokenReader.next();
        return token.type() == Token.Type.VARIABLE ? "$" + token.text() : token.text();
    }

    private QueryNode parseComma(NameScope nameScope) {
        int start = tokenReader.current().offset();
        QueryNode first = parseOperation(nameScope, LOWEST_PRECEDENCE);
        if (!tokenReader.isAt(",")) {
            return first;
        }
        List<QueryNode> parts = new ArrayList<>();
        parts.add(first);
        while (tokenReader.skip(",")) {
            parts.add(parseOperation(nameScope, LOWEST_PRECEDENCE));
        }
        return recordPosition(checkDepth(new ControlNode.Comma(parts)), start);
    }

    /** Parses operators of at least this precedence. */
    QueryNode parseOperation(NameScope nameScope, int minPrecedence) {
        enter();
        int start = tokenReader.current().offset();
        QueryNode left = parseUnary(nameScope);
        while (true) {
            Token operator = tokenReader.current();
            int precedence = operator.type() == Token.Type.SYMBOL || operator.type() == Token.Type.NAME
                    ? PRECEDENCE.getOrDefault(operator.text(), 0)
                    : 0;
            if (precedence < minPrecedence || precedence == 0) {
                depth--;
                return left;
            }
            tokenReader.next();
            boolean isRightAssociative = precedence == LOWEST_PRECEDENCE;
            QueryNode right = parseOperation(nameScope, isRightAssociative ? precedence : precedence + 1);
            left = recordPosition(checkDepth(createOperation(operator.text(), left, right)), start);
            // assignments and comparisons
            if ((precedence == 2 || precedence == 5)
                    && PRECEDENCE.getOrDefault(tokenReader.current().text(), 0) == precedence) {
                throw tokenReader.unexpected("brackets: '" + operator.text() + "' cannot be chained");
            }
        }
    }

    private static QueryNode createOperation(String operator, QueryNode left, QueryNode right) {
        QueryOperator binaryOperator = OPERATORS.get(operator);
        if (binaryOperator != null) {
            return new OperatorNode.Binary(binaryOperator, left, right);
        }
        return switch (operator) {
            case "//" -> new OperatorNode.Alternative(left, right);
            case "?//" -> new OperatorNode.Alternative(new ControlNode.Try(left), right);
            case "=" -> new UpdateNode.Assign(left, right, UpdateNode.Combiner.REPLACE);
            case "|=" -> new UpdateNode.Modify(left, right);
            case "//=" -> new UpdateNode.Assign(left, right, UpdateNode.Combiner.KEEP_IF_TRUE);
            default -> new UpdateNode.Assign(left, right, arithmeticOperator(operator));
        };
    }

    private static QueryOperator arithmeticOperator(String update) {
        return OPERATORS.getOrDefault(update.substring(0, 1), QueryOperator.ADD);
    }

    private QueryNode parseUnary(NameScope nameScope) {
        int start = tokenReader.current().offset();
        if (tokenReader.skip("-")) {
            enter();
            QueryNode operand = parseUnary(nameScope);
            depth--;
            return recordPosition(checkDepth(new OperatorNode.Negate(operand)), start);
        }
        if (tokenReader.isAt("def")) {
            return parsePipe(nameScope);
        }
        QueryNode term = termParser.parsePostfix(nameScope);
        if (!tokenReader.skip("as")) {
            return term;
        }
        return recordPosition(parseBinding(term, nameScope), start);
    }

    private QueryNode parseBinding(QueryNode source, NameScope nameScope) {
        PatternParser.ScopedPattern pattern = termParser.patterns().parse(nameScope);
        tokenReader.expect("|", "after a pattern");
        QueryNode body = parsePipe(pattern.innerScope());
        return checkDepth(new ControlNode.Bind(source, pattern.pattern(), body));
    }
}
