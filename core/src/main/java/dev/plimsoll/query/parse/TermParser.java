package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.FoldNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.StringValue;
import java.util.ArrayList;
import java.util.List;

/** Parses terms, the operands of operators: paths, constructions, calls, and control structures. */
final class TermParser {

    private final TokenReader tokenReader;
    private final NameResolver nameResolver;
    private final ExpressionParser expressionParser;
    private final ObjectParser objects;
    private final PatternParser patterns;

    TermParser(TokenReader tokenReader, NameResolver nameResolver, ExpressionParser expressionParser) {
        this.tokenReader = tokenReader;
        this.nameResolver = nameResolver;
        this.expressionParser = expressionParser;
        this.objects = new ObjectParser(tokenReader, expressionParser, this);
        this.patterns = new PatternParser(tokenReader, expressionParser, this);
    }

    NameResolver names() {
        return nameResolver;
    }

    PatternParser patterns() {
        return patterns;
    }

    /** Parses a term and the steps after it. */
    QueryNode parsePostfix(NameScope nameScope) {
        int start = tokenReader.current().offset();
        QueryNode term = expressionParser.recordPosition(parsePrimary(nameScope), start);
        while (true) {
            if (tokenReader.isAt(Token.Type.FIELD)) {
                term = parseField(term, StringValue.of(tokenReader.next().text()));
            } else if (tokenReader.isAt(".")) {
                tokenReader.next();
                term = tokenReader.isAt(Token.Type.QUOTE)
                        ? parseQuotedField(term, nameScope)
                        : parseBracket(term, nameScope);
            } else if (tokenReader.isAt("[")) {
                term = parseBracket(term, nameScope);
            } else if (tokenReader.skip("?")) {
                term = new ControlNode.Try(term);
            } else {
                return term;
            }
            expressionParser.recordPosition(expressionParser.checkDepth(term), start);
        }
    }

    private QueryNode parseQuotedField(QueryNode term, NameScope nameScope) {
        QueryNode name = parseString(StringFormat.TEXT, nameScope);
        return name instanceof ValueNode.Literal literalNode && literalNode.value() instanceof StringValue s
                ? parseField(term, s)
                : new PathNode.Index(term, name, tokenReader.skip("?"));
    }

    private QueryNode parseBracket(QueryNode term, NameScope nameScope) {
        tokenReader.expect("[", "after a dot");
        if (tokenReader.skip("]")) {
            return tokenReader.skip("?")
                    ? new ControlNode.Pipe(term, new ControlNode.Try(new PathNode.Iterate(new PathNode.Identity())))
                    : new PathNode.Iterate(term);
        }
        if (tokenReader.skip(":")) {
            QueryNode to = expressionParser.parsePipe(nameScope);
            tokenReader.expect("]", "after a range");
            return new PathNode.Slice(term, nullLiteral(), to, tokenReader.skip("?"));
        }
        QueryNode key = expressionParser.parsePipe(nameScope);
        if (tokenReader.skip(":")) {
            QueryNode to = tokenReader.isAt("]") ? nullLiteral() : expressionParser.parsePipe(nameScope);
            tokenReader.expect("]", "after a range");
            return new PathNode.Slice(term, key, to, tokenReader.skip("?"));
        }
        tokenReader.expect("]", "after an index");
        return key instanceof ValueNode.Literal literalNode && literalNode.value() instanceof StringValue s
                ? parseField(term, s)
                : new PathNode.Index(term, key, tokenReader.skip("?"));
    }

    private static QueryNode nullLiteral() {
        return new ValueNode.Literal(ConstantValue.NULL);
    }

    /** Parses a field step. A question mark right after it applies to this step only. */
    private QueryNode parseField(QueryNode term, StringValue name) {
        return tokenReader.skip("?")
                ? new ControlNode.Pipe(term, new ControlNode.Try(new PathNode.Field(new PathNode.Identity(), name)))
                : new PathNode.Field(term, name);
    }

