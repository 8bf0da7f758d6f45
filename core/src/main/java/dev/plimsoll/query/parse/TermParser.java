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
    private final NameTable nameTable;
    private final ExpressionParser expressionParser;
    private final ObjectParser objects;
    private final PatternParser patterns;

    TermParser(TokenReader tokenReader, NameTable nameTable, ExpressionParser expressionParser) {
        this.tokenReader = tokenReader;
        this.nameTable = nameTable;
        this.expressionParser = expressionParser;
        this.objects = new ObjectParser(tokenReader, expressionParser, this);
        this.patterns = new PatternParser(tokenReader, expressionParser, this);
    }

    NameTable names() {
        return nameTable;
    }

    PatternParser patterns() {
        return patterns;
    }

    /** Parses a term and the steps after it. */
    QueryNode postfix(NameScope nameScope) {
        int start = tokenReader.current().offset();
        QueryNode term = expressionParser.placed(primary(nameScope), start);
        while (true) {
            if (tokenReader.isAt(Token.Type.FIELD)) {
                term = field(term, StringValue.of(tokenReader.next().text()));
            } else if (tokenReader.isAt(".")) {
                tokenReader.next();
                term = tokenReader.isAt(Token.Type.QUOTE) ? member(term, nameScope) : bracket(term, nameScope);
            } else if (tokenReader.isAt("[")) {
                term = bracket(term, nameScope);
            } else if (tokenReader.skip("?")) {
                term = new ControlNode.Try(term);
            } else {
                return term;
            }
            expressionParser.placed(expressionParser.checked(term), start);
        }
    }

    private QueryNode member(QueryNode term, NameScope nameScope) {
        QueryNode name = string(StringFormat.TEXT, nameScope);
        return name instanceof ValueNode.Literal literalNode && literalNode.value() instanceof StringValue s
                ? field(term, s)
                : new PathNode.Index(term, name, tokenReader.skip("?"));
    }

    private QueryNode bracket(QueryNode term, NameScope nameScope) {
        tokenReader.expect("[", "after a dot");
        if (tokenReader.skip("]")) {
            return tokenReader.skip("?")
                    ? new ControlNode.Pipe(term, new ControlNode.Try(new PathNode.Iterate(new PathNode.Identity())))
                    : new PathNode.Iterate(term);
        }
        if (tokenReader.skip(":")) {
            QueryNode to = expressionParser.pipe(nameScope);
            tokenReader.expect("]", "after a range");
            return new PathNode.Slice(term, nullLiteral(), to, tokenReader.skip("?"));
        }
        QueryNode key = expressionParser.pipe(nameScope);
        if (tokenReader.skip(":")) {
            QueryNode to = tokenReader.isAt("]") ? nullLiteral() : expressionParser.pipe(nameScope);
            tokenReader.expect("]", "after a range");
            return new PathNode.Slice(term, key, to, tokenReader.skip("?"));
        }
        tokenReader.expect("]", "after an index");
        return key instanceof ValueNode.Literal literalNode && literalNode.value() instanceof StringValue s
                ? field(term, s)
                : new PathNode.Index(term, key, tokenReader.skip("?"));
    }

    private static QueryNode nullLiteral() {
        return new ValueNode.Literal(ConstantValue.NULL);
    }

    /** Parses a field step. A question mark right after it applies to this step only. */
    private QueryNode field(QueryNode term, StringValue name) {
        return tokenReader.skip("?")
                ? new ControlNode.Pipe(term, new ControlNode.Try(new PathNode.Field(new PathNode.Identity(), name)))
                : new PathNode.Field(term, name);
    }

    private QueryNode primary(NameScope nameScope) {
        Token token = tokenReader.current();
        return switch (token.type()) {
            case NUMBER -> new ValueNode.Literal(number(tokenReader.next()));
            case QUOTE -> string(StringFormat.TEXT, nameScope);
            case FIELD ->
                field(new PathNode.Identity(), StringValue.of(tokenReader.next().text()));
            case VARIABLE -> variable(tokenReader.next(), nameScope);
            case FORMAT -> format(tokenReader.next(), nameScope);
            case NAME -> named(nameScope);
            default -> bracketed(nameScope);
        };
    }

    private static NumberValue number(Token token) {
        return NumberLiterals.parse(token.text());
    }

    private QueryNode bracketed(NameScope nameScope) {
        if (tokenReader.skip("..")) {
            return new PathNode.Recurse();
        }
        if (tokenReader.isAt(".")) {
            tokenReader.next();
            QueryNode input = new PathNode.Identity();
            return tokenReader.isAt(Token.Type.QUOTE) ? member(input, nameScope) : input;
        }
        if (tokenReader.skip("(")) {
            QueryNode inside = expressionParser.pipe(nameScope);
            tokenReader.expect(")", "after an expression");
            return inside;
        }
        if (tokenReader.skip("[")) {
            if (tokenReader.skip("]")) {
                return new ValueNode.Literal(ListArrayValue.of());
            }
            QueryNode inside = expressionParser.pipe(nameScope);
            tokenReader.expect("]", "after the items of an array");
            return new ValueNode.ArrayConstruction(inside);
        }
        if (tokenReader.skip("{")) {
            return objects.parse(nameScope);
        }
        throw tokenReader.unexpected("an expression");
    }

    private QueryNode variable(Token token, NameScope nameScope) {
        return new ValueNode.Variable(nameTable.resolveVariable(token, nameScope));
    }

    private QueryNode format(Token token, NameScope nameScope) {
        StringFormat stringFormat = nameTable.getFormat(token);
        return tokenReader.isAt(Token.Type.QUOTE)
                ? string(stringFormat, nameScope)
                : nameTable.createFormatCall(stringFormat);
    }

    private QueryNode named(NameScope nameScope) {
        Token token = tokenReader.next();
        return switch (token.text()) {
            case "if" -> condition(nameScope);
            case "try" -> attempt(nameScope);
            case "reduce" -> reduce(nameScope);
            case "foreach" -> foreach(nameScope);
            case "label" -> label(nameScope);
            case "break" -> breakOut(nameScope);
            default -> call(token, nameScope);
        };
    }

    private QueryNode call(Token name, NameScope nameScope) {
        List<QueryNode> arguments = new ArrayList<>();
        if (nameTable.isReserved(name.text())) {
            throw tokenReader.error(name.offset(), "unexpected " + name.describe(), "check the text before it");
        }
        if (tokenReader.skip("(")) {
            do {
                arguments.add(expressionParser.pipe(nameScope));
            } while (tokenReader.skip(";"));
            if (tokenReader.isAt(",")) {
                throw tokenReader.unexpected("';' between arguments");
            }
            tokenReader.expect(")", "after the arguments");
        }
        return expressionParser.checked(nameTable.createCall(name, arguments, nameScope));
    }

    private QueryNode condition(NameScope nameScope) {
        QueryNode condition = expressionParser.pipe(nameScope);
        tokenReader.expect("then", "after a condition");
        QueryNode yes = expressionParser.pipe(nameScope);
        QueryNode no = new PathNode.Identity();
        if (tokenReader.skip("elif")) {
            no = expressionParser.nested(() -> condition(nameScope));
            return expressionParser.checked(new ControlNode.If(condition, yes, no));
        }
        if (tokenReader.skip("else")) {
            no = expressionParser.pipe(nameScope);
        }
        tokenReader.expect("end", "after if");
        return expressionParser.checked(new ControlNode.If(condition, yes, no));
    }

    private QueryNode attempt(NameScope nameScope) {
        QueryNode body = expressionParser.nested(() -> tryPart(nameScope));
        return expressionParser.checked(
                tokenReader.skip("catch")
                        ? new ControlNode.Try(body, expressionParser.nested(() -> tryPart(nameScope)))
                        : new ControlNode.Try(body));
    }

    private QueryNode tryPart(NameScope nameScope) {
        return tokenReader.isAt("-") ? expressionParser.operation(nameScope, Integer.MAX_VALUE) : postfix(nameScope);
    }

    private QueryNode reduce(NameScope nameScope) {
        QueryNode source = expressionParser.nested(() -> postfix(nameScope));
        tokenReader.expect("as", "after the source of reduce");
        PatternParser.ScopedPattern pattern = patterns.parse(nameScope);
        tokenReader.expect("(", "before the initial value of reduce");
        QueryNode init = expressionParser.pipe(nameScope);
        tokenReader.expect(";", "after the initial value of reduce");
        QueryNode update = expressionParser.pipe(pattern.inside());
        tokenReader.expect(")", "after reduce");
        return expressionParser.checked(FoldNode.Fold.reduce(source, pattern.pattern(), init, update));
    }

    private QueryNode foreach(NameScope nameScope) {
        QueryNode source = expressionParser.nested(() -> postfix(nameScope));
        tokenReader.expect("as", "after the source of foreach");
        PatternParser.ScopedPattern pattern = patterns.parse(nameScope);
        tokenReader.expect("(", "before the initial value of foreach");
        QueryNode init = expressionParser.pipe(nameScope);
        tokenReader.expect(";", "after the initial value of foreach");
        QueryNode update = expressionParser.pipe(pattern.inside());
        QueryNode extract = tokenReader.skip(";") ? expressionParser.pipe(pattern.inside()) : new PathNode.Identity();
        tokenReader.expect(")", "after foreach");
        return expressionParser.checked(FoldNode.Fold.foreach(source, pattern.pattern(), init, update, extract));
    }

    private QueryNode label(NameScope nameScope) {
        if (!tokenReader.isAt(Token.Type.VARIABLE)) {
            throw tokenReader.unexpected("a label: $name");
        }
        String name = tokenReader.next().text();
        tokenReader.expect("|", "after a label");
        return expressionParser.checked(new ControlNode.Label(expressionParser.pipe(nameScope.withLabel(name))));
    }

    private QueryNode breakOut(NameScope nameScope) {
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
    QueryNode string(StringFormat stringFormat, NameScope nameScope) {
        int opening = tokenReader.current().offset();
        List<QueryNode> parts = new ArrayList<>();
        parts.add(new ValueNode.Literal(StringValue.of(tokenReader.readStringPart(opening))));
        while (!tokenReader.isAtStringEnd()) {
            tokenReader.next();
            parts.add(expressionParser.pipe(nameScope));
            if (!tokenReader.isAt(")")) {
                throw tokenReader.unexpected("')' after an expression inside a string");
            }
            parts.add(new ValueNode.Literal(StringValue.of(tokenReader.readStringPart(opening))));
        }
        tokenReader.next();
        return parts.size() == 1
                ? parts.get(0)
                : expressionParser.checked(new ValueNode.StringConstruction(stringFormat, parts));
    }
}
