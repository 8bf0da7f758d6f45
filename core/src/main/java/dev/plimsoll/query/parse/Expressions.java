package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.Alternative;
import dev.plimsoll.query.eval.Binary;
import dev.plimsoll.query.eval.Bind;
import dev.plimsoll.query.eval.Comma;
import dev.plimsoll.query.eval.Function;
import dev.plimsoll.query.eval.Identity;
import dev.plimsoll.query.eval.Logic;
import dev.plimsoll.query.eval.Negate;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Operator;
import dev.plimsoll.query.eval.Pipe;
import dev.plimsoll.query.eval.Try;
import dev.plimsoll.query.eval.Update;
import dev.plimsoll.query.parse.Token.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Pipes, commas and operators, by how closely they bind. */
final class Expressions {

    /** How deep brackets may be nested. */
    private static final int MOST_DEPTH = 100;

    /** How many nodes may be nested. */
    private static final int MOST_HEIGHT = 250;

    private static final int LOOSEST = 1;

    private static final Map<String, Integer> BINDING = Map.ofEntries(
            Map.entry("//", LOOSEST),
            Map.entry("?//", LOOSEST),
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

    private static final Map<String, Operator> OPERATORS = Map.ofEntries(
            Map.entry("+", Operator.ADD),
            Map.entry("-", Operator.SUBTRACT),
            Map.entry("*", Operator.MULTIPLY),
            Map.entry("/", Operator.DIVIDE),
            Map.entry("%", Operator.REMAINDER),
            Map.entry("==", Operator.EQUAL),
            Map.entry("!=", Operator.UNEQUAL),
            Map.entry("<", Operator.LESS),
            Map.entry("<=", Operator.AT_MOST),
            Map.entry(">", Operator.GREATER),
            Map.entry(">=", Operator.AT_LEAST));

    private final Tokens tokens;
    private final Terms terms;
    private int depth;

    Expressions(Tokens tokens, Names names) {
        this.tokens = tokens;
        this.terms = new Terms(tokens, names, this);
    }

    /** The whole text. */
    Node whole(Scope scope) {
        if (tokens.at(Word.END)) {
            return new Identity();
        }
        Node all = pipe(scope);
        if (!tokens.at(Word.END)) {
            throw tokens.unexpected("an operator or the end");
        }
        return all;
    }

    /** The whole text, which is one definition. */
    Function only() {
        return defined(Scope.root()).function;
    }

    /** Everything up to a closing bracket, a semicolon or the end. */
    Node pipe(Scope outside) {
        enter();
        Scope scope = outside;
        while (tokens.at("def")) {
            scope = defined(scope).scope;
        }
        List<Node> stages = new ArrayList<>();
        stages.add(comma(scope));
        while (tokens.skip("|")) {
            stages.add(tokens.at("def") ? pipe(scope) : comma(scope));
        }
        Node all = stages.get(stages.size() - 1);
        for (int i = stages.size() - 2; i >= 0; i--) {
            all = checked(new Pipe(stages.get(i), all));
        }
        depth--;
        return all;
    }

    private void enter() {
        if (++depth > MOST_DEPTH) {
            throw tooDeep();
        }
    }

    Node nested(Supplier<Node> part) {
        enter();
        Node node = part.get();
        depth--;
        return node;
    }

    private RuntimeException tooDeep() {
        return tokens.fault(
                tokens.current().at(),
                "the expression is nested too deep (limit: " + MOST_DEPTH + " brackets, " + MOST_HEIGHT + " steps)",
                "write it flatter; loop with reduce or range instead of repeating yourself");
    }

    <T extends Node> T checked(T node) {
        if (node.height() > MOST_HEIGHT) {
            throw tooDeep();
        }
        return node;
    }

    private record Defined(Function function, Scope scope) {}

    /** {@code def name(parameters): body;} and the scope in which it is known. */
    private Defined defined(Scope scope) {
        tokens.expect("def", "here");
        if (!tokens.at(Word.NAME)) {
            throw tokens.unexpected("the name of a function");
        }
        String name = tokens.take().text();
        List<String> parameters = new ArrayList<>();
        if (tokens.skip("(")) {
            do {
                parameters.add(parameter());
            } while (tokens.skip(";"));
            tokens.expect(")", "after the parameters");
        }
        tokens.expect(":", "before the body of a function");
        Function function = new Function(name, parameters);
        Scope known = scope.function(function);
        Scope inside = known;
        for (String parameter : parameters) {
            inside = inside.argument(parameter.startsWith("$") ? parameter.substring(1) : parameter);
        }
        for (String parameter : parameters) {
            inside = parameter.startsWith("$") ? inside.variable(parameter.substring(1)) : inside;
        }
        function.body(pipe(inside));
        tokens.expect(";", "after the body of a function");
        return new Defined(function, known);
    }

    private String parameter() {
        if (!tokens.at(Word.NAME) && !tokens.at(Word.VARIABLE)) {
            throw tokens.unexpected("the name of a parameter");
        }
        Token token = tokens.take();
        return token.word() == Word.VARIABLE ? "$" + token.text() : token.text();
    }

    private Node comma(Scope scope) {
        Node first = operation(scope, LOOSEST);
        if (!tokens.at(",")) {
            return first;
        }
        List<Node> parts = new ArrayList<>();
        parts.add(first);
        while (tokens.skip(",")) {
            parts.add(operation(scope, LOOSEST));
        }
        return checked(new Comma(parts));
    }

    /** Operators that bind at least so closely. */
    Node operation(Scope scope, int closeness) {
        enter();
        Node left = unary(scope);
        while (true) {
            Token operator = tokens.current();
            int binding = operator.word() == Word.SYMBOL || operator.word() == Word.NAME
                    ? BINDING.getOrDefault(operator.text(), 0)
                    : 0;
            if (binding < closeness || binding == 0) {
                depth--;
                return left;
            }
            tokens.take();
            boolean toTheRight = binding == LOOSEST;
            Node right = operation(scope, toTheRight ? binding : binding + 1);
            left = checked(combined(operator.text(), left, right));
            if ((binding == 2 || binding == 5)
                    && BINDING.getOrDefault(tokens.current().text(), 0) == binding) {
                throw tokens.unexpected("brackets: '" + operator.text() + "' does not go on");
            }
        }
    }

    private static Node combined(String operator, Node left, Node right) {
        Operator simple = OPERATORS.get(operator);
        if (simple != null) {
            return new Binary(simple, left, right);
        }
        return switch (operator) {
            case "//" -> new Alternative(left, right);
            case "?//" -> new Alternative(new Try(left, null), right);
            case "and" -> new Logic(false, left, right);
            case "or" -> new Logic(true, left, right);
            case "=" -> Update.assign(left, right);
            case "|=" -> Update.modify(left, right);
            case "//=" -> Update.orElse(left, right);
            default -> Update.operate(arithmetic(operator), left, right);
        };
    }

    private static Operator arithmetic(String update) {
        return OPERATORS.getOrDefault(update.substring(0, 1), Operator.ADD);
    }

    private Node unary(Scope scope) {
        if (tokens.skip("-")) {
            enter();
            Node operand = unary(scope);
            depth--;
            return checked(new Negate(operand));
        }
        if (tokens.at("def")) {
            return pipe(scope);
        }
        Node term = terms.postfix(scope);
        if (!tokens.skip("as")) {
            return term;
        }
        return bind(term, scope);
    }

    private Node bind(Node source, Scope scope) {
        PatternReader.Read read = terms.patterns().read(scope);
        tokens.expect("|", "after a pattern");
        Node body = pipe(read.inside());
        return checked(new Bind(source, read.patterns(), body));
    }
}
