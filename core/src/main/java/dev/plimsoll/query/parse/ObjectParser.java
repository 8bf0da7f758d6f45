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
            members.add(member(nameScope));
        } while (tokenReader.skip(",") && !tokenReader.isAt("}"));
        tokenReader.expect("}", "after the members of an object");
        return expressionParser.checked(new ValueNode.ObjectConstruction(members));
    }

    private ValueNode.Member member(NameScope nameScope) {
        Token token = tokenReader.current();
        if (token.type() == Token.Type.VARIABLE) {
            tokenReader.next();
            QueryNode variable = new ValueNode.Variable(termParser.names().resolveVariable(token, nameScope));
            ValueNode.Literal name = new ValueNode.Literal(StringValue.of(token.text()));
            return tokenReader.skip(":")
                    ? new ValueNode.Member(variable, value(nameScope))
                    : new ValueNode.Member(name, variable);
        }
        if (tokenReader.skip("(")) {
            QueryNode key = expressionParser.pipe(nameScope);
            tokenReader.expect(")", "after a key");
            tokenReader.expect(":", "after a key");
            return new ValueNode.Member(key, value(nameScope));
        }
        QueryNode key = key(token, nameScope);
        if (tokenReader.skip(":")) {
            return new ValueNode.Member(key, value(nameScope));
        }
        if (key instanceof ValueNode.Literal literalNode && literalNode.value() instanceof StringValue name) {
            return new ValueNode.Member(key, new PathNode.Field(new PathNode.Identity(), name));
        }
        return new ValueNode.Member(key, new PathNode.Index(new PathNode.Identity(), key));
    }

    private QueryNode key(Token token, NameScope nameScope) {
        if (token.type() == Token.Type.NAME) {
            return new ValueNode.Literal(StringValue.of(tokenReader.next().text()));
        }
        if (token.type() == Token.Type.QUOTE) {
            return termParser.string(StringFormat.TEXT, nameScope);
        }
        if (token.type() == Token.Type.FORMAT) {
            StringFormat stringFormat = termParser.names().getFormat(tokenReader.next());
            if (tokenReader.isAt(Token.Type.QUOTE)) {
                return termParser.string(stringFormat, nameScope);
            }
            return new ValueNode.Literal(StringValue.of("@" + stringFormat.label()));
        }
        throw tokenReader.unexpected("a key: a name, a string, $name or (an expression)");
    }

    /** Parses the value of a member: any expression without a comma. */
    private QueryNode value(NameScope nameScope) {
        QueryNode value = expressionParser.operation(nameScope, 1);
        if (!tokenReader.skip("|")) {
            return value;
        }
        return expressionParser.checked(new ControlNode.Pipe(value, expressionParser.nested(() -> value(nameScope))));
    }
}