    private QueryNode parsePrimary(NameScope nameScope) {
        Token token = tokenReader.current();
        return switch (token.type()) {
            case NUMBER -> new ValueNode.Literal(toNumber(tokenReader.next()));
            case QUOTE -> parseString(StringFormat.TEXT, nameScope);
            case FIELD ->
                parseField(
                        new PathNode.Identity(),
                        StringValue.of(tokenReader.next().text()));
            case VARIABLE -> parseVariable(tokenReader.next(), nameScope);
            case FORMAT -> parseFormat(tokenReader.next(), nameScope);
            case NAME -> parseNamed(nameScope);
            default -> parseSymbol(nameScope);
        };
    }

    private static NumberValue toNumber(Token token) {
        return NumberLiterals.parse(token.text());
    }

    /** Parses a term that begins with a dot or a bracket. */
    private QueryNode parseSymbol(NameScope nameScope) {
        if (tokenReader.skip("..")) {
            return new PathNode.Recurse();
        }
        if (tokenReader.isAt(".")) {
            tokenReader.next();
            QueryNode input = new PathNode.Identity();
            return tokenReader.isAt(Token.Type.QUOTE) ? parseQuotedField(input, nameScope) : input;
        }
        if (tokenReader.skip("(")) {
            QueryNode body = expressionParser.parsePipe(nameScope);
            tokenReader.expect(")", "after an expression");
            return body;
        }
        if (tokenReader.skip("[")) {
            if (tokenReader.skip("]")) {
                return new ValueNode.Literal(ListArrayValue.of());
            }
            QueryNode body = expressionParser.parsePipe(nameScope);
            tokenReader.expect("]", "after the items of an array");
            return new ValueNode.ArrayConstruction(body);
        }
        if (tokenReader.skip("{")) {
            return objects.parse(nameScope);
        }
        throw tokenReader.unexpected("an expression");
    }

    private QueryNode parseVariable(Token token, NameScope nameScope) {
        return new ValueNode.Variable(nameResolver.resolveVariable(token, nameScope));
    }

    private QueryNode parseFormat(Token token, NameScope nameScope) {
        StringFormat stringFormat = nameResolver.getFormat(token);
        return tokenReader.isAt(Token.Type.QUOTE)
                ? parseString(stringFormat, nameScope)
                : nameResolver.createFormatCall(stringFormat);
    }

    private QueryNode parseNamed(NameScope nameScope) {
        Token token = tokenReader.next();
        return switch (token.text()) {
            case "if" -> parseIf(nameScope);
            case "try" -> parseTry(nameScope);
            case "reduce" -> parseReduce(nameScope);
            case "foreach" -> parseForeach(nameScope);
            case "label" -> parseLabel(nameScope);
            case "break" -> parseBreak(nameScope);
            default -> parseCall(token, nameScope);
        };
    }

    private QueryNode parseCall(Token name, NameScope nameScope) {
        List<QueryNode> arguments = new ArrayList<>();
        if (nameResolver.isReserved(name.text())) {
            throw tokenReader.error(name.offset(), "unexpected " + name.describe(), "check the text before it");
        }
        if (tokenReader.skip("(")) {
            do {
                arguments.add(expressionParser.parsePipe(nameScope));
            } while (tokenReader.skip(";"));
            if (tokenReader.isAt(",")) {
                throw tokenReader.unexpected("';' between arguments");
            }
            tokenReader.expect(")", "after the arguments");
        }
        return expressionParser.checkDepth(nameResolver.createCall(name, arguments, nameScope));
    }

    private QueryNode parseIf(NameScope nameScope) {
        QueryNode condition = expressionParser.parsePipe(nameScope);
        tokenReader.expect("then", "after a condition");
        QueryNode thenBranch = expressionParser.parsePipe(nameScope);
        QueryNode elseBranch = new PathNode.Identity();
        if (tokenReader.skip("elif")) {
            elseBranch = expressionParser.parseNested(() -> parseIf(nameScope));
            return expressionParser.checkDepth(new ControlNode.If(condition, thenBranch, elseBranch));
        }
        if (tokenReader.skip("else")) {
            elseBranch = expressionParser.parsePipe(nameScope);
        }
        tokenReader.expect("end", "after if");
        return expressionParser.checkDepth(new ControlNode.If(condition, thenBranch, elseBranch));
    }

