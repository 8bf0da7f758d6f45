package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.ControlNode;
import dev.plimsoll.query.node.PathNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.ValueNode;
import dev.plimsoll.query.text.StringFormat;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.StringValue;
import java.util.ArrayList;
import java.util.List;

/** Parses object constructions. */
final class ObjectParser {

    private final TokenReader tokenReader;
    private final ExpressionParser expressionParser;
    private final TermParser termParser;

    ObjectParser(TokenReader tokenReader, ExpressionParser expressionParser, TermParser termParser) {
        this.tokenReader = tokenReader;
        this.expressionParser = expressionParser;
        this.termParser = termParser;
    }

    /** Parses an object after its opening bracket, including the closing one. */
    QueryNode parse(NameScope nameScope) {
        if (tokenReader.skip("}")) {
            return new ValueNode.Literal(new MapObjectValue());
        }
        List<ValueNode.Member> members = new ArrayList<>();
        do {
            members.add(parseMember(nameScope));
        } while (tokenReader.skip(",") && !tokenReader.isAt("}"));
        tokenReader.expect("}", "after the members of an object");
        return expressionParser.checkDepth(new ValueNode.ObjectConstruction(members));
    }

    private ValueNode.Member parseMember(NameScope nameScope) {
        Token token = tokenReader.current();
        if (token.type() == Token.Type.VARIABLE) {
            tokenReader.next();
            QueryNode variable = new ValueNode.Variable(termParser.names().resolveVariable(token, nameScope));
            ValueNode.Literal name = new ValueNode.Literal(StringValue.of(token.text()));
            return tokenReader.skip(":")
                    ? new ValueNode.Member(variable, parseValue(nameScope))
                    : new ValueNode.Member(name, variable);
        }
        if (tokenReader.skip("(")) {
            QueryNode key = expressionParser.parsePipe(nameScope);
            tokenReader.expect(")", "after a key");
            tokenReader.expect(":", "after a key");
            return new ValueNode.Member(key, parseValue(nameScope));
        }
        QueryNode key = parseKey(token, nameScope);
        if (tokenReader.skip(":")) {
            return new ValueNode.Member(key, parseValue(nameScope));
        }
        if (key instanceof ValueNode.Literal literalNode && literalNode.value() instanceof StringValue name) {
            return new ValueNode.Member(key, new PathNode.Field(new PathNode.Identity(), name));
        }
        return new ValueNode.Member(key, new PathNode.Index(new PathNode.Identity(), key));
    }

    private QueryNode parseKey(Token token, NameScope nameScope) {
        if (token.type() == Token.Type.NAME) {
            return new ValueNode.Literal(StringValue.of(tokenReader.next().text()));
        }
        if (token.type() == Token.Type.QUOTE) {
            return termParser.parseString(StringFormat.TEXT, nameScope);
        }
        if (token.type() == Token.Type.FORMAT) {
            StringFormat stringFormat = termParser.names().getFormat(tokenReader.next());
            if (tokenReader.isAt(Token.Type.QUOTE)) {
                return termParser.parseString(stringFormat, nameScope);
            }
            return new ValueNode.Literal(StringValue.of("@" + stringFormat.label()));
        }
        throw tokenReader.unexpected("a key: a name, a string, $name or (an expression)");
    }

    /** Parses the value of a member: any expression without a comma. */
    private QueryNode parseValue(NameScope nameScope) {
        QueryNode value = expressionParser.parseOperation(nameScope, 1);
        if (!tokenReader.skip("|")) {
            return value;
        }
        return expressionParser.checkDepth(
                new ControlNode.Pipe(value, expressionParser.parseNested(() -> parseValue(nameScope))));
    }
}
