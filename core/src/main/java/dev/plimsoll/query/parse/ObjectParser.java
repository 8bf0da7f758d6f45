package dev.plimsoll.query.parse;

import dev.plimsoll.query.node.FieldNode;
import dev.plimsoll.query.node.IdentityNode;
import dev.plimsoll.query.node.IndexNode;
import dev.plimsoll.query.node.LiteralNode;
import dev.plimsoll.query.node.ObjectNode;
import dev.plimsoll.query.node.PipeNode;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.VariableNode;
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
            return new LiteralNode(new MapObjectValue());
        }
        List<ObjectNode.Member> members = new ArrayList<>();
        do {
            members.add(member(nameScope));
        } while (tokenReader.skip(",") && !tokenReader.isAt("}"));
        tokenReader.expect("}", "after the members of an object");
        return expressionParser.checked(new ObjectNode(members));
    }

    private ObjectNode.Member member(NameScope nameScope) {
        Token token = tokenReader.current();
        if (token.type() == Token.Type.VARIABLE) {
            tokenReader.next();
            QueryNode variable = new VariableNode(termParser.names().resolveVariable(token, nameScope));
            LiteralNode name = new LiteralNode(StringValue.of(token.text()));
            return tokenReader.skip(":")
                    ? new ObjectNode.Member(variable, value(nameScope))
                    : new ObjectNode.Member(name, variable);
        }
        if (tokenReader.skip("(")) {
            QueryNode key = expressionParser.pipe(nameScope);
            tokenReader.expect(")", "after a key");
            tokenReader.expect(":", "after a key");
            return new ObjectNode.Member(key, value(nameScope));
        }
        QueryNode key = key(token, nameScope);
        if (tokenReader.skip(":")) {
            return new ObjectNode.Member(key, value(nameScope));
        }
        if (key instanceof LiteralNode literalNode && literalNode.value() instanceof StringValue name) {
            return new ObjectNode.Member(key, new FieldNode(new IdentityNode(), name));
        }
        return new ObjectNode.Member(key, new IndexNode(new IdentityNode(), key));
    }

    private QueryNode key(Token token, NameScope nameScope) {
        if (token.type() == Token.Type.NAME) {
            return new LiteralNode(StringValue.of(tokenReader.next().text()));
        }
        if (token.type() == Token.Type.QUOTE) {
            return termParser.string(StringFormat.TEXT, nameScope);
        }
        if (token.type() == Token.Type.FORMAT) {
            StringFormat stringFormat = termParser.names().getFormat(tokenReader.next());
            if (tokenReader.isAt(Token.Type.QUOTE)) {
                return termParser.string(stringFormat, nameScope);
            }
            return new LiteralNode(StringValue.of("@" + stringFormat.label()));
        }
        throw tokenReader.unexpected("a key: a name, a string, $name or (an expression)");
    }

    /** Parses the value of a member: any expression without a comma. */
    private QueryNode value(NameScope nameScope) {
        QueryNode value = expressionParser.operation(nameScope, 1);
        if (!tokenReader.skip("|")) {
            return value;
        }
        return expressionParser.checked(new PipeNode(value, expressionParser.nested(() -> value(nameScope))));
    }
}
