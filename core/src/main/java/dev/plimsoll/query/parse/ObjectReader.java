package dev.plimsoll.query.parse;

import dev.plimsoll.query.eval.Field;
import dev.plimsoll.query.eval.Identity;
import dev.plimsoll.query.eval.Index;
import dev.plimsoll.query.eval.Literal;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.ObjectOf;
import dev.plimsoll.query.eval.Pipe;
import dev.plimsoll.query.eval.Variable;
import dev.plimsoll.query.ops.Format;
import dev.plimsoll.query.parse.Token.Word;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Str;
import java.util.ArrayList;
import java.util.List;

/** Reads the construction of an object. */
final class ObjectReader {

    private final Tokens tokens;
    private final Expressions expressions;
    private final Terms terms;

    ObjectReader(Tokens tokens, Expressions expressions, Terms terms) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.terms = terms;
    }

    /** From behind the opening bracket to behind the closing one. */
    Node read(Scope scope) {
        if (tokens.skip("}")) {
            return new Literal(new MapObj());
        }
        List<ObjectOf.Member> members = new ArrayList<>();
        do {
            members.add(member(scope));
        } while (tokens.skip(",") && !tokens.at("}"));
        tokens.expect("}", "after the members of an object");
        return expressions.checked(new ObjectOf(members));
    }

    private ObjectOf.Member member(Scope scope) {
        Token token = tokens.current();
        if (token.word() == Word.VARIABLE) {
            tokens.take();
            Node variable = new Variable(terms.names().variable(token, scope));
            Literal name = new Literal(Str.of(token.text()));
            return tokens.skip(":") ? new ObjectOf.Member(variable, value(scope)) : new ObjectOf.Member(name, variable);
        }
        if (tokens.skip("(")) {
            Node key = expressions.pipe(scope);
            tokens.expect(")", "after a key");
            tokens.expect(":", "after a key");
            return new ObjectOf.Member(key, value(scope));
        }
        Node key = key(token, scope);
        if (tokens.skip(":")) {
            return new ObjectOf.Member(key, value(scope));
        }
        if (key instanceof Literal literal && literal.value() instanceof Str name) {
            return new ObjectOf.Member(key, new Field(new Identity(), name));
        }
        return new ObjectOf.Member(key, new Index(new Identity(), key));
    }

    private Node key(Token token, Scope scope) {
        if (token.word() == Word.NAME) {
            return new Literal(Str.of(tokens.take().text()));
        }
        if (token.word() == Word.QUOTE) {
            return terms.string(Format.TEXT, scope);
        }
        if (token.word() == Word.FORMAT) {
            Format format = terms.names().format(tokens.take());
            if (tokens.at(Word.QUOTE)) {
                return terms.string(format, scope);
            }
            return new Literal(Str.of("@" + format.word()));
        }
        throw tokens.unexpected("a key: a name, a string, $name or (an expression)");
    }

    /** Everything but a comma. */
    private Node value(Scope scope) {
        Node value = expressions.operation(scope, 1);
        if (!tokens.skip("|")) {
            return value;
        }
        return expressions.checked(new Pipe(value, expressions.nested(() -> value(scope))));
    }
}