    private QueryNode parseTry(NameScope nameScope) {
        QueryNode body = expressionParser.parseNested(() -> parseTryPart(nameScope));
        return expressionParser.checkDepth(
                tokenReader.skip("catch")
                        ? new ControlNode.Try(body, expressionParser.parseNested(() -> parseTryPart(nameScope)))
                        : new ControlNode.Try(body));
    }

    private QueryNode parseTryPart(NameScope nameScope) {
        // no operator has the maximum precedence, so only the minus and its operand are parsed
        return tokenReader.isAt("-")
                ? expressionParser.parseOperation(nameScope, Integer.MAX_VALUE)
                : parsePostfix(nameScope);
    }

    private QueryNode parseReduce(NameScope nameScope) {
        QueryNode source = expressionParser.parseNested(() -> parsePostfix(nameScope));
        tokenReader.expect("as", "after the source of reduce");
        PatternParser.ScopedPattern pattern = patterns.parse(nameScope);
        tokenReader.expect("(", "before the initial value of reduce");
        QueryNode init = expressionParser.parsePipe(nameScope);
        tokenReader.expect(";", "after the initial value of reduce");
        QueryNode update = expressionParser.parsePipe(pattern.innerScope());
        tokenReader.expect(")", "after reduce");
        return expressionParser.checkDepth(FoldNode.Fold.reduce(source, pattern.pattern(), init, update));
    }

    private QueryNode parseForeach(NameScope nameScope) {
        QueryNode source = expressionParser.parseNested(() -> parsePostfix(nameScope));
        tokenReader.expect("as", "after the source of foreach");
        PatternParser.ScopedPattern pattern = patterns.parse(nameScope);
        tokenReader.expect("(", "before the initial value of foreach");
        QueryNode init = expressionParser.parsePipe(nameScope);
        tokenReader.expect(";", "after the initial value of foreach");
        QueryNode update = expressionParser.parsePipe(pattern.innerScope());
        QueryNode extract =
                tokenReader.skip(";") ? expressionParser.parsePipe(pattern.innerScope()) : new PathNode.Identity();
        tokenReader.expect(")", "after foreach");
        return expressionParser.checkDepth(FoldNode.Fold.foreach(source, pattern.pattern(), init, update, extract));
    }

    private QueryNode parseLabel(NameScope nameScope) {
        if (!tokenReader.isAt(Token.Type.VARIABLE)) {
            throw tokenReader.unexpected("a label: $name");
        }
        String name = tokenReader.next().text();
        tokenReader.expect("|", "after a label");
        return expressionParser.checkDepth(
                new ControlNode.Label(expressionParser.parsePipe(nameScope.withLabel(name))));
    }

    private QueryNode parseBreak(NameScope nameScope) {
        if (!tokenReader.isAt(Token.Type.VARIABLE)) {
            throw tokenReader.unexpected("a label to break to: $name");
        }
        Token name = tokenReader.next();
        int hops = nameScope.hopsToLabel(name.text());
        if (hops < 0) {
            throw tokenReader.error(
                    name.offset(),
                    "there is no label " + name.describe(),
                    "put label " + "$" + name.text() + " | before it");
        }
        return new ControlNode.Break(hops);
    }

    /** Parses a string with its expressions. The current token is its opening quote. */
    QueryNode parseString(StringFormat stringFormat, NameScope nameScope) {
        int opening = tokenReader.current().offset();
        List<QueryNode> parts = new ArrayList<>();
        parts.add(new ValueNode.Literal(StringValue.of(tokenReader.readStringPart(opening))));
        while (!tokenReader.isAtStringEnd()) {
            tokenReader.next();
            parts.add(expressionParser.parsePipe(nameScope));
            if (!tokenReader.isAt(")")) {
                throw tokenReader.unexpected("')' after an expression inside a string");
            }
            parts.add(new ValueNode.Literal(StringValue.of(tokenReader.readStringPart(opening))));
        }
        tokenReader.next();
        return parts.size() == 1
                ? parts.get(0)
                : expressionParser.checkDepth(new ValueNode.StringConstruction(stringFormat, parts));
    }
}
